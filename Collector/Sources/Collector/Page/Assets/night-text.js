"use strict";
// Texts of times, durations and values, in the language and the time zone of the viewer.

export const second = 1000, minute = 60 * second, hour = 60 * minute, day = 24 * hour;

const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const formats = {
  date: new Intl.DateTimeFormat([], { day: "numeric", month: "short" }),
  weekday: new Intl.DateTimeFormat([], { weekday: "short", day: "numeric", month: "short" }),
  minute: new Intl.DateTimeFormat([], clock),
  second: new Intl.DateTimeFormat([], { ...clock, second: "2-digit" }),
  fraction: new Intl.DateTimeFormat([], {
    ...clock, second: "2-digit", fractionalSecondDigits: 3,
  }),
  complete: new Intl.DateTimeFormat([], {
    ...clock, weekday: "short", day: "numeric", month: "short", year: "numeric", second: "2-digit",
  }),
};

export const dateText = (date) => formats.date.format(date);
export const completeText = (date) => formats.complete.format(date);

/** Returns the time of day, with as many digits as a step in milliseconds needs. */
export function timeText(date, step) {
  if (step >= minute) return formats.minute.format(date);
  return step >= second ? formats.second.format(date) : formats.fraction.format(date);
}

/** Returns a time span with its length. */
export function rangeText(from, to) {
  const length = to - from, days = [from, to].map((date) => formats.weekday.format(date));
  const [first, last] = [from, to].map((date) => timeText(date, length / 20));
  const end = days[0] === days[1] ? last : `${days[1]}, ${last}`;
  return `${days[0]}, ${first} \u2013 ${end} \u00b7 ${lengthText(length)}`;
}

/** Returns a duration in at most two units, truncated, as the server writes it. */
export function lengthText(milliseconds) {
  if (milliseconds < second) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 10 * second) return `${Math.floor(milliseconds / 100) / 10} s`;
  const seconds = Math.floor(milliseconds / second), minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/** Returns the text of a value, with as many digits as a step between values needs. */
export function valueText(value, step = ownStep(value)) {
  if (Math.abs(value) >= 1e7 || step < 1e-6) return value.toExponential(2);
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  return value.toFixed(digits).replace(/^-(?=[0.]*$)/, "").replace("-", "\u2212");
}

/** Returns the step that gives a value four significant digits; 1 if it is a whole number. */
function ownStep(value) {
  if (Number.isInteger(value)) return 1;
  return Math.min(1, 10 ** (Math.floor(Math.log10(Math.abs(value))) - 3));
}

/** Returns a step between values that has one digit: 1, 2 or 5 times a power of ten. */
export function niceStep(length, countMax) {
  const power = 10 ** Math.floor(Math.log10(length / countMax));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => length / step <= countMax);
}
