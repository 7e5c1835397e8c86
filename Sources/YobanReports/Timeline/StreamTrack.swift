import YobanVirtualTime

/// Periods with a known number of samples, created from the events that count them.
///
/// An event counts the samples since the previous event, at most a minute. If the process was
/// suspended in between, all of them were received before the suspension and are reported after it.
struct StreamTrack {
  private(set) var spans: [Span] = []
  private var countedUntil: VirtualInstant?
  private var suspendedAt: VirtualInstant?

  mutating func started(at instant: VirtualInstant) { countedUntil = instant }

  mutating func suspended(at instant: VirtualInstant) { suspendedAt = suspendedAt ?? instant }

  mutating func counted(_ count: Int, at instant: VirtualInstant, event: Int) {
    var end = instant
    if let suspendedAt, suspendedAt > countedUntil ?? .start { end = suspendedAt }
    let start = max(countedUntil ?? .start, end - .seconds(60))
    countedUntil = instant
    suspendedAt = nil
    guard end > start, count > 0 else { return }
    spans.append(
      Span(start: start, end: end, style: .samples, firstEvent: event, value: Int64(count)))
  }
}
