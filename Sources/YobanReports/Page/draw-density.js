// Draws the frequency of items that are too close together to be drawn one by one.

const BIN = 3;

/** The styles of items that failed. */
const IS_BAD = /-(failed|cut|lost)$/;

/**
 * Returns bins of a few pixels, at fixed times, so that they do not change while the view moves.
 */
function bins() {
  const each = (view.length / layout.width) * BIN;
  const first = Math.floor(view.from / each);
  const count = Math.ceil(layout.width / BIN) + 2;
  return { each, first, count, place: (time) => Math.floor(time / each) - first };
}

/**
 * Returns the frequency of the bars' beginnings. Each one is spread over the time until the next
 * one, so that a regular rhythm gives a constant height at every scale. Waiting bars do not count.
 */
function barDensity({ spans }) {
  const { each, first, count, place } = bins();
  const rates = new Float64Array(count);
  const has = new Uint8Array(count);
  const failed = new Array(count).fill("");
  const counts = (i) => !spans.style[i].endsWith("-waiting");
  const after = (i) => {
    let next = i + 1;
    while (next < spans.count && !counts(next)) next++;
    return next;
  };
  let i = lowerBound(spans.start, view.from) - 1;
  while (i > 0 && !counts(i)) i--;
  for (i = Math.max(0, i); i < spans.count && spans.start[i] <= view.to; i = after(i)) {
    if (!counts(i)) continue;
    const start = spans.start[i];
    const next = after(i) < spans.count ? spans.start[after(i)] : spans.end[i];
    const end = Math.max(next, start + each / 50);
    for (let bin = Math.max(0, place(start)); bin <= Math.min(count - 1, place(end)); bin++) {
      const from = Math.max(start, (first + bin) * each);
      const to = Math.min(end, (first + bin + 1) * each);
      if (to > from) rates[bin] += (to - from) / each / (end - start);
    }
    const bin = place(start);
    if (bin < 0 || bin >= count) continue;
    has[bin] = 1;
    if (IS_BAD.test(spans.style[i]) && failed[bin] !== "link-lost") failed[bin] = spans.style[i];
  }
  return { rates, has, failed };
}

/** Returns the frequency of marks, smoothed over several bins because marks come in bursts. */
function markDensity({ marks }) {
  const { each, count, place } = bins();
  const raw = new Float64Array(count);
  for (const mark of marksBetween(marks, view.from - each, view.to + each)) {
    const bin = place(mark.time);
    if (bin >= 0 && bin < count) raw[bin] += 1;
  }
  const reach = 4;
  const rates = raw.map((_, bin) => {
    let sum = 0;
    let weights = 0;
    for (let aside = -reach; aside <= reach; aside++) {
      const weight = reach + 1 - Math.abs(aside);
      if (raw[bin + aside] === undefined) continue;
      sum += raw[bin + aside] * weight;
      weights += weight;
    }
    return sum / weights;
  });
  return { rates, has: raw, failed: [] };
}

/**
 * Returns the rate at full lane height: a burst is higher than the usual rate, but does not flatten
 * it.
 */
function topRate(rates) {
  const some = rates.filter((rate) => rate > 0).sort();
  const usual = some[some.length >> 1] ?? 1;
  return Math.max(...some.map((rate) => Math.min(rate, usual * 1.5)), Number.MIN_VALUE);
}

function drawDensity(pen, { y, height }, { rates, has, failed }, style) {
  const { each, first } = bins();
  const top = topRate(rates);
  const base = y + height;
  pen.fillStyle = colors.get(style);
  for (let bin = 0; bin < rates.length; bin++) {
    const share = Math.min(1, rates[bin] / top);
    if (share < 0.04 && !has[bin]) continue;
    const left = Math.round(x.of((first + bin) * each));
    const right = Math.round(x.of((first + bin + 1) * each));
    const tall = Math.max(3, share * (height - 2));
    pen.globalAlpha = 0.45;
    pen.fillRect(left, base - tall, right - left, tall);
    pen.globalAlpha = 1;
    pen.fillRect(left, base - tall, right - left, 1.5);
  }
  failed.forEach((bad, bin) => {
    if (!bad) return;
    const tall = bad === "link-lost" ? height : 8;
    pen.fillStyle = colors.get(bad);
    pen.fillRect(x.of((first + bin) * each), base - tall, BIN, tall);
  });
}
