"use strict";
// Draws one chart on a canvas. Times are milliseconds since the start of the night. A point is
// [start, end, minimum, maximum, minimum, maximum, ...]; the point `null` is a pause.

import {
  dateText, day, hour, minute, niceStep, second, timeText, valueText,
} from "./night-text.js";

export const margin = { left: 44, right: 8, top: 18, bottom: 22 };

const timeSteps = [
  1, 2, 5, 10, 20, 50, 100, 200, 500,
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour), day, 2 * day, 7 * day, 30 * day,
];
// From this distance between samples in pixels, a dot is drawn for each.
const dotDistance = 6;

/** Returns the minimum and maximum of some channels; null if they have no values. */
export function valueRange(points, channels, from = -Infinity, to = Infinity) {
  let low = Infinity, high = -Infinity;
  for (const point of points) {
    if (!point || point[1] < from || point[0] > to) continue;
    for (const channel of channels) {
      const minimum = point[2 + 2 * channel], maximum = point[3 + 2 * channel];
      if (minimum === null || minimum === undefined) continue;
      if (minimum < low) low = minimum;
      if (maximum > high) high = maximum;
    }
  }
  return low <= high ? { low, high } : null;
}

/**
 * Draws a chart and returns the number of single samples that have a dot.
 *
 * `model` has points, channels (indexes), drawing, gaps, marks, cursor (a time or null) and base,
 * the start of the night in milliseconds since 1970. `theme` has colors.
 */
export function draw(canvas, model, view, theme) {
  const ratio = window.devicePixelRatio || 1;
  const width = canvas.clientWidth, height = canvas.clientHeight;
  if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
  if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = `12px ${theme.font}`;
  context.lineJoin = "round";
  const plot = {
    left: margin.left, right: width - margin.right, top: margin.top,
    bottom: height - margin.bottom,
  };
  const scale = (plot.right - plot.left) / (view.to - view.from);
  const x = (time) => plot.left + (time - view.from) * scale;
  const range = valueRange(model.points, model.channels) || { low: 0, high: 1 };
  const pad = (range.high - range.low) * 0.06 || Math.abs(range.high) * 0.1 || 1;
  const low = range.low - pad, high = range.high + pad;
  const y = (value) => plot.bottom - (value - low) / (high - low) * (plot.bottom - plot.top);
  const points = visiblePoints(model.points, view);
  const hasNoSamples = isEmpty(points, view, model);
  if (points.length > 0 && !hasNoSamples) drawValueAxis(context, plot, y, low, high, theme);
  drawTimeAxis(context, plot, x, view, model.base, theme);
  context.save();
  context.beginPath();
  context.rect(plot.left, 0, plot.right - plot.left, plot.bottom);
  context.clip();
  drawGaps(context, plot, x, model.gaps, theme);
  const drawn = points.filter((point) => point).length;
  const hasDots = drawn * dotDistance < plot.right - plot.left;
  let dots = 0;
  for (const channel of model.channels) {
    context.fillStyle = context.strokeStyle = theme.channels[channel % theme.channels.length];
    if (model.drawing === "dots") {
      drawDots(context, points, channel, x, y, hasDots);
    } else {
      for (const segment of segments(points, channel)) {
        drawSegment(context, segment, channel, x, y, model.drawing === "steps");
      }
    }
    if (!hasDots) continue;
    for (const point of points) {
      if (!isSample(point, channel)) continue;
      if (model.drawing !== "dots") drawDot(context, x(point[0]), y(point[2 + 2 * channel]), 2.25);
      if (point[0] >= view.from && point[0] <= view.to) dots += 1;
    }
  }
  if (hasNoSamples) {
    context.fillStyle = theme.quiet;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText("No samples", (plot.left + plot.right) / 2, (plot.top + plot.bottom) / 2);
  }
  drawMarks(context, plot, x, model.marks, theme);
  if (model.cursor !== null) verticalLine(context, plot, x(model.cursor), theme.quiet, []);
  context.restore();
  return dots;
}

