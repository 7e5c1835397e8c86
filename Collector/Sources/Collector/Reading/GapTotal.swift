import Chunks

/// All gaps of one cause in a night.
struct GapTotal: Codable, Hashable, Sendable {
  var cause: String
  var count: Int
  /// The time that at least one of them covers, in nanoseconds.
  var nanoseconds: Int64
}

extension GapTotal {
  /// The gaps by cause, the longest first. Time that is missing in several streams counts once.
  static func totals(of gaps: [Gap]) -> [GapTotal] {
    Dictionary(grouping: gaps, by: { $0.cause.rawValue })
      .map { cause, gaps in
        let spans = NightSpan.merged(
          gaps.filter { $0.start < $0.end }
            .map { NightSpan(start: $0.start, end: $0.end) }, pauseMax: 0)
        return GapTotal(
          cause: cause, count: gaps.count,
          nanoseconds: spans.map { $0.end.clampedSubtract($0.start) }.clampedSum())
      }
      .sorted { ($1.nanoseconds, $0.cause) < ($0.nanoseconds, $1.cause) }
  }
}
