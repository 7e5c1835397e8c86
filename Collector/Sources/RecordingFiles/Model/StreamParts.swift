import Chunks
import CollectorImports

/// Divides the samples of a stream into parts, each of which becomes a chunk.
///
/// A part ends after 32,768 samples, which are 5 minutes at 100 Hz, after a day, after 1,000 gaps, and where a time is
/// earlier than the one before it. The last part of a stream is held until more samples or the end come.
struct StreamParts {
  private static let samplesMax = 32_768
  private static let durationMax: Int64 = 86_400 * 1_000_000_000
  private static let gapsMax = 1_000

  let stream: String
  let channels: [ForeignChannel]
  let interval: Int64?
  private var times: [Int64] = []
  private var values: [Double] = []
  private var gaps: [Gap] = []
  /// The time of the sample before the next one; nil at the beginning.
  private(set) var lastTime: Int64?
  private var finished: [ForeignSeries] = []

  /// - Parameters:
  ///   - stream: the name, which is valid.
  ///   - interval: the nominal interval in nanoseconds; nil if there is none.
  init(_ stream: String, _ channels: [(name: String, unit: String?)], interval: Int64? = nil) {
    self.stream = stream
    self.channels = channels.map { ForeignChannel(name: $0.name, unit: $0.unit) }
    self.interval = interval
  }

  /// Appends a sample with one value per channel.
  mutating func append(_ time: Int64, _ sample: some Collection<Double>) {
    if let first = times.first, let last = times.last,
      times.count >= Self.samplesMax || time < last
        || time.subtractingClamped(first) > Self.durationMax
    {
      endPart()
    }
    times.append(time)
    values.append(contentsOf: sample)
    lastTime = time
  }

  /// Appends a gap after the last sample.
  ///
  /// - Parameter start: its start if there is no sample before it; nil if nothing was lost then.
  mutating func append(gapUntil end: Int64, _ cause: GapCause, orFrom start: Int64? = nil) {
    guard let start = lastTime ?? start else { return }
    if gaps.count >= Self.gapsMax { endPart() }
    gaps.append(Gap(start: start, end: end, cause: cause))
  }

  /// Returns the parts that are complete.
  mutating func take() -> [ForeignSeries] {
    defer { finished = [] }
    return finished
  }

  /// Returns the last parts.
  mutating func finish() -> [ForeignSeries] {
    endPart()
    return take()
  }

  private mutating func endPart() {
    guard !times.isEmpty || !gaps.isEmpty else { return }
    var series = ForeignSeries(
      stream: stream, label: stream, channels: channels, times: times, values: values)
    series.interval = interval
    series.gaps = gaps
    finished.append(series)
    (times, values, gaps) = ([], [], [])
  }
}

extension Int64 {
  func subtractingClamped(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (self < other ? .min : .max) : difference
  }
}
