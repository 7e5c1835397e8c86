// The data of the trace: columns of numbers, and one table of all texts.

const data = (() => {
  const raw = JSON.parse(document.getElementById("data").textContent);
  const text = (i) => (i < 0 ? "" : raw.strings[i]);

  const count = raw.events.kind.length;
  const times = new Float64Array(count);
  let last = 0;
  for (let i = 0; i < count; i++) times[i] = last += raw.events.time[i];

  const events = {
    count,
    times,
    device: (i) => text(raw.events.device[i]),
    process: (i) => text(raw.events.process[i]),
    service: (i) => raw.kinds[raw.events.kind[i]][0],
    name: (i) => raw.kinds[raw.events.kind[i]][1],
    words: (i) => text(raw.events.words[i]),
    state: (i) => (raw.events.state[i] < 0 ? "" : raw.states[raw.events.state[i]]),
  };

  const lanes = raw.lanes.map((lane) => {
    const n = lane.spans.length / 6;
    const spans = {
      count: n,
      start: new Float64Array(n),
      end: new Float64Array(n),
      style: [],
      first: new Int32Array(n),
      last: new Int32Array(n),
      value: new Float64Array(n),
      longest: 0,
    };
    let start = 0;
    for (let i = 0; i < n; i++) {
      const at = i * 6;
      start += lane.spans[at];
      spans.start[i] = start;
      spans.end[i] = start + lane.spans[at + 1];
      spans.style.push(raw.styles[lane.spans[at + 2]]);
      spans.first[i] = lane.spans[at + 3];
      spans.last[i] = lane.spans[at + 4];
      spans.value[i] = lane.spans[at + 5];
      spans.longest = Math.max(spans.longest, lane.spans[at + 1]);
    }
    const marks = [];
    for (let i = 0; i < lane.marks.length; i += 2) {
      const event = lane.marks[i];
      marks.push({ event, time: times[event], style: raw.styles[lane.marks[i + 1]] });
    }
    const gaps = lane.gaps.map(([from, to, cause]) => ({
      start: Math.min(from, to),
      end: Math.max(from, to),
      cause: text(cause),
    }));
    return {
      device: text(lane.device),
      app: text(lane.app),
      label: lane.label,
      form: lane.form,
      expected: lane.expected,
      spans,
      marks,
      gaps,
    };
  });

  const findings = new Map();
  for (const [event, name, rule, what, remedy] of raw.findings) {
    findings.set(event, {
      name: text(name),
      rule: text(rule),
      what: text(what),
      remedy: text(remedy),
    });
  }
  const details = new Map(raw.devices.map(([name, words]) => [text(name), text(words)]));

  return { duration: raw.duration, wall: raw.wall, events, lanes, findings, details };
})();

/** Returns the first index in a sorted list whose value is not below `value`. */
function lowerBound(list, value, key = (x) => x) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (key(list[middle]) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Calls `body` with the index of every span that overlaps a time range. */
function eachSpan(spans, from, to, body) {
  for (let i = lowerBound(spans.start, from - spans.longest); i < spans.count; i++) {
    if (spans.start[i] > to) return;
    if (spans.end[i] >= from) body(i);
  }
}

/** Returns the marks in a time range, in order. */
function marksBetween(marks, from, to) {
  const first = lowerBound(marks, from, (mark) => mark.time);
  let last = first;
  while (last < marks.length && marks[last].time <= to) last++;
  return marks.slice(first, last);
}
