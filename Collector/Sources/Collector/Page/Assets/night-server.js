"use strict";
// Requests for curves, and events from the server. Times are milliseconds since the start of the
// night; only what is sent and received has nanoseconds since 1970, as text.

// A request covers this share of the view on each side too, so that a short move needs no request.
const spare = 0.25;
const pointsMax = 2000;

/** The conversion of times of a night that starts at `start`. */
export function makeClock(start) {
  const origin = BigInt(start);
  return {
    base: Number(origin) / 1e6,
    toTime: (nanoseconds) => Number(BigInt(nanoseconds) - origin) / 1e6,
    toNanoseconds: (time) => (origin + BigInt(Math.round(time * 1e6))).toString(),
  };
}

/** Returns the request for a view: a range within the limits, and a number of points. */
export function planRequest(view, limits, width) {
  const viewLength = view.to - view.from;
  const from = Math.max(limits.from, view.from - viewLength * spare);
  const to = Math.min(limits.to, view.to + viewLength * spare);
  const points = Math.ceil(Math.max(100, width) * (to - from) / viewLength);
  return { from, to, viewLength, points: Math.min(pointsMax, points) };
}

/** Whether the points of a request can be shown in a view. */
export function isFitting(request, view, limits) {
  const ratio = (view.to - view.from) / request.viewLength;
  return Math.abs(ratio - 1) <= 0.01 && request.from <= Math.max(view.from, limits.from) + 0.01
    && request.to >= Math.min(view.to, limits.to) - 0.01;
}

/** Requests points. Throws an error with a message for the user. */
export async function fetchCurve(streamPath, request, clock, signal) {
  const response = await fetch(
    `${streamPath}/curve?from=${clock.toNanoseconds(request.from)}`
      + `&to=${clock.toNanoseconds(request.to)}&points=${request.points}`,
    { signal });
  if (!response.ok) {
    const problem = await response.json().catch(() => null);
    throw new Error(
      `The curve could not be loaded. ${problem?.detail || `The status is ${response.status}.`}`);
  }
  const answer = await response.json();
  const shift = clock.toTime(answer.origin);
  const points = answer.points.map(
    (point) => point && [shift + point[0] / 1e3, shift + point[1] / 1e3, ...point.slice(2)]);
  return { level: answer.level, points };
}

/**
 * Calls `connected` each time when the server begins to tell of stored chunks, because those before may have been
 * missed, and `stored` for every chunk from then on. A browser tries again by itself, except after an answer with an
 * error, such as a server with too many pages.
 */
export function listenForChunks(base, connected, stored) {
  const events = new EventSource(`${base}/events`);
  events.addEventListener("open", connected);
  events.addEventListener("stored", (event) => stored(JSON.parse(event.data)));
  events.addEventListener("error", () => {
    if (events.readyState !== EventSource.CLOSED) return;
    setTimeout(() => listenForChunks(base, connected, stored), 30_000);
  });
}
