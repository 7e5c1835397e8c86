// The positions of lanes, their labels, and the colors of the current scheme.

const page = {
  timeline: document.getElementById("timeline"),
  labels: document.getElementById("labels"),
  chart: document.getElementById("chart"),
  overlay: document.getElementById("overlay"),
  axis: document.getElementById("axis"),
  overview: document.getElementById("overview"),
};

/** The colors, read from the style sheet, which is the only place that defines the schemes. */
const colors = {
  cache: new Map(),
  get(name) {
    let color = this.cache.get(name);
    if (color === undefined) {
      const style = getComputedStyle(document.documentElement);
      color = style.getPropertyValue(`--${name}`).trim() || "#888";
      this.cache.set(name, color);
    }
    return color;
  },
  forget() { this.cache.clear(); },
};

const FONT = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif";
const HEIGHTS = { bands: 24, bars: 28, marks: 20, curve: 54, countdown: 28 };
const LANE_GAP = 8;
const HEADING = 34;

const layout = {
  width: 0,
  height: 0,
  /** Whether labels are above their lanes instead of beside them. */
  isNarrow: false,
  rows: [],

  update() {
    this.isNarrow = page.timeline.clientWidth < 640;
    page.timeline.classList.toggle("narrow", this.isNarrow);
    this.width = page.chart.parentElement.clientWidth;
    page.labels.replaceChildren();
    this.rows = [];
    let y = 0;
    let group = null;
    for (const lane of data.lanes) {
      const name = `${lane.device}\n${lane.app}`;
      if (name !== group) {
        const isNewDevice = group === null || group.split("\n")[0] !== lane.device;
        y += group === null ? 0 : 6;
        if (isNewDevice) y = this.heading(lane, y);
        if (lane.app) y = this.subheading(lane, y);
        group = name;
      }
      y = this.lane(lane, y);
    }
    this.height = y;
    page.labels.style.height = `${y}px`;
    for (const canvas of [page.chart, page.overlay]) fit(canvas, this.width, y);
    page.chart.parentElement.style.height = `${y}px`;
  },

  heading(lane, y) {
    const label = element("div", "device", lane.device);
    const details = data.details.get(lane.device);
    if (details) label.append(element("small", "", details));
    label.style.top = `${y}px`;
    page.labels.append(label);
    return y + HEADING;
  },

  subheading(lane, y) {
    const label = element("div", "app", lane.app);
    label.style.top = `${y}px`;
    page.labels.append(label);
    return y + 24;
  },

  lane(lane, y) {
    const label = element("div", "lane");
    label.append(element("span", "", lane.label));
    label.title = lane.label;
    label.style.top = `${y}px`;
    const above = this.isNarrow ? 16 : 0;
    const height = HEIGHTS[lane.form];
    label.style.height = `${this.isNarrow ? above : height}px`;
    page.labels.append(label);
    this.rows.push({ lane, y: y + above, height });
    return y + above + height + LANE_GAP;
  },

  /** Returns the row at a vertical position of the chart, or nothing. */
  rowAt(y) {
    const half = LANE_GAP / 2;
    return this.rows.find((row) => y >= row.y - half && y < row.y + row.height + half);
  },
};

const x = {
  of: (time) => ((time - view.from) / view.length) * layout.width,
  timeAt: (place) => view.from + (place / layout.width) * view.length,
};

/** Sets the size of a canvas on the page, with the pixel density of the screen. */
function fit(canvas, width, height) {
  const scale = window.devicePixelRatio || 1;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
}

/** Returns the cleared context of a canvas; its unit is one pixel of the page. */
function begin(canvas) {
  const scale = window.devicePixelRatio || 1;
  const pen = canvas.getContext("2d");
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.textBaseline = "middle";
  return pen;
}

/** Returns a new element with a class and a text. */
function element(kind, className = "", text = "") {
  const made = document.createElement(kind);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

/** Returns a text truncated to a width; nothing if less than a few letters would be left. */
function cut(pen, text, room) {
  if (room < 14) return "";
  if (pen.measureText(text).width <= room) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pen.measureText(`${text.slice(0, middle)}…`).width <= room) low = middle;
    else high = middle - 1;
  }
  return low >= 3 ? `${text.slice(0, low).trimEnd()}…` : "";
}
