import Chunks

/// All gaps of one cause in a night.
struct GapTotal: Codable, Hashable, Sendable {
  var cause: String
  var count: Int
  /// The time that at least one of them covers, in nanoseconds.
  var nanoseconds: Int64
}

/// Adds up gaps by cause. Time that is missing in several streams counts once.
struct GapTotals {
  private struct Total {
    var count = 0
    var spans: [NightSpan] = []
    /// The number of spans when they were merged.
    var mergedCount = 0

    mutating func merge() {
      spans = NightSpan.merged(spans, pauseMax: 0)
      mergedCount = spans.count
    }
  }

  private var totals: [String: Total] = [:]

  mutating func add(_ gaps: [Gap]) {
    for gap in gaps {
      totals[gap.cause.rawValue, default: Total()].count += 1
      guard gap.start < gap.end else { continue }
      totals[gap.cause.rawValue]?.spans.append(NightSpan(start: gap.start, end: gap.end))
    }
    // Only when there are many more, so that the time for this is in proportion to the number of gaps.
    for (cause, total) in totals where total.spans.count > 2 * total.mergedCount + 1_000 {
      totals[cause]?.merge()
    }
  }

  /// The totals, the longest first.
  var byCause: [GapTotal] {
    totals.map { cause, total in
      var total = total
      total.merge()
      return GapTotal(
        cause: cause, count: total.count,
        nanoseconds: total.spans.map { $0.end.clampedSubtract($0.start) }.clampedSum())
    }
    .sorted { ($1.nanoseconds, $0.cause) < ($0.nanoseconds, $1.cause) }
  }
}
