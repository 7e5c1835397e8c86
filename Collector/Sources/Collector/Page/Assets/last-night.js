"use strict";
// Shows the night of the viewer's time zone, which the server does not know, unless the address names another one.
(() => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone || zone === "UTC" || /[?&]zone=/.test(location.search)) return;
  const first = location.search ? `${location.search}&` : "?";
  location.replace(`${location.pathname}${first}zone=${encodeURIComponent(zone)}`);
})();