function drawValueAxis(context, plot, y, low, high, theme) {
  const step = niceStep(high - low, Math.max(2, (plot.bottom - plot.top) / 32));
  context.textAlign = "right";
  context.textBaseline = "middle";
  context.strokeStyle = theme.line;
  context.lineWidth = 1;
  for (let count = Math.ceil(low / step); count * step <= high; count += 1) {
    const place = Math.round(y(count * step)) + 0.5;
    context.beginPath();
    context.moveTo(plot.left, place);
    context.lineTo(plot.right, place);
    context.stroke();
    context.fillStyle = theme.quiet;
    context.fillText(valueText(count * step, step), plot.left - 6, place, plot.left - 8);
  }
}

function drawTimeAxis(context, plot, x, view, base, theme) {
  const length = view.to - view.from, width = plot.right - plot.left;
  const step = timeSteps.find((candidate) => {
    const labelWidth = candidate >= minute ? 64 : candidate >= second ? 84 : 108;
    return length / candidate <= Math.max(1, width / labelWidth);
  }) || timeSteps[timeSteps.length - 1];
  const shift = base - new Date(base + view.from).getTimezoneOffset() * minute;
  context.textBaseline = "top";
  context.textAlign = "center";
  context.fillStyle = theme.quiet;
  context.strokeStyle = theme.line;
  const last = Math.floor((view.to + shift) / step);
  for (let count = Math.ceil((view.from + shift) / step); count <= last; count += 1) {
    const time = count * step - shift, date = new Date(base + time), place = x(time);
    context.beginPath();
    context.moveTo(Math.round(place) + 0.5, plot.top);
    context.lineTo(Math.round(place) + 0.5, plot.bottom + 4);
    context.stroke();
    const isMidnight = step >= minute && (count * step) % day === 0;
    const text = isMidnight ? dateText(date) : timeText(date, step);
    const half = context.measureText(text).width / 2;
    const limited = Math.min(Math.max(place, plot.left - 30 + half), plot.right + 8 - half);
    context.fillText(text, limited, plot.bottom + 7);
  }
}

/** Fills a gap. Chunks that may still arrive are hatched in another color than lost samples. */
function drawGap(context, { left, right, top, bottom }, isMissing, theme) {
  context.fillStyle = context.strokeStyle = isMissing ? theme.wait : theme.bad;
  context.globalAlpha = right - left < 6 ? 0.6 : isMissing ? 0.06 : 0.16;
  context.fillRect(left, top, right - left, bottom - top);
  context.globalAlpha = 0.6;
  context.beginPath();
  if (isMissing) {
    const height = bottom - top;
    for (let start = Math.floor((left - height) / 7) * 7; start < right; start += 7) {
      context.moveTo(start, bottom);
      context.lineTo(start + height, top);
    }
  } else {
    for (const edge of [left + 0.5, right - 0.5]) {
      context.moveTo(edge, top);
      context.lineTo(edge, bottom);
    }
  }
  context.stroke();
}

function drawGaps(context, plot, x, gaps, theme) {
  context.lineWidth = 1;
  for (const gap of gaps) {
    const left = Math.max(x(gap.start), plot.left - 9);
    const right = Math.min(Math.max(x(gap.end), x(gap.start) + 2), plot.right + 9);
    if (right < plot.left || left > plot.right) continue;
    context.save();
    context.beginPath();
    context.rect(left, plot.top, right - left, plot.bottom - plot.top);
    context.clip();
    drawGap(context, { left, right, top: plot.top, bottom: plot.bottom }, gap.isMissing, theme);
    context.restore();
  }
}

function drawMarks(context, plot, x, marks, theme) {
  context.textBaseline = "top";
  for (const mark of marks) {
    const place = x(mark.time);
    if (place < plot.left - 1 || place > plot.right + 1) continue;
    verticalLine(context, { ...plot, top: 3 }, place, theme.text, [3, 3]);
    const isLeft = place + context.measureText(mark.name).width + 8 < plot.right;
    context.textAlign = isLeft ? "left" : "right";
    context.fillStyle = theme.text;
    context.fillText(mark.name, place + (isLeft ? 4 : -4), 2);
  }
}

