/// A card for one night: its time, its amount of data, and its gaps.
struct NightCard {
  var night: Night
  var device: String

  /// The maximum number of gaps in the table.
  private static let gapsMax = 200
  /// The maximum number of gaps and runs of missing chunks that are drawn in the bars of all streams.
  private static let drawnMax = 1_000

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
    \(fact("Gaps", Wording.count(night.gapCount) + (night.hasOnlyCountedGaps ? "" : "+"), isBad: night.gapCount > 0))
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

  /// A bar for each stream.
  private var lanes: String {
    let gaps = Dictionary(grouping: night.gaps, by: \.stream)
    let missing = Dictionary(grouping: night.missing, by: \.stream)
    let partsPerStream = max(1, Self.drawnMax / max(1, night.streams.count))
    let rows = night.streams.map { stream in
      let parts =
        (gaps[stream.name] ?? []).map { item in
          GapBar.Part(
            start: item.start, end: item.end,
            title: "\(item.cause), \(Wording.duration(from: item.start, to: item.end))",
            isMissing: false)
        }
        + (missing[stream.name] ?? []).map { run in
          GapBar.Part(
            start: run.span.start, end: run.span.end,
            title: Wording.count(Int(clamping: run.count), "missing chunk"), isMissing: true)
        }
      var label = Wording.gaps(stream.gapCount, areAllCounted: stream.hasOnlyCountedGaps)
      if stream.missingCount > 0 { label += ", \(stream.missingCount) chunks missing" }
      let bar = GapBar(span: night.span, parts: Array(parts.prefix(partsPerStream)), label: label)
      return "<dt>\(escapeHTML(stream.name))</dt><dd>\(bar.html)</dd>"
    }
    return "<dl class=\"lanes\">\(rows.joined())</dl>"
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
}
