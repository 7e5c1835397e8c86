// Starts the page and connects its parts.

function resize() {
  colors.forget();
  layout.update();
  overview.prepare();
  chart.draw();
  overlay.draw();
  list.draw();
}

view.listeners.push(
  () => chart.redraw(),
  () => overlay.draw(),
  () => list.follow.checked && list.refresh(80),
  () => address.write());

document.documentElement.classList.add("scripted");
for (const words of data.wall ? ["since start", "wall clock"] : ["since start"]) {
  document.getElementById("clocks").append(element("div", "", words));
}
layout.update();
overview.prepare();
overview.listen();
list.listen();
listenToPointer();
listenToWheel();
listenToKeys();
address.read();
list.find();
chart.draw();

window.addEventListener("hashchange", () => address.read());
new ResizeObserver(() => {
  if (layout.width !== page.chart.parentElement.clientWidth) resize();
}).observe(page.timeline);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", resize);

// For printing, the page uses the light scheme and the width of the paper.
for (const [name, isPrinting] of [["beforeprint", true], ["afterprint", false]]) {
  window.addEventListener(name, () => {
    document.documentElement.classList.toggle("printing", isPrinting);
    resize();
  });
}
