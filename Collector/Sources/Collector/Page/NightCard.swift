/// A card for one night: its time, its amount of data, and its gaps.
struct NightCard {
  var night: Night
  var device: String

  /// The maximum number of gaps in the table.
  private static let gapsMax = 200

  var html: String {
    """
    <article>
    <h3><a href="/devices/\(escapeHTML(device))/nights/\(night.span.start)">\(Wording.timeElement(nanoseconds: night.span.start))
    <span>to</span> \(Wording.timeElement(nanoseconds: night.span.end))</a>\(openNote)</h3>
    \(lanes)
    <dl>
    \(fact("Duration", Wording.duration(nanoseconds: night.span.nanoseconds)))
    \(fact("Samples", Wording.count(night.sampleCount)))
    \(fact("Chunks", Wording.count(night.chunkCount)))
    \(fact("Size", Wording.bytes(night.byteCount)))
    \(fact("Gaps", Wording.count(night.gapCount), isBad: night.gapCount > 0))
    \(fact("Missing", Wording.count(Int(clamping: night.missingCount)), isBad: night.missingCount > 0))
    \(night.conflictCount > 0 ? fact("Conflicts", Wording.count(night.conflictCount), isBad: true) : "")
    </dl>
    \(missingNote)\(gapTable)
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

  /// A bar for each stream: the night from left to right, with gaps and missing chunks.
  private var lanes: String {
    let rows = night.streams.map { stream in
      "<dt>\(escapeHTML(stream.name))</dt><dd>\(bar(of: stream))</dd>"
    }
    return "<dl class=\"lanes\">\(rows.joined())</dl>"
  }

  private func bar(of stream: Night.Part) -> String {
    let gaps = night.gaps.filter { $0.stream == stream.name }
    let missing = night.missing.filter { $0.stream == stream.name }
    let marks =
      gaps.map { item in
        mark(
          NightSpan(start: item.start, end: item.end), "gap",
          "\(item.cause), \(Wording.duration(from: item.start, to: item.end))")
      }
      + missing.map { run in
        mark(run.span, "missing", "\(run.count) missing chunk\(run.count == 1 ? "" : "s")")
      }
    var label = Wording.count(stream.gapCount, "gap")
    if stream.missingCount > 0 { label += ", \(stream.missingCount) chunks missing" }
    return """
      <div class="bar" role="img" aria-label="\(label)">\(marks.joined())</div>
      """
  }

  private func mark(_ part: NightSpan, _ kind: String, _ title: String) -> String {
    let from = night.span.percent(of: part.start)
    let width = max(0, night.span.percent(of: part.end) - from)
    return
      "<i class=\"\(kind)\" style=\"left:\(from)%;width:\(width)%\" title=\"\(escapeHTML(title))\"></i>"
  }

  /// The meaning of the hatched parts of bars; empty if no chunk is missing.
  private var missingNote: String {
    guard night.missingCount > 0 else { return "" }
    return """
      <p class="note">Hatched: \(night.missingCount) chunks have not arrived, although later ones have. The
      device still has them, or they were lost on it.</p>

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
      <tr><td>\(Wording.timeElement(nanoseconds: item.start))</td>
      <td>\(Wording.timeElement(nanoseconds: item.end))</td>
      <td class="number">\(Wording.duration(from: item.start, to: item.end))</td>
      <td>\(escapeHTML(item.cause))</td><td>\(escapeHTML(item.stream))</td></tr>
      """
    }
    let more = night.gapCount.clampedSubtract(rows.count)
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
    // Times differ by less than a Double can tell in a night of some nanoseconds.
    let length = max(Double(end) - Double(start), 1)
    return (min(max((Double(time) - Double(start)) / length, 0), 1) * 10_000).rounded() / 100
  }
}