function verticalLine(context, plot, place, color, dashes) {
  context.strokeStyle = color;
  context.lineWidth = 1;
  context.setLineDash(dashes);
  context.beginPath();
  context.moveTo(Math.round(place) + 0.5, plot.top);
  context.lineTo(Math.round(place) + 0.5, plot.bottom);
  context.stroke();
  context.setLineDash([]);
}

/** Returns the points of a view, and one more on each side, so that lines go on to the edge. */
function visiblePoints(points, view) {
  let first = points.findIndex((point) => point && point[1] >= view.from);
  if (first < 0) return [];
  let last = points.findIndex((point) => point && point[0] > view.to);
  if (last < 0) last = points.length - 1;
  while (first > 0 && points[first - 1] === null) first -= 1;
  return points.slice(Math.max(0, first - 1), last + 1);
}

/** Whether nothing of the points is seen: no sample, and no line from one side to the other. */
function isEmpty(points, view, model) {
  if (!model.loaded) return false;
  const isInside = (point) => point && point[1] >= view.from && point[0] <= view.to;
  const isLine = model.drawing !== "dots" && points.length > 1 && !points.includes(null);
  return !isLine && !points.some(isInside);
}

function isSample(point, channel) {
  return point && point[0] === point[1] && Number.isFinite(point[2 + 2 * channel]);
}

/** Divides points into runs without pauses and without missing values. */
function segments(points, channel) {
  const result = [];
  let current = [];
  for (const point of points) {
    if (point && Number.isFinite(point[2 + 2 * channel])) {
      current.push(point);
    } else if (current.length > 0) {
      result.push(current);
      current = [];
    }
  }
  return current.length > 0 ? [...result, current] : result;
}

/** Draws a band from the minima to the maxima; where they are equal, it is a line. */
function drawSegment(context, segment, channel, x, y, isStepped) {
  const edges = [2 + 2 * channel, 3 + 2 * channel].map((place) => {
    const edge = [];
    segment.forEach((point, index) => {
      const left = x(point[0]), right = x(point[1]), value = y(point[place]);
      if (isStepped && index > 0) edge.push([left, edge[edge.length - 1][1]]);
      if (right - left < 4 && !isStepped) {
        edge.push([(left + right) / 2, value]);
      } else {
        edge.push([left, value], [right, value]);
      }
    });
    return edge;
  });
  const [lower, upper] = edges;
  if (segment.length === 1 && upper[upper.length - 1][0] - upper[0][0] < 2) {
    const height = Math.max(2, lower[0][1] - upper[0][1]);
    context.fillRect(upper[0][0] - 1, upper[0][1] - 1, 2, height);
    return;
  }
  context.beginPath();
  for (const [left, top] of upper) context.lineTo(left, top);
  for (const [left, top] of lower.reverse()) context.lineTo(left, top);
  context.globalAlpha = 0.4;
  context.fill();
  context.globalAlpha = 0.9;
  const isLine = segment.every((point) => point[2 + 2 * channel] === point[3 + 2 * channel]);
  context.lineWidth = isLine ? 1.5 : 1;
  for (const edge of isLine ? [upper] : [upper, lower]) {
    context.beginPath();
    for (const [left, top] of edge) context.lineTo(left, top);
    context.stroke();
  }
  context.globalAlpha = 1;
}

function drawDots(context, points, channel, x, y, isSparse) {
  context.globalAlpha = isSparse ? 0.9 : 0.6;
  for (const point of points) {
    if (!point || !Number.isFinite(point[2 + 2 * channel])) continue;
    const left = x(point[0]), width = x(point[1]) - left;
    const top = y(point[3 + 2 * channel]), height = y(point[2 + 2 * channel]) - top;
    if (width < 2 && height < 2) {
      drawDot(context, left + width / 2, top + height / 2, isSparse ? 2.5 : 1.5);
    } else {
      context.fillRect(left - 0.5, top - 1, Math.max(2, width + 1), Math.max(2, height + 2));
    }
  }
  context.globalAlpha = 1;
}

function drawDot(context, left, top, radius) {
  context.beginPath();
  context.arc(left, top, radius, 0, 2 * Math.PI);
  context.fill();
}
