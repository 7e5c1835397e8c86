"use strict";
// The charts of one night and their common view. Times are milliseconds since the start of the
// night.
import { draw } from "./night-chart.js";
import { listen } from "./night-input.js";
import { label, showTip, showValues } from "./night-legend.js";
import {
  fetchCurve, isFitting, listenForChunks, makeClock, planRequest,
} from "./night-server.js";
import { completeText, rangeText } from "./night-text.js";

const night = JSON.parse(document.getElementById("night-data").textContent);
const clock = makeClock(night.start);
const { base, toTime, toNanoseconds } = clock;
// The length of the shortest view, and delays before requests.
const shortestView = 50, loadDelay = 120, reloadDelay = 1000;

const actions = {
  earlier: () => move(-0.25), later: () => move(0.25), in: () => zoom(0.5), out: () => zoom(2),
  all: () => setView(wholeNight().from, wholeNight().to),
};

let nightEnd = Math.max(1, toTime(night.end));
let view = wholeNight();
let theme = readTheme();
let cursor = null;
let loadTimer = 0, frame = 0, dataTimer = 0;
let marks = night.marks.map(makeMark);
const cards = document.querySelectorAll("article[data-stream]");
const streams = night.streams.map((stream, index) => makeStream(stream, cards[index]));
const tools = document.querySelector(".tools");

function wholeNight() {
  const edge = nightEnd * 0.004;
  return { from: -edge, to: nightEnd + edge };
}

function isWhole() {
  const whole = wholeNight();
  return view.from <= whole.from && view.to >= whole.to;
}

function makeMark(mark) {
  return { time: toTime(mark.time), name: mark.name };
}

function makeGap(gap) {
  return { ...gap, start: toTime(gap.start), end: toTime(gap.end) };
}

/** Makes the charts of a stream: one for each unit, because values share an axis. */
function makeStream(stream, card) {
  const groups = new Map();
  stream.channels.forEach((_, channel) => {
    const unit = stream.units[channel];
    groups.set(unit, [...(groups.get(unit) || []), channel]);
  });
  const plots = card.querySelector(".plots");
  const result = {
    ...stream, card, points: [], loaded: null, request: null, isStale: true, lastLoad: -Infinity,
    status: card.querySelector(".status"), outputs: card.querySelectorAll(".legend b"),
    tip: Object.assign(document.createElement("div"), { className: "tip", hidden: true }),
    gaps: stream.gaps.map(makeGap),
  };
  result.charts = [...groups].map(([unit, channels]) => {
    const canvas = document.createElement("canvas");
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-describedby", "help");
    return { canvas, unit, channels };
  });
  plots.replaceChildren(...result.charts.map((chart) => chart.canvas), result.tip);
  for (const { canvas } of result.charts) {
    const hover = (time, left) => {
      cursor = time;
      showTip(result, time, left, canvas, view);
      scheduleFrame();
    };
    listen(canvas, { view: () => view, setView, zoom, actions, hover });
  }
  return result;
}

function readTheme() {
  const style = getComputedStyle(document.documentElement);
  const color = (name) => style.getPropertyValue(`--${name}`).trim();
  return {
    channels: [0, 1, 2, 3, 4, 5].map((index) => color(`c${index}`)), line: color("line"),
    text: color("text"), quiet: color("quiet"), card: color("card"), bad: color("bad"),
    wait: color("wait"),
    font: getComputedStyle(document.body).fontFamily,
  };
}

// The view

/**
 * Shows a range of time, limited to the night, in all charts. A view that follows the end of the
 * night must not delay its own requests again and again.
 */
function setView(from, to, isFollowing = false) {
  const whole = wholeNight();
  const length = Math.min(Math.max(to - from, shortestView), whole.to - whole.from);
  let start = Math.max(whole.from, (from + to - length) / 2);
  start = Math.min(start, whole.to - length);
  view = { from: start, to: start + length };
  scheduleFrame();
  scheduleLoad(isFollowing ? reloadDelay : loadDelay, isFollowing);
}

function zoom(factor, center = (view.from + view.to) / 2) {
  setView(center - (center - view.from) * factor, center + (view.to - center) * factor);
}

function move(share) {
  const distance = (view.to - view.from) * share;
  setView(view.from + distance, view.to + distance);
}

function readFragment() {
  const match = /^#t=(-?\d{1,19}),(-?\d{1,19})$/.exec(location.hash);
  if (!match) return actions.all();
  const [from, to] = [toTime(match[1]), toTime(match[2])];
  if (from < to) setView(from, to);
}

function writeFragment() {
  const fragment = isWhole() ? "" : `#t=${toNanoseconds(view.from)},${toNanoseconds(view.to)}`;
  if (location.hash !== fragment) {
    history.replaceState(null, "", location.pathname + location.search + fragment);
  }
  for (const link of document.querySelectorAll("a[data-range]")) {
    const address = new URL(link.href);
    address.searchParams.set("from", toNanoseconds(view.from));
    address.searchParams.set("to", toNanoseconds(view.to));
    link.href = address.href;
  }
}

// Loading

/** Loads what the view needs after a delay, or earlier if that is planned and `keepsEarlier`. */
function scheduleLoad(delay, keepsEarlier = false) {
  document.body.dataset.state = "loading";
  if (keepsEarlier && loadTimer !== 0) return;
  clearTimeout(loadTimer);
  loadTimer = setTimeout(() => {
    loadTimer = 0;
    writeFragment();
    for (const stream of streams) {
      if (needsLoad(stream)) load(stream);
    }
    scheduleFrame();
  }, delay);
}

function needsLoad(stream) {
  return stream.isStale || !stream.loaded || !isFitting(stream.loaded, view, wholeNight());
}

