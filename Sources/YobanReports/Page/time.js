// Formats times. All times in the page are numbers of microseconds since the start.

const MS = 1e3;
const SECOND = 1e6;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const pad = (number, width = 2) => String(number).padStart(width, "0");

/**
 * Formats a time as `HH:MM`, `HH:MM:SS` or `HH:MM:SS.mmm`, with the precision of the given step.
 */
function clock(time, step = MS) {
  const sign = time < 0 ? "−" : "";
  const ms = Math.round(Math.abs(time) / MS);
  const seconds = Math.floor(ms / 1000);
  let words = `${sign}${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}`;
  if (step < MINUTE) words += `:${pad(seconds % 60)}`;
  if (step < SECOND) words += `.${pad(ms % 1000, 3)}`;
  return words;
}

/** Formats the wall clock time; empty if the report does not contain it. */
function wallClock(time, step = SECOND) {
  if (!data.wall) return "";
  const [start, offset] = data.wall;
  const day = 86400 * SECOND;
  const since = (start + offset) * SECOND + time;
  return clock(((since % day) + day) % day, step);
}

/** Formats both the time since the start and the wall clock time. */
function bothClocks(time, step = MS) {
  const wall = wallClock(time, Math.max(step, SECOND));
  return wall ? `${clock(time, step)} (${wall})` : clock(time, step);
}

/** Formats a duration, such as `1 h 5 min`, `12.5 s` or `40 ms`. */
function length(time) {
  if (time >= HOUR) {
    const minutes = Math.round(time / MINUTE);
    return parts(minutes, 60, "h", "min");
  }
  if (time >= MINUTE) {
    return parts(Math.round(time / SECOND), 60, "min", "s");
  }
  if (time >= SECOND) return `${Number((time / SECOND).toFixed(2))} s`;
  if (time >= MS) return `${Number((time / MS).toFixed(1))} ms`;
  return `${Math.round(time)} µs`;
}

function parts(value, each, large, small) {
  const words = `${Math.floor(value / each)} ${large}`;
  return value % each ? `${words} ${value % each} ${small}` : words;
}

const number = (value) => Math.round(value).toLocaleString("en-GB");

const STEPS = [
  MS, 2 * MS, 5 * MS, 10 * MS, 20 * MS, 50 * MS, 100 * MS, 200 * MS, 500 * MS,
  SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND, 15 * SECOND, 30 * SECOND,
  MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE,
  HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR, 48 * HOUR, 168 * HOUR,
];

/**
 * Returns regular times in a view, at least `room` pixels apart, with the finer ones between them.
 */
function ticks(from, to, width, room) {
  const wanted = ((to - from) / width) * room;
  const at = Math.max(0, STEPS.findIndex((step) => step >= wanted));
  const step = STEPS[at] >= wanted ? STEPS[at] : STEPS[STEPS.length - 1];
  const divides = (small) => step % small === 0 && step / small <= 6;
  const finer = STEPS.slice(0, at).reverse().find(divides);
  const times = (every) => {
    const list = [];
    for (let i = Math.ceil(from / every); i * every <= to; i++) list.push(i * every);
    return list;
  };
  return { step, major: times(step), minor: finer ? times(finer) : [] };
}
