"use strict";
// Texts about a chart: its label for screen readers, the values at the cursor, and the causes of
// gaps. Times are milliseconds since the start of the night.
import { margin, valueRange } from "./night-chart.js";
import { lengthText, niceStep, valueText } from "./night-text.js";

/** Returns a sentence with the smallest and the largest value of a chart in a view. */
export function label(stream, chart, view, viewText) {
  const names = chart.channels.map((channel) => stream.channels[channel]).join(", ");
  const range = valueRange(stream.points, chart.channels, view.from, view.to);
  if (!range) return `${stream.name}: ${names}, no values, ${viewText}`;
  const step = niceStep(range.high - range.low || Math.abs(range.high) || 1, 100);
  return `${stream.name}: ${names} from ${valueText(range.low, step)} to `
    + `${valueText(range.high, step)} ${chart.unit}, ${viewText}`;
}

/** Shows the values of the point nearest to the cursor in the legend; none if it is null. */
export function showValues(stream, cursor, view) {
  let nearest = null, distance = (view.to - view.from) / 150;
  for (const point of cursor === null ? [] : stream.points) {
    if (!point) continue;
    const away = Math.max(point[0] - cursor, cursor - point[1], 0);
    if (away < distance) [nearest, distance] = [point, away];
  }
  stream.outputs.forEach((output, channel) => {
    const [low, high] = nearest ? nearest.slice(2 + 2 * channel) : [];
    const isKnown = low !== null && low !== undefined;
    const texts = isKnown ? [low, high].map((value) => valueText(value)) : [];
    output.textContent = [...new Set(texts)].join(" to ");
  });
}

/** Shows the cause of the gap at a time; hides it if the time is null. */
export function showTip(stream, time, left, canvas, view) {
  const near = (view.to - view.from) * 3 / canvas.clientWidth;
  const isHit = (gap) => gap.start - near <= time && time <= gap.end + near;
  const gap = time !== null && stream.gaps.find(isHit);
  stream.tip.hidden = !gap;
  if (!gap) return;
  stream.tip.textContent = `${gap.cause}, ${lengthText(Math.max(0, gap.end - gap.start))}`;
  const leftMax = canvas.clientWidth - stream.tip.offsetWidth;
  stream.tip.style.left = `${Math.max(0, Math.min(left + 10, leftMax))}px`;
  stream.tip.style.top = `${canvas.offsetTop + margin.top + 24}px`;
}
