import YobanVirtualTime

/// A report as one self-contained HTML page: it needs no network and no other file.
///
/// ```swift
/// var input = ReportInput(of: world, title: "The night", subtitle: "seed 1")
/// input.summary = [.init("recorded", "8,640,000", .good)]
/// try Data(HTMLReport(input).write().utf8).write(to: url)
/// ```
/// The page opens from a file in any current browser, supports a light and a dark color scheme, and
/// can be printed. `#from=…&to=…` after its address selects a time range, in seconds since the
/// start. Without scripts, it still shows the summary, the findings and the gaps.
public struct HTMLReport: Sendable {
  let input: ReportInput

  public init(_ input: ReportInput) { self.input = input }

  /// Returns the page. The same input always gives the same bytes.
  public func write() -> String {
    let timeline = Timeline(input)
    let page: HTMLText = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <meta http-equiv="Content-Security-Policy" content="\(verbatim: Self.securityPolicy)">
      <link rel="icon" href="data:,">
      <title>\(input.title)</title>
      <style>
      \(verbatim: PageParts.style)
      </style>
      </head>
      <body>
      \(header)
      \(summary)
      \(account)
      <main>
      \(Self.timelineSection(timeline))
      \(tables)
      \(Self.listSection)
      </main>
      <footer>Yoban <span lang="ja">夜番</span>, the night watch.</footer>
      <script type="application/json" id="data">
      \(verbatim: PageData.json(input, timeline).text(for: .scriptElement))
      </script>
      <script>
      \(verbatim: PageParts.script)
      </script>
      </body>
      </html>

      """
    return page.text
  }

  /// Prevents the page from loading any external resources, whatever the trace contains.
  private static let securityPolicy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"

  private var header: HTMLText {
    """
    <header>
    <div class="moon" aria-hidden="true"></div>
    <div><h1>\(input.title)</h1><p>\(input.subtitle)</p></div>
    </header>
    """
  }

  private var summary: HTMLText {
    guard !input.summary.isEmpty else { return "" }
    let figures = HTMLText(
      input.summary.map { figure in
        """
        <div><dt>\(figure.label)</dt>
        <dd class="\(figure.verdict.rawValue)">\(figure.value)</dd></div>
        """
      })
    return "<dl class=\"summary\">\(figures)</dl>"
  }
}
