/// A script of the pages. It is part of the program, so that the server needs no files.
struct Asset: Sendable {
  var path: String
  var contentType: String
  var text: String

  static let all = [localTime]

  /// Shows every time in the time zone of the viewer.
  static let localTime = Asset(
    path: "/assets/local-time.js", contentType: "text/javascript; charset=utf-8",
    text: """
      "use strict";
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
        const zone = document.getElementById("zone");
        if (zone) {
          const name = Intl.DateTimeFormat().resolvedOptions().timeZone;
          zone.textContent = `Times are in your time zone, ${name}.`;
        }
      })();

      """)
}
