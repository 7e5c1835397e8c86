// Draws periods of time: bands, bars, and the countdown.

/**
 * Returns edges on whole pixels for wide shapes; narrow shapes keep their true width and look
 * fainter.
 */
function edges(start, end) {
  const left = Math.max(-2, x.of(start));
  const right = Math.min(layout.width + 2, x.of(end));
  return right - left < 2 ? [left, right] : [Math.round(left), Math.round(right)];
}

const BAND_NAMES = {
  "location-on": "on",
  "location-paused": "paused",
  "location-ended": "keep-alive ended",
  "prewarmed": "prewarmed",
  "indicator": "shown",
  "inside": "inside",
  "outside": "outside",
  "watched": "not known yet",
  "screen-on": "on",
  "screen-off": "off",
  "low-power": "on",
  "wrist-up": "up",
  "wrist-down": "down",
  "workout-prepared": "prepared",
  "workout-running": "running",
  "workout-paused": "paused",
  "workout-stopped": "stopped",
  "extended": "running",
  "extended-expiring": "about to expire",
  "recorder": "records",
  "cpu-awake": "awake",
  "cpu-asleep": "asleep",
};

/** Returns the name of a band: the name of its state, or the text of the event that began it. */
function bandName(spans, i) {
  const style = spans.style[i];
  if (BAND_NAMES[style]) return BAND_NAMES[style];
  const words = spans.first[i] < 0 ? style : data.events.words(spans.first[i]);
  return words.replace(
    /^(is|network:|power:|screen:|Bluetooth:|extended runtime session:|Doze:|standby bucket:) /,
    "");
}

function drawBands(pen, { lane, y, height }) {
  pen.font = `11px ${FONT}`;
  eachSpan(lane.spans, view.from, view.to, (i) => {
    const style = lane.spans.style[i];
    const [left, right] = edges(lane.spans.start[i], lane.spans.end[i]);
    pen.fillStyle = colors.get(style);
    if (right - left < 6) {
      pen.fillRect(left, y, Math.max(0.75, right - left), height);
      return;
    }
    pen.beginPath();
    pen.roundRect(left, y, right - left - 1, height, 3);
    pen.fill();
    const inside = Math.max(left, 0) + 7;
    const name = cut(pen, bandName(lane.spans, i), Math.min(right, layout.width) - inside - 6);
    if (!name) return;
    pen.fillStyle = colors.get(`on-${style}`);
    pen.fillText(name, inside, y + height / 2 + 0.5);
  });
}

const DENSITY_STYLES = {
  Transfers: "transfer", Bluetooth: "connection", Jobs: "job", Ranging: "ranging",
  "Watch link": "link", Services: "service-foreground", "Wake locks": "wake-lock",
};

/** Draws single bars if they are wide enough, or else the frequency of their beginnings. */
function drawBars(pen, row) {
  if (!isDense(row)) return drawSingleBars(pen, row);
  drawWaiting(pen, row, (i) => row.lane.spans.style[i].endsWith("-waiting"));
  drawDensity(pen, row, barDensity(row.lane), DENSITY_STYLES[row.lane.label] ?? "task");
}

/** Draws waiting bars as one colored area behind the other bars, whatever their number. */
function drawWaiting(pen, { lane, y, height }, isBehind) {
  eachSpan(lane.spans, view.from, view.to, (i) => {
    if (!isBehind(i)) return;
    const [left, right] = edges(lane.spans.start[i], lane.spans.end[i]);
    if (right - left < BIN) return;
    pen.fillStyle = colors.get(lane.spans.style[i]);
    pen.fillRect(left, y, right - left, height);
  });
}

function isDense({ lane }) {
  const first = lowerBound(lane.spans.start, view.from);
  const last = lowerBound(lane.spans.start, view.to);
  return last - first > layout.width / 8;
}

const BAR_ROWS = 8;

/**
 * Returns the row of each bar and the number of rows. If a long queue would need too many rows, the
 * waiting bars are drawn in the background, and the others share the space.
 */
function rowsOf({ lane }) {
  const { spans } = lane;
  let rows = 1;
  eachSpan(spans, view.from, view.to, (i) => { rows = Math.max(rows, spans.value[i] + 1); });
  if (rows <= BAR_ROWS) return { rows, row: (i) => spans.value[i], isBehind: () => false };
  const isBehind = (i) => spans.style[i].endsWith("-waiting");
  lane.crowded ??= crowdedRows(spans, isBehind);
  rows = 1;
  eachSpan(spans, view.from, view.to, (i) => {
    if (!isBehind(i)) rows = Math.max(rows, Math.min(BAR_ROWS, lane.crowded[i] + 1));
  });
  return { rows, row: (i) => lane.crowded[i] % rows, isBehind };
}

/** Assigns all bars except those in the background to as few rows as possible. */
function crowdedRows(spans, isBehind) {
  const rows = new Int32Array(spans.count);
  const ends = [];
  for (let i = 0; i < spans.count; i++) {
    if (isBehind(i)) continue;
    let row = ends.findIndex((end) => end <= spans.start[i]);
    if (row < 0) row = ends.length;
    rows[i] = row;
    ends[row] = spans.end[i];
  }
  return rows;
}

