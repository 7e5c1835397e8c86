// The description of the item under the pointer, beside the pointer; it stays open after a click.

const TOLERANCE = 6;

/**
 * Returns the item at a position of the chart: a title, lines of facts, and the events behind it.
 */
function itemAt(place, y) {
  const row = layout.rowAt(y);
  if (!row) return null;
  const { lane } = row;
  const time = x.timeAt(place);
  const reach = (view.length / layout.width) * (lane.label === "Findings" ? 9 : TOLERANCE);
  const near = marksBetween(lane.marks, time - reach, time + reach);
  // On a curve, marks are only at the top.
  if (near.length > 0 && (lane.form !== "curve" || y < row.y + 8)) return markItem(near, time);
  const gap = lane.gaps.find((one) => time >= one.start - reach / 2 && time <= one.end + reach / 2);
  if (gap) return gapItem(gap);
  if (lane.form === "bars" && isDense(row)) return densityItem(row, time);
  return spanItem(row, time, y);
}

function markItem(marks, time) {
  const nearest = [...marks].sort((a, b) => Math.abs(a.time - time) - Math.abs(b.time - time))[0];
  const same = marks.filter((mark) => data.findings.has(mark.event) || mark === nearest);
  const lines = [`${bothClocks(nearest.time)}`, whose(nearest.event)];
  if (marks.length > 1) lines.push(`and ${marks.length - 1} more here`);
  return {
    title: data.events.words(nearest.event),
    lines,
    events: same.map((mark) => mark.event),
    start: marks[0].time,
    end: marks[marks.length - 1].time,
  };
}

function whose(event) {
  const state = data.events.state(event);
  const who = data.events.process(event) || data.events.device(event);
  return state ? `${who} [${state}]` : who;
}

function gapItem(gap) {
  return {
    title: `gap: ${gap.cause}`,
    lines: stretch(gap.start, gap.end),
    events: [],
    start: gap.start,
    end: gap.end,
  };
}

function stretch(start, end) {
  return [`${bothClocks(start)} – ${bothClocks(end)}`, length(end - start)];
}

/** The counted items of a lane whose label does not name them. */
const COUNTED = { Bluetooth: "scans and connections", "Watch link": "items on the watch link" };

function densityItem({ lane }, time) {
  const reach = (view.length / layout.width) * 12;
  const first = lowerBound(lane.spans.start, time - reach);
  const last = lowerBound(lane.spans.start, time + reach);
  const styles = lane.spans.style.slice(first, last);
  const count = styles.filter((style) => !style.endsWith("-waiting")).length;
  const failed = styles.filter((style) => IS_BAD.test(style)).length;
  const each = number((count / (2 * reach)) * HOUR);
  const [from, to] = [time - reach, time + reach].map((edge) => clock(edge, SECOND));
  const lines = [`${from} – ${to}`, `${each} an hour`];
  if (failed) lines.push(`${failed} of them failed, were lost or cut short`);
  let waiting = 0;
  eachSpan(lane.spans, time, time, (i) => {
    if (lane.spans.style[i].endsWith("-waiting")) waiting += 1;
  });
  if (waiting) lines.push(`${number(waiting)} waiting`);
  const what = COUNTED[lane.label] ?? lane.label.toLowerCase();
  return {
    title: `${count} ${what} began`,
    lines,
    events: [],
    start: time - reach,
    end: time + reach,
  };
}

