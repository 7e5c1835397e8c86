// The visible time range. Everything that depends on it listens to its changes.

const SHORTEST_VIEW = 10 * MS;

const view = {
  from: 0,
  to: 1,
  /** The whole world, with a little space at both ends. */
  full: (() => {
    const length = Math.max(data.duration, SECOND);
    return { from: -length * 0.004, to: length * 1.004 };
  })(),
  listeners: [],

  get length() { return this.to - this.from; },
  get isFull() { return this.from <= this.full.from + MS && this.to >= this.full.to - MS; },

  /** Shows a time range, limited to the world; animated unless the user prefers reduced motion. */
  show(from, to, { glides = false } = {}) {
    const most = this.full.to - this.full.from;
    const length = Math.min(most, Math.max(SHORTEST_VIEW, to - from));
    const middle = (from + to) / 2;
    const start = Math.min(
      this.full.to - length, Math.max(this.full.from, middle - length / 2));
    glide.stop();
    if (glides && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
      glide.begin({ from: start, to: start + length });
    } else {
      this.set(start, start + length);
    }
  },

  set(from, to) {
    this.from = from;
    this.to = to;
    for (const listener of this.listeners) listener();
  },

  /** Makes the visible time range longer or shorter around a moment that keeps its position. */
  zoom(factor, around, options) {
    const target = glide.target ?? this;
    const anchor = around ?? (target.from + target.to) / 2;
    const most = this.full.to - this.full.from;
    const length = target.to - target.from;
    const scale = Math.min(most, Math.max(SHORTEST_VIEW, length * factor)) / length;
    this.show(
      anchor - (anchor - target.from) * scale, anchor + (target.to - anchor) * scale, options);
  },

  /** Moves by a fraction of the visible time range. */
  pan(part, options) {
    const target = glide.target ?? this;
    const by = (target.to - target.from) * part;
    this.show(target.from + by, target.to + by, options);
  },

  showAll(options) { this.show(this.full.from, this.full.to, options); },
};

/** A short animation from one view to another. */
const glide = {
  target: null,
  frame: 0,

  begin(target) {
    const origin = { from: view.from, to: view.to };
    const began = performance.now();
    this.target = target;
    const step = (now) => {
      const part = Math.min(1, Math.max(0, (now - began) / 180));
      const eased = 1 - (1 - part) ** 3;
      if (part === 1) {
        this.target = null;
        return view.set(target.from, target.to);
      }
      view.set(
        origin.from + (target.from - origin.from) * eased,
        origin.to + (target.to - origin.to) * eased);
      this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  },

  stop() {
    cancelAnimationFrame(this.frame);
    this.target = null;
  },
};

/**
 * The address of the page contains the view, as `#from=…&to=…` in seconds, so that it can be
 * shared.
 */
const address = {
  timer: 0,

  read() {
    const values = new URLSearchParams(location.hash.slice(1));
    const [from, to] = ["from", "to"].map((key) => parseFloat(values.get(key)));
    if (Number.isFinite(from) && Number.isFinite(to) && to > from) {
      view.show(from * SECOND, to * SECOND);
    } else {
      view.showAll();
    }
  },

  write() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const seconds = (time) => String(Number((time / SECOND).toFixed(6)));
      const hash = view.isFull ? "" : `#from=${seconds(view.from)}&to=${seconds(view.to)}`;
      if (hash === location.hash) return;
      try {
        history.replaceState(null, "", hash || location.pathname + location.search);
      } catch {
        // Some browsers refuse this for a page from a file; then the address does not change.
      }
    }, 250);
  },
};
