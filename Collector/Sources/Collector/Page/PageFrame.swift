/// The parts that all pages have in common: the head, the look, and the header.
struct PageFrame {
  var title: String
  /// The right part of the header, as HTML.
  var head: String
  /// The content of the page, as HTML.
  var main: String
  /// Further rules for the look of the page, as CSS.
  var style = ""
  var scripts = [Script.plain("/assets/local-time.js")]
  /// The data for the scripts, as JSON that may stand in a `<script>` element; nil for none.
  var data: String?
  /// Whether the header links to the page with all devices.
  var hasHome = true

  /// A script by its path.
  enum Script: Hashable {
    case plain(String)
    case module(String)

    var html: String {
      switch self {
      case .plain(let path): "<script src=\"\(path)\" defer></script>"
      case .module(let path): "<script type=\"module\" src=\"\(path)\"></script>"
      }
    }
  }

  var html: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(escapeHTML(title))</title>
    <style>
    \(Self.style)
    \(style)
    </style>
    \(data.map { "<script type=\"application/json\" id=\"night-data\">\($0)</script>" } ?? "")
    \(scripts.map(\.html).joined(separator: "\n"))
    </head>
    <body>
    <header><h1>\(hasHome ? "<a href=\"/\">Yoban</a>" : "Yoban") <span>recorded nights</span></h1>
    <p id="zone">Times are in UTC.</p>\(head)</header>
    <main>
    \(main)
    </main>
    </body>
    </html>

    """
  }
}
