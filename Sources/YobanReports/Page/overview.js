// The strip that always shows the whole world, with a window for the current view.

const OVERVIEW_HEIGHT = 44;

const overview = {
  picture: document.createElement("canvas"),
  drag: null,

  /** Draws the parts that do not depend on the view, once per size and scheme. */
  prepare() {
    fit(page.overview, layout.width, OVERVIEW_HEIGHT);
    fit(this.picture, layout.width, OVERVIEW_HEIGHT);
    const pen = begin(this.picture);
    const states = data.lanes.filter((lane) => lane.label === "State");
    const curves = data.lanes.filter((lane) => lane.form === "curve");
    const findings = data.lanes.filter((lane) => lane.label === "Findings");
    const strip = 12 / Math.max(1, states.length);
    states.forEach((lane, row) => {
      eachSpan(lane.spans, 0, data.duration, (i) => {
        pen.fillStyle = colors.get(lane.spans.style[i]);
        this.bar(pen, lane.spans.start[i], lane.spans.end[i], 26 + row * strip, strip, 0);
      });
      pen.fillStyle = colors.get("kill");
      for (const mark of lane.marks) {
        if (mark.style === "kill") this.bar(pen, mark.time, mark.time, 24, 16, 1.5);
      }
    });
    // One strip for each device; its curves overlap.
    const devices = [...new Set(curves.map((lane) => lane.device))];
    const share = 18 / Math.max(1, devices.length);
    const room = devices.length > 1 ? share - 1 : share;
    const base = (lane) => 23 - (devices.length - 1 - devices.indexOf(lane.device)) * share;
    pen.fillStyle = colors.get("samples");
    for (const lane of curves) {
      const others = curves.filter((other) => other.device === lane.device).length;
      pen.globalAlpha = 0.35 / others + 0.15;
      const area = new Path2D();
      for (let i = 0; i < lane.spans.count; i++) {
        const tall = Math.min(1, rateOf(lane.spans, i) / curveTop(lane)) * room;
        const left = this.place(lane.spans.start[i]);
        // Whole pixels, so that neighbors neither overlap nor leave a gap.
        const [from, to] = [Math.floor(left), Math.floor(this.place(lane.spans.end[i]))];
        area.rect(from, base(lane) - tall, Math.max(to - from, 0), tall);
      }
      pen.fill(area);
    }
    pen.globalAlpha = 1;
    pen.fillStyle = colors.get("gap");
    for (const lane of curves) {
      for (const gap of lane.gaps) {
        this.bar(pen, gap.start, gap.end, base(lane) - room, room, 2);
      }
    }
    pen.fillStyle = colors.get("finding");
    for (const lane of findings) {
      for (const mark of lane.marks) this.bar(pen, mark.time, mark.time, 0, 4, 3);
    }
  },

  place(time) {
    return ((time - view.full.from) / (view.full.to - view.full.from)) * layout.width;
  },

  timeAt(place) {
    return view.full.from + (place / layout.width) * (view.full.to - view.full.from);
  },

  bar(pen, start, end, y, height, least) {
    const left = this.place(start);
    pen.fillRect(left, y, Math.max(least, this.place(end) - left), height);
  },

  draw() {
    const pen = begin(page.overview);
    pen.drawImage(this.picture, 0, 0, layout.width, OVERVIEW_HEIGHT);
    const left = Math.max(0, this.place(view.from));
    const right = Math.min(layout.width, Math.max(this.place(view.to), left + 3));
    pen.fillStyle = colors.get("veil");
    pen.fillRect(0, 0, left, OVERVIEW_HEIGHT);
    pen.fillRect(right, 0, layout.width - right, OVERVIEW_HEIGHT);
    pen.strokeStyle = colors.get("accent");
    pen.lineWidth = 1.5;
    pen.strokeRect(left + 0.75, 0.75, Math.max(1.5, right - left - 1.5), OVERVIEW_HEIGHT - 1.5);
  },

  /**
   * Handles pointer input: dragging the window moves the view, dragging elsewhere selects a new
   * view, and a tap moves the view there.
   */
  listen() {
    const canvas = page.overview;
    canvas.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      canvas.setPointerCapture(event.pointerId);
      const time = this.timeAt(event.offsetX);
      const isInside = !view.isFull && time >= view.from && time <= view.to;
      this.drag = { time, x: event.offsetX, grip: isInside ? time - view.from : null };
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!this.drag) return;
      const time = this.timeAt(event.offsetX);
      const { grip } = this.drag;
      if (grip !== null) view.show(time - grip, time - grip + view.length);
      else if (Math.abs(event.offsetX - this.drag.x) > 4) {
        view.show(Math.min(time, this.drag.time), Math.max(time, this.drag.time));
      }
    });
    canvas.addEventListener("pointerup", (event) => {
      const { drag } = this;
      this.drag = null;
      if (!drag || drag.grip !== null || Math.abs(event.offsetX - drag.x) > 4) return;
      const half = (view.isFull ? data.duration / 12 : view.length) / 2;
      view.show(drag.time - half, drag.time + half, { glides: true });
    });
    canvas.addEventListener("pointercancel", () => { this.drag = null; });
  },
};
