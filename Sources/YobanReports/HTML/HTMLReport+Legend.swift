/// The legend below the timeline; it explains only the styles that this page uses.
extension HTMLReport {
  static func legend(of timeline: Timeline) -> HTMLText {
    var used = Set<LaneStyle>()
    for lane in timeline.lanes {
      used.formUnion(lane.spans.map(\.style))
      used.formUnion(lane.marks.map(\.style))
    }
    let styles = LaneStyle.allCases.filter { used.contains($0) }
    let lines = LegendEntry.Heading.allCases.compactMap { heading -> HTMLText? in
      var entries = styles.filter { $0.legend.heading == heading }.map { style in
        entry(style.legend, color: style.rawValue)
      }
      if heading == .app, timeline.lanes.contains(where: { !$0.gaps.isEmpty }) {
        entries.append(entry(LegendEntry(.app, "gap", .hatched), color: "gap"))
      }
      guard !entries.isEmpty else { return nil }
      return "<p><b>\(heading.rawValue)</b>\n\(HTMLText(entries))</p>"
    }
    return """
      <div class="legend" role="group" aria-label="Legend">
      \(HTMLText(lines))
      </div>
      """
  }

  private static func entry(_ entry: LegendEntry, color: String) -> HTMLText {
    """
    <span><i class="\(entry.shape.rawValue)" style="--color: var(--\(color))"></i>\
    \(entry.words)</span>
    """
  }
}
