"use strict";
// Shows every time in the time zone of the viewer.
(() => {
  const two = (number) => String(number).padStart(2, "0");
  const local = (date) =>
    `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ` +
    `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  for (const element of document.querySelectorAll("time[datetime]")) {
    const date = new Date(element.dateTime);
    if (Number.isNaN(date.getTime())) continue;
    element.title = element.textContent + " UTC";
    element.textContent = local(date);
  }
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  document.getElementById("zone").textContent = `Times are local: ${zone.replaceAll("_", " ")}.`;
})();