/** Loads the points of a stream. The old ones stay until the new ones have come. */
async function load(stream) {
  stream.request?.abort();
  const request = stream.request = new AbortController();
  const plan = planRequest(view, wholeNight(), stream.charts[0]?.canvas.clientWidth || 0);
  stream.isStale = false;
  stream.lastLoad = performance.now();
  let problem = "";
  try {
    const path = `${night.base}/streams/${encodeURIComponent(stream.name)}`;
    const { level, points } = await fetchCurve(path, plan, clock, request.signal);
    if (stream.request !== request) return;
    Object.assign(stream, { points, loaded: plan });
    stream.card.dataset.level = level;
    if (stream.isStale) scheduleLoad(reloadDelay, true);
  } catch (error) {
    if (stream.request !== request) return;
    stream.isStale = true;
    const isUnreachable = error instanceof TypeError;
    problem = isUnreachable ? "The server cannot be reached." : error.message;
  }
  stream.request = null;
  showStatus(stream, problem);
  scheduleFrame();
}

function showStatus(stream, text) {
  stream.status.hidden = text === "";
  stream.status.textContent = text;
  if (text === "") return;
  const button = Object.assign(document.createElement("button"), { textContent: "Try again" });
  button.addEventListener("click", () => load(stream));
  stream.status.append(" ", button);
}

// Drawing

function scheduleFrame() {
  if (frame === 0) frame = requestAnimationFrame(drawAll);
}

function drawAll() {
  frame = 0;
  const isLoading = loadTimer !== 0 || streams.some((stream) => stream.request);
  for (const stream of streams) {
    const text = (chart) => label(stream, chart, view, viewText());
    let dots = 0;
    for (const chart of stream.charts) {
      dots += draw(chart.canvas, { ...stream, ...chart, marks, cursor, base }, view, theme);
      if (!isLoading) chart.canvas.setAttribute("aria-label", text(chart));
    }
    stream.card.dataset.dots = dots;
    showValues(stream, cursor, view);
  }
  document.getElementById("range").textContent = viewText();
  for (const button of tools.querySelectorAll("button")) {
    const name = button.dataset.action;
    button.disabled = ["out", "all", "earlier", "later"].includes(name) && isWhole()
      || name === "in" && view.to - view.from <= shortestView;
  }
  if (isLoading) return;
  const hasFailed = streams.some((stream) => !stream.status.hidden);
  document.body.dataset.state = hasFailed ? "error" : "drawn";
  document.body.dataset.drawnMs ??= Math.round(performance.now());
}

/** Returns the visible part of the night as text. */
function viewText() {
  const [from, to] = [Math.max(0, view.from), Math.min(nightEnd, view.to)];
  return rangeText(new Date(base + from), new Date(base + to));
}

// Live

/** Loads what a stored chunk changes, and follows the end of an open night. */
function stored({ stream: name, first_time: first, last_time: last }) {
  const [from, to] = [toTime(first), toTime(last)];
  if (dataTimer === 0) dataTimer = setTimeout(loadData, reloadDelay);
  if (night.isOpen) follow(to);
  const stream = streams.find((candidate) => candidate.name === name);
  if (!stream || to < view.from || from > view.to) return;
  clearTimeout(stream.reloadTimer);
  const wait = Math.max(0, stream.lastLoad + reloadDelay - performance.now());
  stream.reloadTimer = setTimeout(() => {
    stream.isStale = true;
    if (!stream.request) load(stream);
  }, wait);
}

/** Makes the night longer, and moves a view that shows its end. */
function follow(end) {
  if (end <= nightEnd) return;
  const wasWhole = isWhole(), wasAtEnd = view.to >= nightEnd, added = end - nightEnd;
  nightEnd = end;
  const whole = wholeNight();
  if (wasWhole) setView(whole.from, whole.to, true);
  else if (wasAtEnd) setView(view.from + added, view.to + added, true);
}

/** Loads the end, the gaps, the missing chunks and the marks again. */
async function loadData() {
  dataTimer = 0;
  try {
    const response = await fetch(night.data);
    if (!response.ok) return;
    const data = await response.json();
    marks = data.marks.map(makeMark);
    for (const stream of streams) {
      const gaps = data.streams.find((candidate) => candidate.name === stream.name)?.gaps ?? [];
      stream.gaps = gaps.map(makeGap);
    }
    night.isOpen = data.isOpen;
    follow(toTime(data.end));
    document.getElementById("open")?.toggleAttribute("hidden", !data.isOpen);
    scheduleFrame();
  } catch {
    // The next stored chunk loads them again.
  }
}

function loadAllAgain(delay) {
  for (const stream of streams) stream.isStale = true;
  scheduleFrame();
  scheduleLoad(delay);
}

// Start

for (const element of document.querySelectorAll("time")) {
  const date = new Date(element.dateTime);
  element.title = `${element.textContent} UTC`;
  element.textContent = completeText(date);
}
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
document.getElementById("zone").textContent = `Times are local: ${zone.replaceAll("_", " ")}.`;
tools.hidden = document.getElementById("help").hidden = streams.length === 0;
for (const button of tools.querySelectorAll("button")) {
  button.addEventListener("click", () => actions[button.dataset.action]());
}
addEventListener("hashchange", readFragment);
let width = innerWidth;
addEventListener("resize", () => {
  // The browsers of phones change the height while scrolling.
  if (width !== innerWidth) loadAllAgain(loadDelay);
  width = innerWidth;
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  theme = readTheme();
  scheduleFrame();
});
readFragment();
listenForChunks(night.base, () => {
  loadAllAgain(0);
  loadData();
}, stored);
