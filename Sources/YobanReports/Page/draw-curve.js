// Draws curves of samples per minute, with the gaps.

/** Returns the samples per minute in a span. */
const rateOf = (spans, i) => (spans.value[i] / (spans.end[i] - spans.start[i])) * MINUTE;

/** Returns the value at the top of a curve. */
function curveTop(lane) {
  if (lane.top === undefined) {
    lane.top = lane.expected ?? 0;
    for (let i = 0; lane.expected === null && i < lane.spans.count; i++) {
      // A short last part of a minute does not show the real rate.
      const isLong = lane.spans.end[i] - lane.spans.start[i] > 5 * SECOND;
      if (isLong || !lane.top) lane.top = Math.max(lane.top, rateOf(lane.spans, i));
    }
    lane.top = lane.top || 1;
  }
  return lane.top;
}

function drawCurve(pen, row) {
  const { lane, y, height } = row;
  const base = y + height;
  const tall = (rate) => Math.min(1.12, rate / curveTop(lane)) * (height - 7);
  const area = new Path2D();
  const line = new Path2D();
  let last = -Infinity;
  let lastX = 0;
  eachSpan(lane.spans, view.from, view.to, (i) => {
    const [start, end] = [lane.spans.start[i], lane.spans.end[i]];
    const [left, right] = [x.of(start), x.of(end)];
    const top = base - tall(rateOf(lane.spans, i));
    if (start - last > 1.5 * SECOND) {
      if (last > -Infinity) close(area, line, lastX, base);
      area.moveTo(left, base);
      line.moveTo(left, base);
    }
    for (const path of [area, line]) {
      path.lineTo(left, top);
      path.lineTo(right, top);
    }
    [last, lastX] = [end, right];
  });
  if (last > -Infinity) close(area, line, lastX, base);

  pen.fillStyle = pen.strokeStyle = colors.get("samples");
  pen.globalAlpha = 0.28;
  pen.fill(area);
  pen.globalAlpha = 1;
  pen.lineWidth = 1.25;
  pen.stroke(line);
  pen.fillStyle = colors.get("rule");
  pen.fillRect(0, base, layout.width, 1);
  for (const gap of lane.gaps) drawGap(pen, gap, row);
}

function close(area, line, place, base) {
  area.lineTo(place, base);
  area.closePath();
  line.lineTo(place, base);
}

function drawScale(pen, { lane, y }) {
  pen.font = `10px ${FONT}`;
  const words = `${number(curveTop(lane))} / min`;
  const width = pen.measureText(words).width;
  pen.fillStyle = colors.get("surface");
  pen.globalAlpha = 0.8;
  pen.fillRect(layout.width - width - 8, y + 9, width + 8, 14);
  pen.globalAlpha = 1;
  pen.fillStyle = colors.get("quiet");
  pen.fillText(words, layout.width - width - 4, y + 16.5);
  if (lane.expected === null) return;
  pen.strokeStyle = colors.get("quiet");
  pen.lineWidth = 1;
  pen.setLineDash([2, 4]);
  pen.beginPath();
  pen.moveTo(0, y + 6.5);
  pen.lineTo(layout.width, y + 6.5);
  pen.stroke();
  pen.setLineDash([]);
}

/** Draws a hatched band that is visible at every scale, with its cause if there is enough space. */
function drawGap(pen, gap, { y, height }) {
  if (gap.end < view.from || gap.start > view.to) return;
  const left = Math.max(-2, x.of(gap.start));
  const right = Math.max(left + 3, Math.min(layout.width + 2, x.of(gap.end)));
  pen.save();
  pen.beginPath();
  pen.rect(left, y, right - left, height);
  pen.clip();
  pen.fillStyle = colors.get("gap");
  pen.globalAlpha = 0.18;
  pen.fillRect(left, y, right - left, height);
  pen.globalAlpha = 0.75;
  pen.strokeStyle = colors.get("gap");
  pen.lineWidth = 1.5;
  pen.beginPath();
  // Starts at fixed positions of the page, so that the hatching does not move with the view.
  for (let at = Math.floor((left - height) / 7) * 7; at < right; at += 7) {
    pen.moveTo(at, y + height);
    pen.lineTo(at + height, y);
  }
  pen.stroke();
  pen.globalAlpha = 1;
  pen.fillStyle = colors.get("gap");
  pen.fillRect(left, y, 1.5, height);
  pen.fillRect(right - 1.5, y, 1.5, height);
  pen.restore();
  drawCause(pen, gap.cause, left, right, y + height / 2);
}

function drawCause(pen, cause, left, right, middle) {
  pen.font = `600 11px ${FONT}`;
  const start = Math.max(left, 0) + 8;
  const text = cut(pen, cause, Math.min(right, layout.width) - start - 8);
  if (!text) return;
  const width = pen.measureText(text).width;
  pen.fillStyle = colors.get("surface");
  pen.beginPath();
  pen.roundRect(start - 4, middle - 9, width + 8, 18, 4);
  pen.fill();
  pen.fillStyle = colors.get("gap");
  pen.fillText(text, start, middle + 0.5);
}
