/// The card of one stream: its legend, its chart and its downloads.
///
/// Without a script, the chart is a bar with the gaps.
struct NightStreamCard {
  var stream: NightStream
  var night: NightContent
  /// The gaps of the stream.
  var gaps: [NightGap]

  /// The maximum number of gaps that are drawn in the bar.
  private static let gapsMax = 200
  /// The number of colors of channels in the style.
  private static let colorCount = 6

  var html: HTML {
    """
    <article data-stream="\(stream.name)">
    <h3>\(stream.name) <small>\(Wording.count(stream.sampleCount, "sample"))</small></h3>
    <ul class="legend">\(legend)</ul>
    <div class="plots">\(bar)</div>
    <p class="status" role="status" hidden></p>
    \(links)
    </article>

    """
  }

  private var legend: HTML {
    stream.channels.enumerated().map { index, channel -> HTML in
      let unit = stream.unit(index)
      let unitText: HTML = unit.isEmpty ? "" : " <span>\(unit)</span>"
      return """
        <li style="--channel:var(--c\(index % Self.colorCount))"><i></i>\(channel)\
        <b></b>\(unitText)</li>
        """
    }.joined()
  }

  private var links: HTML {
    guard !stream.downloads.isEmpty else { return "" }
    return "<p class=\"links\">\(stream.downloads.map { $0.html() }.joined(separator: " "))</p>"
  }

  private var bar: HTML {
    let parts = gaps.prefix(Self.gapsMax).map { gap in
      GapBar.Part(
        start: gap.start, end: gap.end,
        title: "\(gap.cause), \(Wording.duration(from: gap.start, to: gap.end))",
        isMissing: gap.isMissing)
    }
    return GapBar(
      span: NightSpan(start: night.start, end: night.end), parts: parts,
      label: Wording.count(gaps.count, "gap")
    ).html
  }
}

extension NightLink {
  /// The link, with an arrow before or after its title.
  func html(before: String = "", after: String = "", kind: String? = nil) -> HTML {
    let rel: HTML? = kind.map { " rel=\"\($0)\"" }
    let range: HTML = hasRange ? " data-range" : ""
    return "<a href=\"\(path)\"\(rel ?? "")\(range)>\(before)\(title)\(after)</a>"
  }
}
