/// The card of one stream: its legend, its chart and its downloads.
///
/// Without a script, the chart is a bar with the gaps.
struct NightStreamCard {
  var stream: NightStream
  var night: NightContent

  /// The maximum number of gaps that are drawn in the bar.
  private static let gapsMax = 200
  /// The number of colors of channels in the style.
  private static let colorCount = 6

  var html: String {
    """
    <article data-stream="\(escapeHTML(stream.name))">
    <h3>\(escapeHTML(stream.name)) <small>\(Wording.count(stream.sampleCount, "sample"))</small></h3>
    <ul class="legend">\(legend)</ul>
    <div class="plots">\(bar)</div>
    <p class="status" role="status" hidden></p>
    \(links)
    </article>

    """
  }

  private var legend: String {
    stream.channels.enumerated().map { index, channel in
      let unit = stream.unit(index)
      let unitText = unit.isEmpty ? "" : " <span>\(escapeHTML(unit))</span>"
      return """
        <li style="--channel:var(--c\(index % Self.colorCount))"><i></i>\(escapeHTML(channel))\
        <b></b>\(unitText)</li>
        """
    }.joined()
  }

  private var links: String {
    guard !stream.downloads.isEmpty else { return "" }
    return "<p class=\"links\">\(stream.downloads.map { $0.html() }.joined(separator: " "))</p>"
  }

  private var bar: String {
    let gaps = night.gaps.filter { $0.stream == stream.name }
    let parts = gaps.prefix(Self.gapsMax).map { gap in
      let from = night.percent(of: gap.start)
      let width = max(0, night.percent(of: gap.end) - from)
      let title = "\(gap.cause), \(Wording.duration(from: gap.start, to: gap.end))"
      let kind = gap.isMissing ? " class=\"missing\"" : ""
      return "<i\(kind) style=\"left:\(from)%;width:\(width)%\" title=\"\(escapeHTML(title))\"></i>"
    }
    return """
      <div class="bar" role="img" aria-label="\(Wording.count(gaps.count, "gap"))">\
      \(parts.joined())</div>
      """
  }
}

extension NightContent {
  /// Returns the position of a time in the night, 0...100, to a hundredth.
  fileprivate func percent(of time: Int64) -> Double {
    guard start < end else { return 0 }
    // Times differ by less than a Double can tell in a night of some nanoseconds.
    let length = max(Double(end) - Double(start), 1)
    return (min(max((Double(time) - Double(start)) / length, 0), 1) * 10_000).rounded() / 100
  }
}

extension NightLink {
  /// The link, with an arrow before or after its title.
  func html(before: String = "", after: String = "", kind: String? = nil) -> String {
    let rel = kind.map { " rel=\"\($0)\"" } ?? ""
    let range = hasRange ? " data-range" : ""
    return "<a href=\"\(escapeHTML(path))\"\(rel)\(range)>\(before)\(escapeHTML(title))\(after)</a>"
  }
}
