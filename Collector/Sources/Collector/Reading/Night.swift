import Chunks

/// One recording of a device: the contents of all its streams between a start and a stop.
public struct Night: Codable, Hashable, Sendable {
  /// The totals of one stream in a night.
  public struct Part: Codable, Hashable, Sendable {
    public var name: String
    var sampleCount = 0
    var chunkCount = 0
    /// At most `countedGapsMax`.
    var gapCount = 0
    var missingCount: UInt64 = 0

    var hasOnlyCountedGaps: Bool { gapCount < countedGapsMax }
  }

  /// A gap and the stream that contains it.
  public struct StreamGap: Codable, Hashable, Sendable {
    var stream: String
    /// In nanoseconds since 1970.
    var start: Int64
    var end: Int64
    var cause: String

    init(stream: String, gap: Gap) {
      self.stream = stream
      start = gap.start
      end = gap.end
      cause = gap.cause.rawValue
    }
  }

  /// Chunks that have not arrived, although later ones of their stream have.
  public struct MissingChunks: Codable, Hashable, Sendable {
    var stream: String
    var count: UInt64
    /// From the last sample before them to the first one after them.
    var span: NightSpan
  }

  /// The maximum number of gaps, and of runs of missing chunks, that are kept of each stream.
  static let listedPerStreamMax = 200
  /// The maximum number of gaps, and of runs of missing chunks, that are kept of all streams.
  static let listedMax = 5_000
  /// The maximum number of gaps of each stream that are counted in the totals: the first ones.
  package static let countedGapsMax = 10_000

  public internal(set) var span: NightSpan
  /// The streams with a chunk in this night, sorted by name.
  public internal(set) var streams: [Part] = []
  var byteCount = 0
  var conflictCount = 0
  /// The counted gaps by cause, the longest first.
  var gapTotals: [GapTotal] = []
  /// The first gaps of each stream, and of all streams equally many, sorted by start, then by stream.
  var gaps: [StreamGap] = []
  /// The first runs of each stream, sorted by stream, then by start.
  var missing: [MissingChunks] = []

  var sampleCount: Int { streams.map(\.sampleCount).clampedSum() }
  var chunkCount: Int { streams.map(\.chunkCount).clampedSum() }
  var gapCount: Int { streams.map(\.gapCount).clampedSum() }
  var hasOnlyCountedGaps: Bool { streams.allSatisfy(\.hasOnlyCountedGaps) }
  var missingCount: UInt64 { streams.map(\.missingCount).clampedSum() }
}

/// The start and end time of a night.
public struct NightSpan: Codable, Hashable, Sendable {
  /// In nanoseconds since 1970.
  public var start: Int64
  public var end: Int64
  /// Whether it has no stop, because the recording still continues or was interrupted.
  public var isOpen = false

  func contains(_ time: Int64) -> Bool { start <= time && time <= end }
}

extension NightSpan {
  /// A longer pause ends a night that has no marks.
  public static let pauseNanosecondsMax: Int64 = 3_600_000_000_000

  /// The spans of one stream: from `started` to `stopped`, and runs of samples outside of those.
  static func spans(of contents: StreamContents) -> [NightSpan] {
    let (marked, runs) = parts(of: contents)
    return merged(marked + runs, pauseMax: 0)
  }

  /// The spans from `started` to `stopped`, and the runs of samples outside of those.
  fileprivate static func parts(
    of contents: StreamContents
  ) -> (marked: [NightSpan], runs: [NightSpan]) {
    let ranges = contents.chunks.compactMap(\.times)
      .sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    let marked = marked(contents.marks.sorted { ($0.time, $0.name) < ($1.time, $1.name) }, ranges)
    let apart = merged(marked, pauseMax: 0)
    let loose = ranges.filter { range in
      let next = apart.firstIndex(ofSecondPart: { range.upperBound < $0.start })
      return next == 0 || apart[next - 1].end < range.lowerBound
    }
    return (marked, runs(loose))
  }

  /// Merges spans that overlap, or whose distance is at most `pauseMax`.
  static func merged(_ spans: [NightSpan], pauseMax: Int64) -> [NightSpan] {
    var result: [NightSpan] = []
    for span in spans.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
      guard let last = result.last, isWithin(pauseMax, from: last.end, to: span.start) else {
        result.append(span)
        continue
      }
      result[result.count - 1] = NightSpan(
        start: last.start, end: max(last.end, span.end), isOpen: last.isOpen || span.isOpen)
    }
    return result
  }

  private static func runs(_ ranges: [ClosedRange<Int64>]) -> [NightSpan] {
    merged(
      ranges.map { NightSpan(start: $0.lowerBound, end: $0.upperBound) },
      pauseMax: pauseNanosecondsMax)
  }

  /// The spans from `started` to `stopped`. The same mark in two chunks, such as after a restored backup, counts once.
  private static func marked(_ marks: [Mark], _ ranges: [ClosedRange<Int64>]) -> [NightSpan] {
    var spans: [NightSpan] = []
    var start: Int64?
    /// Ends a span that has no stop at its last sample before `limit`.
    func cutOff(before limit: Int64) {
      guard let begin = start else { return }
      let first = ranges.firstIndex(ofSecondPart: { $0.lowerBound >= begin })
      let end = ranges[first...].prefix { $0.lowerBound < limit }.map(\.upperBound).max()
      spans.append(NightSpan(start: begin, end: max(begin, end ?? begin), isOpen: true))
      start = nil
    }
    var previous: Mark?
    for mark in marks where mark != previous {
      previous = mark
      switch mark.name {
      case "started":
        cutOff(before: mark.time)
        start = mark.time
      case "stopped":
        if let begin = start { spans.append(NightSpan(start: begin, end: mark.time)) }
        start = nil
      default:
        break
      }
    }
    cutOff(before: .max)
    return spans
  }

  private static func isWithin(_ pauseMax: Int64, from end: Int64, to start: Int64) -> Bool {
    start <= end || start.clampedSubtract(end) <= pauseMax
  }
}

extension StreamContents {
  /// The start of the run of samples without marks that may go on after a time; nil if there is none.
  package func startOfRun(at time: Int64) -> Int64? {
    guard let last = NightSpan.parts(of: self).runs.last,
      time.clampedSubtract(last.end) <= NightSpan.pauseNanosecondsMax
    else { return nil }
    return last.start
  }
}

extension Array {
  /// The index of the first element of the second part of an array whose elements do not belong to the second
  /// part up to some index, and belong to it from there on.
  package func firstIndex(ofSecondPart belongsToSecondPart: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if belongsToSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
