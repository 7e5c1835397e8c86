// The chart: the time axis, the lanes, and the overlay.

const AXIS_HEIGHT = data.wall ? 40 : 26;

const chart = {
  frame: 0,

  /** Schedules one drawing before the next frame, even after several calls. */
  redraw() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => this.draw());
  },

  draw() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const marks = ticks(view.from, view.to, layout.width, view.length < 20 * SECOND ? 110 : 82);
    drawAxis(marks);
    drawLanes(marks);
    overview.draw();
    const words = `${clock(view.from, view.length / 100)} to ${clock(view.to, view.length / 100)}`;
    page.chart.setAttribute(
      "aria-label", `Timeline from ${words}; the tables and the list below say the same in words`);
    const [from, to] = [Math.max(0, view.from), Math.min(data.duration, view.to)];
    document.getElementById("range").textContent =
      `${clock(from, view.length / 50)} – ${clock(to, view.length / 50)} · ${length(to - from)}`;
  },
};

function drawLanes(marks) {
  const pen = begin(page.chart);
  for (const [times, color] of [[marks.minor, "grid-minor"], [marks.major, "grid"]]) {
    pen.fillStyle = colors.get(color);
    for (const time of times) pen.fillRect(Math.round(x.of(time)), 0, 1, layout.height);
  }
  for (const row of layout.rows) {
    pen.fillStyle = colors.get("lane");
    pen.fillRect(0, row.y, layout.width, row.height);
    switch (row.lane.form) {
      case "bands":
        drawBands(pen, row);
        drawEdgeMarks(pen, row);
        break;
      case "bars":
        drawBars(pen, row);
        drawEdgeMarks(pen, row);
        break;
      case "marks":
        drawMarks(pen, row);
        break;
      case "curve":
        drawCurve(pen, row);
        drawEdgeMarks(pen, row);
        break;
      case "countdown":
        drawCountdown(pen, row);
        break;
    }
  }
  // Dims the time outside of the world's run.
  pen.fillStyle = colors.get("surface");
  pen.globalAlpha = 0.7;
  const [left, right] = [x.of(0), x.of(data.duration)];
  if (left > 0) pen.fillRect(0, 0, left, layout.height);
  if (right < layout.width) pen.fillRect(right, 0, layout.width - right, layout.height);
  pen.globalAlpha = 1;
  for (const row of layout.rows) if (row.lane.form === "curve") drawScale(pen, row);
}

function drawAxis({ step, major, minor }) {
  fit(page.axis, layout.width, AXIS_HEIGHT);
  const pen = begin(page.axis);
  pen.textAlign = "center";
  pen.fillStyle = colors.get("quiet");
  for (const time of minor) pen.fillRect(Math.round(x.of(time)), AXIS_HEIGHT - 3, 1, 3);
  for (const time of major) {
    const place = Math.round(x.of(time));
    pen.fillStyle = colors.get("quiet");
    pen.fillRect(place, AXIS_HEIGHT - 6, 1, 6);
    if (place < 18 || place > layout.width - 18) continue;
    pen.fillStyle = colors.get("ink");
    pen.font = `500 11.5px ${FONT}`;
    pen.fillText(clock(time, step), place, 10);
    if (!data.wall) continue;
    pen.fillStyle = colors.get("quiet");
    pen.font = `10.5px ${FONT}`;
    pen.fillText(wallClock(time, step), place, 25);
  }
  if (!list.isSearching) return;
  pen.fillStyle = colors.get("match");
  for (const i of list.found) {
    const place = x.of(data.events.times[i]);
    if (place >= 0 && place <= layout.width) pen.fillRect(place - 1, AXIS_HEIGHT - 7, 2, 7);
  }
}

/** The thin line under the pointer, and the line at the event that is selected in the list. */
const overlay = {
  pointer: null,
  chosen: null,

  draw() {
    const pen = begin(page.overlay);
    if (this.chosen !== null) {
      pen.fillStyle = colors.get("match");
      pen.fillRect(x.of(this.chosen) - 0.75, 0, 1.5, layout.height);
    }
    if (this.pointer === null) return;
    const place = x.of(this.pointer);
    pen.fillStyle = colors.get("quiet");
    pen.fillRect(Math.round(place), 0, 1, layout.height);
  },
};
