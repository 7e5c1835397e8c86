// The list of the visible events that match the search. Only the visible rows are created.

const ROW = 26;

const list = {
  search: document.getElementById("search"),
  follow: document.getElementById("follow"),
  box: document.getElementById("events"),
  space: document.getElementById("events-space"),
  count: document.getElementById("events-count"),
  haystack: null,
  found: [],
  chosen: -1,
  timer: 0,

  get isSearching() { return this.search.value.trim() !== ""; },

  /** Searches again after a delay, because the view or the search text has changed. */
  refresh(delay = 0) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.find(), delay);
  },

  find() {
    const { events } = data;
    const [first, last] = this.follow.checked
      ? [lowerBound(events.times, view.from), lowerBound(events.times, view.to + 1)]
      : [0, events.count];
    const words = this.search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length > 0) this.haystack ??= this.texts();
    this.found = [];
    for (let i = first; i < last; i++) {
      if (words.every((word) => this.haystack[i].includes(word))) this.found.push(i);
    }
    this.space.style.height = `${this.found.length * ROW}px`;
    this.count.textContent = `${number(this.found.length)} of ${number(events.count)} events`;
    this.draw();
    if (words.length > 0 || this.wasSearching) chart.redraw();
    this.wasSearching = words.length > 0;
  },

  texts() {
    const { events } = data;
    return Array.from({ length: events.count }, (_, i) => [
      clock(events.times[i]), events.device(i), events.process(i), events.service(i),
      events.name(i), events.words(i), events.state(i),
    ].join(" ").toLowerCase());
  },

  draw() {
    const first = Math.max(0, Math.floor(this.box.scrollTop / ROW) - 6);
    const last = Math.min(
      this.found.length, Math.ceil((this.box.scrollTop + this.box.clientHeight) / ROW) + 6);
    const rows = [];
    for (let place = first; place < last; place++) rows.push(this.row(place));
    this.space.replaceChildren(...rows);
    const chosen = this.space.querySelector("[aria-selected=true]");
    if (chosen) this.box.setAttribute("aria-activedescendant", chosen.id);
    else this.box.removeAttribute("aria-activedescendant");
  },

  row(place) {
    const { events } = data;
    const i = this.found[place];
    const row = element("div", "event");
    row.id = `event-${i}`;
    row.dataset.place = place;
    row.style.top = `${place * ROW}px`;
    row.setAttribute("role", "option");
    row.setAttribute("aria-setsize", this.found.length);
    row.setAttribute("aria-posinset", place + 1);
    row.setAttribute("aria-selected", i === this.chosen);
    row.classList.toggle("is-finding", data.findings.has(i));
    const state = element("span", "state", events.state(i));
    if (events.state(i)) state.dataset.state = events.state(i);
    const words = element("span", "words", events.words(i));
    words.title = events.words(i);
    row.append(
      element("time", "", clock(events.times[i])),
      element("span", "wall", wallClock(events.times[i])),
      element("span", "device", events.device(i)),
      element("span", "process", events.process(i)),
      element("span", "service", events.service(i)),
      words, state);
    return row;
  },

  /** Selects an event in the list and on the chart, and scrolls the list to it. */
  choose(event) {
    this.chosen = event;
    overlay.chosen = data.events.times[event];
    overlay.draw();
    const place = this.found.indexOf(event);
    if (place >= 0) {
      const top = place * ROW;
      const { scrollTop, clientHeight } = this.box;
      if (top < scrollTop || top + ROW > scrollTop + clientHeight) {
        this.box.scrollTop = top - clientHeight / 3;
      }
    }
    this.draw();
  },

  /** Moves the selection up or down by a number of rows. */
  step(by) {
    if (this.found.length === 0) return;
    const place = this.found.indexOf(this.chosen);
    const next = place < 0 ? 0 : Math.min(this.found.length - 1, Math.max(0, place + by));
    this.choose(this.found[next]);
  },

  /** Zooms in on the selected event. */
  approach() {
    if (this.chosen < 0) return;
    const time = data.events.times[this.chosen];
    const half = Math.min(view.length / 8, 30 * SECOND) || SECOND;
    view.show(time - half, time + half, { glides: true });
  },

  listen() {
    this.box.style.setProperty("--rows", Math.max(1, data.events.count));
    this.search.addEventListener("input", () => this.refresh(60));
    this.follow.addEventListener("change", () => this.refresh());
    this.box.addEventListener("scroll", () => this.draw(), { passive: true });
    this.box.addEventListener("click", (event) => {
      const row = event.target.closest(".event");
      if (row) this.choose(this.found[Number(row.dataset.place)]);
    });
    this.box.addEventListener("dblclick", () => this.approach());
    this.box.addEventListener("keydown", (event) => {
      const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 12, PageUp: -12 }[event.key];
      if (by) this.step(by);
      else if (event.key === "Enter") this.approach();
      else return;
      event.preventDefault();
    });
  },
};