function drawSingleBars(pen, bars) {
  const { lane, y, height } = bars;
  const { rows, row, isBehind } = rowsOf(bars);
  const each = height / rows;
  pen.font = `10.5px ${FONT}`;
  drawWaiting(pen, bars, isBehind);
  eachSpan(lane.spans, view.from, view.to, (i) => {
    if (isBehind(i)) return;
    const style = lane.spans.style[i];
    const [left, right] = edges(lane.spans.start[i], lane.spans.end[i]);
    const top = y + each * row(i);
    const width = Math.max(2, right - left - 1);
    pen.fillStyle = style === "ranging" ? stripes(pen, style) : colors.get(style);
    pen.beginPath();
    pen.roundRect(left, top, width, each - 1.5, Math.min(3, width / 2));
    pen.fill();
    if (each < 12 || width < 20 || lane.spans.first[i] < 0) return;
    const inside = Math.max(left, 0) + 6;
    const room = Math.min(right, layout.width) - inside - 4;
    const name = shortened(barName(lane.spans, i)).find((n) => pen.measureText(n).width <= room);
    if (!name) return;
    if (style === "ranging") {
      pen.fillStyle = colors.get(style);
      pen.fillRect(inside - 4, top, pen.measureText(name).width + 8, each - 1.5);
    }
    pen.fillStyle = colors.get(`on-${style}`);
    pen.fillText(name, inside, top + each / 2);
  });
}

/** Returns vertical stripes, for events that repeat while a bar lasts. */
function stripes(pen, style) {
  const scale = window.devicePixelRatio || 1;
  const tile = document.createElement("canvas");
  [tile.width, tile.height] = [Math.round(5 * scale), 1];
  const ink = tile.getContext("2d");
  ink.fillStyle = colors.get(style);
  ink.globalAlpha = 0.3;
  ink.fillRect(0, 0, tile.width, 1);
  ink.globalAlpha = 1;
  ink.fillRect(0, 0, Math.round(2 * scale), 1);
  const pattern = pen.createPattern(tile, "repeat");
  pattern.setTransform(new DOMMatrix().scale(1 / scale));
  return pattern;
}

/**
 * Returns shorter forms of a name: `task 12 keep-alive`, `task 12`, `12`; of an identifier, the
 * last part.
 */
function shortened(name) {
  const words = name.split(" ");
  return [name, words.slice(0, 2).join(" "), words[1] ?? name.split(".").pop()];
}

function barName(spans, i) {
  return data.events.words(spans.first[i])
    .replace(/^(began|created) (background )?/, "").replace(/ began$/, "")
    .replace(/^started (a )?|^(asked to connect|connected) to /, "")
    .replace(/^scan for /, "scan ")
    .replace(/^submitted a \S+ request for |^runs the \S+ task |^ranging /, "")
    .replace(/^([0-9A-F]{8})-[0-9A-F-]{27}/, "$1")
    .replace(/^the push waits: .*/, "push waits")
    .replace(/^queued |, \d+ bytes$/g, "").replace(/ (goes over \S+|was interrupted)$/, "")
    .replace(/^acquired wake lock /, "").replace(/ is in foreground as /, ": ")
    .replace(/^scan started, /, "scan ")
    .replace(/^the time of (.*) is over$/, "$1")
    .replace(/^background refresh: (.*?)( began)?$/, "refresh $1")
    .replace("didReceiveRemoteNotification", "push").replace("performFetch", "fetch");
}

/** Draws the remaining time, from the top of the lane down to zero. */
function drawCountdown(pen, { lane, y, height }) {
  let most = 1;
  for (const value of lane.spans.value) most = Math.max(most, value / 1e3);
  const base = y + height;
  pen.font = `10.5px ${FONT}`;
  eachSpan(lane.spans, view.from, view.to, (i) => {
    const { start, end, value } = lane.spans;
    const atStart = value[i] / 1e3;
    const atEnd = atStart - (end[i] - start[i]);
    const [left, right] = [x.of(start[i]), Math.max(x.of(end[i]), x.of(start[i]) + 1.5)];
    pen.fillStyle = colors.get("countdown");
    pen.globalAlpha = 0.35;
    pen.beginPath();
    pen.moveTo(left, base);
    pen.lineTo(left, base - (atStart / most) * height);
    pen.lineTo(right, base - (atEnd / most) * height);
    pen.lineTo(right, base);
    pen.fill();
    pen.globalAlpha = 1;
    pen.strokeStyle = colors.get("countdown");
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(left, base - (atStart / most) * height);
    pen.lineTo(right, base - (atEnd / most) * height);
    pen.stroke();
    if (right - Math.max(left, 0) < 60) return;
    pen.fillStyle = colors.get("ink");
    pen.fillText(`${length(atStart)} left`, Math.max(left, 0) + 6, base - 7);
  });
}
