import Chunks

/// All gaps of one cause in a night.
struct GapTotal: Hashable, Sendable {
  var cause: String
  var count: Int
  /// The time that at least one of them covers, in nanoseconds.
  var nanoseconds: Int64
}

extension Night {
  /// The gaps by cause, the longest first. Time that is missing in several streams counts once.
  var gapTotals: [GapTotal] {
    Dictionary(grouping: gaps, by: { $0.gap.cause.rawValue })
      .map { cause, gaps in
        let spans = NightSpan.merged(
          gaps.filter { $0.gap.start < $0.gap.end }
            .map { NightSpan(start: $0.gap.start, end: $0.gap.end) }, pauseMax: 0)
        return GapTotal(
          cause: cause, count: gaps.count,
          nanoseconds: spans.reduce(0) { $0 &+ ($1.end &- $1.start) })
      }
      .sorted { ($1.nanoseconds, $0.cause) < ($0.nanoseconds, $1.cause) }
  }
}
