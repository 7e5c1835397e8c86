// Input from pointer, wheel and keys.

const pointers = new Map();
let dragged = 0;
let lastScroll = 0;

/** Handles a gesture of two fingers: the times under the fingers stay under them. */
function pinch(before, after) {
  const [a, b] = before;
  const [c, d] = after;
  if (Math.abs(d - c) < 8 || Math.abs(b - a) < 8) return;
  const [first, second] = [x.timeAt(a), x.timeAt(b)];
  const each = (second - first) / (d - c);
  if (each <= 0) return;
  const from = first - c * each;
  view.show(from, from + each * layout.width);
}

function listenToPointer() {
  const canvas = page.overlay;
  const places = () => [...pointers.values()].map((pointer) => pointer.x).sort((a, b) => a - b);

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.offsetX });
    dragged = 0;
    tooltip.hide();
  });

  canvas.addEventListener("pointermove", (event) => {
    const pointer = pointers.get(event.pointerId);
    overlay.pointer = x.timeAt(event.offsetX);
    if (!pointer) {
      const item = itemAt(event.offsetX, event.offsetY);
      canvas.style.cursor = item ? "pointer" : "grab";
      tooltip.show(
        item ?? { title: bothClocks(overlay.pointer), lines: [] }, event.clientX, event.clientY);
      overlay.draw();
      return;
    }
    const before = places();
    const by = event.offsetX - pointer.x;
    pointer.x = event.offsetX;
    dragged += Math.abs(by);
    if (pointers.size === 2) return pinch(before, places());
    if (dragged < 4) return;
    canvas.style.cursor = "grabbing";
    const time = (by / layout.width) * view.length;
    view.show(view.from - time, view.to - time);
  });

  const release = (event) => {
    if (!pointers.delete(event.pointerId) || event.type !== "pointerup") return;
    if (dragged >= 4 || pointers.size > 0) return;
    const item = itemAt(event.offsetX, event.offsetY);
    if (item) card.show(item);
    else card.hide();
    if (item?.events.length) list.choose(item.events[0]);
  };
  for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, release);
  canvas.addEventListener("pointerleave", () => {
    overlay.pointer = null;
    overlay.draw();
    tooltip.hide();
  });
  canvas.addEventListener("dblclick", (event) => {
    view.zoom(1 / 4, x.timeAt(event.offsetX), { glides: true });
  });
}

/**
 * Handles the wheel: it zooms; sideways, it moves the view. Ignored while the page is being
 * scrolled.
 */
function listenToWheel() {
  window.addEventListener("scroll", () => { lastScroll = performance.now(); }, { passive: true });
  for (const canvas of [page.overlay, page.axis, page.overview]) {
    canvas.addEventListener("wheel", (event) => {
      const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
      const [across, down] = [event.deltaX * unit, event.deltaY * unit];
      const isSideways = event.shiftKey || Math.abs(across) > Math.abs(down);
      if (!event.ctrlKey && !isSideways && performance.now() - lastScroll < 300) return;
      if (!isSideways && down > 0 && view.isFull && !event.ctrlKey) return;
      event.preventDefault();
      tooltip.hide();
      if (isSideways) {
        view.pan((event.shiftKey && !across ? down : across) / layout.width);
      } else {
        const around = canvas === page.overview
          ? overview.timeAt(event.offsetX) : x.timeAt(event.offsetX);
        view.zoom(Math.exp(down * (event.ctrlKey ? 0.01 : 0.0022)), around);
      }
    }, { passive: false });
  }
}

const ACTIONS = {
  "zoom-in": () => view.zoom(1 / 2, undefined, { glides: true }),
  "zoom-out": () => view.zoom(2, undefined, { glides: true }),
  left: () => view.pan(-0.2, { glides: true }),
  right: () => view.pan(0.2, { glides: true }),
  all: () => view.showAll({ glides: true }),
};

const KEYS = {
  "+": "zoom-in", "=": "zoom-in", "-": "zoom-out", "−": "zoom-out",
  ArrowLeft: "left", ArrowRight: "right", "0": "all",
};

function listenToKeys() {
  for (const button of document.querySelectorAll("[data-action]")) {
    button.addEventListener("click", ACTIONS[button.dataset.action]);
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return card.hide();
    if (event.target.closest("input, textarea, select")) return;
    if (event.key === "/") {
      event.preventDefault();
      return list.search.focus();
    }
    const action = KEYS[event.key];
    if (!action) return;
    event.preventDefault();
    ACTIONS[action]();
  });
  document.getElementById("card-close").addEventListener("click", () => card.hide());
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-from]");
    if (!button) return;
    focusOn(Number(button.dataset.from), Number(button.dataset.to));
    page.timeline.scrollIntoView({ block: "nearest", behavior: "smooth" });
    const place = Number(button.dataset.event ?? -1);
    if (place < 0) return;
    list.choose(place);
    const time = data.events.times[place];
    card.show(markItem([{ event: place, time }], time));
  });
}
