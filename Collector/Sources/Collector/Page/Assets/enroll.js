"use strict";
// Shows the code whose link was opened, which the server does not get; in the form for codes, the address of this page.
(() => {
  const code = document.getElementById("code");
  if (code && location.hash.startsWith("#ye_")) {
    code.value = location.href;
    document.getElementById("copy").hidden = false;
    code.addEventListener("focus", () => code.select());
  }
  const address = document.querySelector("input[name=collector]");
  if (address && !address.value) address.value = location.origin;
})();
