/// The parts that all pages have in common: the head, the look, and the header.
struct PageFrame {
  var title: String
  /// The right part of the header.
  var head: HTML
  var main: HTML
  /// Further rules for the look of the page, as CSS.
  var style: HTML = ""
  var scripts = [Script.plain("/assets/local-time.js")]
  /// The data for the scripts; nil for none.
  var data: NightData?
  /// Whether the header links to the page with all devices.
  var hasHome = true

  /// Links to the pages about all devices, for the header.
  ///
  /// - Parameter others: what stands before them.
  static func links(after others: HTML = "") -> HTML {
    """
    \(others)<p class="pages"><a href="/">Devices</a> <a href="/last-night">Last night</a> \
    <a href="/enrollments">Codes</a></p>
    """
  }

  /// A script by its path.
  enum Script: Hashable {
    case plain(String)
    case module(String)

    var html: HTML {
      switch self {
      case .plain(let path): "<script src=\"\(path)\" defer></script>"
      case .module(let path): "<script type=\"module\" src=\"\(path)\"></script>"
      }
    }
  }

  var html: HTML {
    let home: HTML = hasHome ? "<a href=\"/\">Yoban</a>" : "Yoban"
    let data: HTML? = data.map {
      "<script type=\"application/json\" id=\"night-data\">\(HTML.script(json: $0))</script>"
    }
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title)</title>
      <style>
      \(Self.style)
      \(style)
      </style>
      \(data ?? "")
      \(scripts.map(\.html).joined(separator: "\n"))
      </head>
      <body>
      <header><h1>\(home) <span>recorded nights</span></h1>
      <p id="zone">Times are in UTC.</p>\(head)</header>
      <main>
      \(main)
      </main>
      </body>
      </html>

      """
  }
}
