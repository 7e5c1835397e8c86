/// A card for one night: its time, its amount of data, and its gaps.
struct NightCard {
  var night: Night
  var device: String

  /// The maximum number of gaps in the table.
  private static let gapsMax = 200
  /// The maximum number of gaps and runs of missing chunks that are drawn in the bars of all streams.
  private static let drawnMax = 1_000

  var html: HTML {
    """
    <article>
    <h3><a href="/devices/\(device)/nights/\(night.span.start)">\(Wording.timeElement(nanoseconds: night.span.start))
    <span>to</span> \(Wording.timeElement(nanoseconds: night.span.end))</a>\(openNote)</h3>
    \(lanes)
    <dl>
    \(facts.map(\.html).joined(separator: "\n"))
    </dl>
    \(missingNote)\(gapTable)
    </article>
    """
  }

  private var openNote: HTML {
    night.span.isOpen
      ? " <em>no stop recorded: the recording is still running or was interrupted</em>" : ""
  }

  private var facts: [Fact] {
    let gaps = Wording.count(night.gapCount) + (night.hasOnlyCountedGaps ? "" : "+")
    let missing = Wording.count(Int(clamping: night.missingCount))
    var facts = [
      Fact("Duration", "\(Wording.duration(nanoseconds: night.span.nanoseconds))"),
      Fact("Samples", "\(Wording.count(night.sampleCount))"),
      Fact("Chunks", "\(Wording.count(night.chunkCount))"),
      Fact("Size", "\(Wording.bytes(night.byteCount))"),
      Fact("Gaps", "\(gaps)", isBad: night.gapCount > 0),
      Fact("Missing", "\(missing)", isBad: night.missingCount > 0),
    ]
    if night.conflictCount > 0 {
      facts.append(Fact("Conflicts", "\(Wording.count(night.conflictCount))", isBad: true))
    }
    return facts
  }

  /// A bar for each stream.
  private var lanes: HTML {
    let gaps = Dictionary(grouping: night.gaps, by: \.stream)
    let missing = Dictionary(grouping: night.missing, by: \.stream)
    let partsPerStream = max(1, Self.drawnMax / max(1, night.streams.count))
    let rows = night.streams.map { stream -> HTML in
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
      return "<dt>\(stream.name)</dt><dd>\(bar.html)</dd>"
    }
    return "<dl class=\"lanes\">\(rows.joined())</dl>"
  }

  /// The meaning of the hatched parts of bars; empty if no chunk is missing.
  private var missingNote: HTML {
    guard night.missingCount > 0 else { return "" }
    return """
      <p class="note">Hatched: \(night.missingCount) chunks have not arrived, although later ones have. The
      device still has them, or they were lost on it.</p>

      """
  }

  private var gapTable: HTML {
    guard !night.gaps.isEmpty else { return "" }
    let causes = night.gapTotals.map { total -> HTML in
      """
      <li><b>\(total.cause)</b> \(Wording.duration(nanoseconds: total.nanoseconds)) in \
      \(Wording.count(total.count, "gap"))</li>
      """
    }
    let table = GapTable(
      title: "All gaps",
      rows: night.gaps.prefix(Self.gapsMax).map { ($0.start, $0.end, $0.cause, $0.stream) },
      count: night.gapCount)
    return "<ul class=\"causes\">\(causes.joined())</ul>\n\(table.html)"
  }
}

extension NightSpan {
  /// The length in nanoseconds; 0 if the clock was set back.
  fileprivate var nanoseconds: Int64 {
    let (length, overflow) = end.subtractingReportingOverflow(start)
    return overflow ? .max : max(0, length)
  }
}
