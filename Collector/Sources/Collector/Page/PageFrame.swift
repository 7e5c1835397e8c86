/// What all pages have in common: the head, the look, and the header.
struct PageFrame {
  var title: String
  /// What stands at the right of the header, as HTML.
  var head: String
  /// The content of the page, as HTML.
  var main: String
  /// Further rules for the look of the page, as CSS.
  var style = ""
  /// The paths of the scripts of the page.
  var scripts = ["/assets/local-time.js"]

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
    \(scripts.map { "<script src=\"\($0)\" defer></script>" }.joined(separator: "\n"))
    </head>
    <body>
    <header><h1><a href="/">Yoban</a> <span>recorded nights</span></h1>
    <p id="zone">Times are in UTC.</p>\(head)</header>
    <main>
    \(main)
    </main>
    </body>
    </html>

    """
  }
}
