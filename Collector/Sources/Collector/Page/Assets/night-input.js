"use strict";
// Turns pointers, the wheel and keys on a chart into moves of the view.
import { margin } from "./night-chart.js";

const keys = {
  ArrowLeft: "earlier", ArrowRight: "later", "+": "in", "=": "in", "-": "out", "0": "all",
};

/**
 * Listens to a chart.
 *
 * `control` has `view()`, `setView(from, to)`, `zoom(factor, center)`, `actions` by name, and
 * `hover(time, left)`, which receives null when the pointer leaves.
 */
export function listen(canvas, control) {
  listenToPointers(canvas, control);
  canvas.addEventListener("dblclick", () => control.actions.all());
  const onWheel = (event) => turnWheel(event, canvas, control);
  canvas.addEventListener("wheel", onWheel, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in keys)) return;
    event.preventDefault();
    control.actions[keys[event.key]]();
  });
}

/** Returns the distance of an event from the left edge of the canvas. */
function place(event, canvas) {
  return event.clientX - canvas.getBoundingClientRect().left;
}

function timeAt(left, canvas, view) {
  const width = Math.max(1, canvas.clientWidth - margin.left - margin.right);
  return view.from + (left - margin.left) / width * (view.to - view.from);
}

/** One pointer moves the view. Two zoom, and the times below them stay there. */
function listenToPointers(canvas, control) {
  const pointers = new Map();
  const time = (left) => timeAt(left, canvas, control.view());
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, place(event, canvas));
  });
  canvas.addEventListener("pointermove", (event) => {
    const left = place(event, canvas), before = pointers.get(event.pointerId);
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (before !== undefined && other !== undefined) {
      // A finger that passes the other one must not turn the view around.
      const factor = Math.max(10, Math.abs(before - other)) / Math.max(10, Math.abs(left - other));
      control.zoom(factor, time(other));
    } else if (before !== undefined) {
      const distance = time(before) - time(left), view = control.view();
      control.setView(view.from + distance, view.to + distance);
    }
    if (before !== undefined) pointers.set(event.pointerId, left);
    control.hover(time(left), left);
  });
  for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
    canvas.addEventListener(name, (event) => pointers.delete(event.pointerId));
  }
  canvas.addEventListener("pointerleave", () => control.hover(null, 0));
}

/**
 * Moves or zooms with the wheel. Without Ctrl and before a click on a chart, the wheel scrolls the
 * page as usual. Browsers report a pinch on a trackpad as a wheel with Ctrl.
 */
function turnWheel(event, canvas, control) {
  const unit = event.deltaMode === 0 ? 1 : 16, view = control.view();
  if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
    event.preventDefault();
    const distance = event.deltaX * unit / canvas.clientWidth * (view.to - view.from);
    control.setView(view.from + distance, view.to + distance);
  } else if (event.ctrlKey || event.metaKey || document.activeElement?.tagName === "CANVAS") {
    event.preventDefault();
    const turn = event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.003);
    const center = timeAt(place(event, canvas), canvas, view);
    control.zoom(Math.exp(Math.max(-0.3, Math.min(0.3, turn))), center);
  }
}