function spanItem(row, time, y) {
  const { lane } = row;
  const reach = (view.length / layout.width) * 2;
  let best = -1;
  let distance = Infinity;
  const bars = lane.form === "bars" ? rowsOf(row) : null;
  eachSpan(lane.spans, time - reach, time + reach, (i) => {
    const aside = Math.max(0, lane.spans.start[i] - time, time - lane.spans.end[i]);
    const each = row.height / (bars?.rows ?? 1);
    const middle = () => row.y + each * (bars.row(i) + 0.5);
    // An item in the background is selected only if there is no other item at this position.
    const away = () => (bars.isBehind(i) ? 1 : Math.abs(middle() - y) / row.height);
    const far = bars ? aside / reach + away() : aside;
    if (far <= distance) [best, distance] = [i, far];
  });
  if (best < 0) return null;
  const { spans } = lane;
  const [start, end] = [spans.start[best], spans.end[best]];
  const [first, last] = [spans.first[best], spans.last[best]];
  const lines = stretch(start, end);
  let title = bandName(spans, best);
  if (lane.form === "bars") title = barName(spans, best);
  if (lane.form === "curve") {
    title = `${number(rateOf(spans, best))} samples per minute`;
    lines.push(`${number(spans.value[best])} samples of ${lane.label}`);
  }
  if (lane.form === "countdown") {
    const left = spans.value[best] / 1e3 - (Math.min(time, end) - start);
    title = `${length(Math.max(0, left))} of background time left`;
  }
  if (first >= 0) lines.push(whose(first));
  if (last >= 0) lines.push(`until: ${data.events.words(last)}`);
  const outcome = /^(.*)-(waiting|expired|failed|cut|lost)$/.exec(spans.style[best]);
  if (lane.form === "bars" && outcome) lines.push(`${outcome[1]}: ${outcome[2]}`);
  const events = lane.form === "curve" ? [] : [first, last].filter((event) => event >= 0);
  return { title, lines, events, start, end };
}

/** The maximum number of findings that the card shows at once. */
const MOST_FINDINGS = 6;

const tooltip = {
  box: document.getElementById("tooltip"),

  show(item, pageX, pageY) {
    this.box.replaceChildren(element("strong", "", item.title));
    for (const line of item.lines) this.box.append(element("div", "", line));
    this.box.hidden = false;
    const { offsetWidth: width, offsetHeight: height } = this.box;
    const left = Math.min(pageX + 14, document.documentElement.clientWidth - width - 8);
    const above = pageY + 18 + height > window.innerHeight;
    this.box.style.left = `${Math.max(8, left)}px`;
    this.box.style.top = `${above ? pageY - height - 12 : pageY + 18}px`;
  },

  hide() { this.box.hidden = true; },
};

/** The card that stays open after a click, with all facts about an item. */
const card = {
  box: document.getElementById("card"),
  body: document.getElementById("card-body"),

  show(item) {
    this.body.replaceChildren(element("h3", "", item.title));
    const named = item.events.filter((event) => data.findings.has(event));
    for (const event of named.slice(0, MOST_FINDINGS)) this.body.append(this.finding(event));
    const more = named.length - MOST_FINDINGS;
    if (more > 0) this.body.append(element("p", "quiet", `and ${more} more findings here`));
    if (named.length === 0) {
      for (const line of item.lines) this.body.append(element("p", "", line));
      for (const event of item.events) {
        const words = `${clock(data.events.times[event])}  ${data.events.words(event)}`;
        this.body.append(element("p", "quiet", words));
      }
    } else {
      this.body.firstChild.remove();
    }
    const zoom = element("button", "", "Zoom here");
    zoom.type = "button";
    zoom.addEventListener("click", () => focusOn(item.start, item.end));
    this.body.append(zoom);
    this.box.hidden = false;
  },

  finding(event) {
    const { name, rule, what, remedy } = data.findings.get(event);
    const box = element("div", "finding");
    box.append(element("h3", "", name));
    box.append(element("p", "quiet", `${bothClocks(data.events.times[event])} · ${whose(event)}`));
    const list = element("dl");
    for (const [term, words] of [["What", what], ["Rule", rule], ["Remedy", remedy]]) {
      if (words) list.append(element("dt", "", term), element("dd", "", words));
    }
    box.append(list);
    return box;
  },

  hide() { this.box.hidden = true; },
};

/** Shows a time range with some space around it. */
function focusOn(start, end) {
  const room = Math.max((end - start) * 0.25, 15 * SECOND);
  view.show(start - room, end + room, { glides: true });
}
