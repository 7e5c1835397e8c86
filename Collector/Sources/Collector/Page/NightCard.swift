/// A card for one night: its time, its amount of data, and its gaps.
struct NightCard {
  var night: Night
  var device: String

  /// The maximum number of gaps that are drawn and listed one by one.
  private static let gapsMax = 200

  var html: String {
    """
    <article>
    <h3><time>\(Wording.time(nanoseconds: night.span.start))</time>
    <span>to</span> <time>\(Wording.time(nanoseconds: night.span.end))</time>\(openNote)</h3>
    \(bar)
    <dl>
    \(fact("Duration", Wording.duration(nanoseconds: night.span.nanoseconds)))
    \(fact("Samples", Wording.count(night.sampleCount)))
    \(fact("Chunks", Wording.count(night.chunkCount)))
    \(fact("Size", Wording.bytes(night.byteCount)))
    \(fact("Gaps", Wording.count(night.gaps.count), isBad: !night.gaps.isEmpty))
    \(fact("Conflicts", Wording.count(night.conflictCount), isBad: night.conflictCount > 0))
    </dl>
    <p class="streams">\(night.streams.map(escapeHTML).joined(separator: " · "))</p>
    \(gapTable)
    </article>
    """
  }

  private var openNote: String {
    night.span.isOpen
      ? " <em>no stop recorded: the recording is still running or was interrupted</em>" : ""
  }

  private func fact(_ name: String, _ value: String, isBad: Bool = false) -> String {
    "<div\(isBad ? " class=\"bad\"" : "")><dt>\(name)</dt><dd>\(value)</dd></div>"
  }

  /// The night from left to right, with its gaps as marks.
  private var bar: String {
    let marks = night.gaps.prefix(Self.gapsMax).map { item in
      let from = night.span.percent(of: item.gap.start)
      let width = max(0, night.span.percent(of: item.gap.end) - from)
      let title = "\(item.gap.cause.rawValue), \(Wording.duration(of: item.gap))"
      return "<i style=\"left:\(from)%;width:\(width)%\" title=\"\(escapeHTML(title))\"></i>"
    }
    return """
      <div class="bar" role="img" aria-label="\(Wording.count(night.gaps.count, "gap"))">
      \(marks.joined())</div>
      """
  }

  private var gapTable: String {
    guard !night.gaps.isEmpty else { return "" }
    let causes = night.gapTotals.map { total in
      "<li><b>\(escapeHTML(total.cause))</b> "
        + "\(Wording.duration(nanoseconds: total.nanoseconds)) in "
        + "\(Wording.count(total.count, "gap"))</li>"
    }
    let rows = night.gaps.prefix(Self.gapsMax).map { item in
      """
      <tr><td>\(Wording.time(nanoseconds: item.gap.start))</td>
      <td>\(Wording.time(nanoseconds: item.gap.end))</td>
      <td class="number">\(Wording.duration(of: item.gap))</td>
      <td>\(escapeHTML(item.gap.cause.rawValue))</td><td>\(escapeHTML(item.stream))</td></tr>
      """
    }
    let more = night.gaps.count - rows.count
    return """
      <ul class="causes">\(causes.joined())</ul>
      <details><summary>All gaps</summary>
      <table><thead><tr><th>From</th><th>To</th><th class="number">Length</th><th>Cause</th>
      <th>Stream</th></tr></thead><tbody>
      \(rows.joined())
      </tbody></table>
      \(more > 0 ? "<p>And \(Wording.count(more)) more.</p>" : "")
      </details>
      """
  }
}

extension NightSpan {
  /// The length in nanoseconds; 0 if the clock was set back.
  fileprivate var nanoseconds: Int64 {
    let (length, overflow) = end.subtractingReportingOverflow(start)
    return overflow ? .max : max(0, length)
  }

  /// Returns the position of a time in the span, 0...100, to a hundredth.
  fileprivate func percent(of time: Int64) -> Double {
    guard start < end else { return 0 }
    let share = (Double(time) - Double(start)) / (Double(end) - Double(start))
    return (min(max(share, 0), 1) * 10_000).rounded() / 100
  }
}
