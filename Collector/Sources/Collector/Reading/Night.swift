import Chunks

/// One recording of a device: the contents of all its streams between a start and a stop.
struct Night: Hashable, Sendable {
  /// A gap and the stream that contains it.
  struct StreamGap: Hashable, Sendable {
    var stream: String
    var gap: Gap
  }

  /// Chunks that have not arrived, although later ones of their stream have.
  struct MissingChunks: Hashable, Sendable {
    var stream: String
    var count: UInt64
    /// From the last sample before them to the first one after them.
    var span: NightSpan
  }

  var span: NightSpan
  /// The streams with a chunk in this night, sorted.
  var streams: [String] = []
  var sampleCount = 0
  var chunkCount = 0
  var byteCount = 0
  var conflictCount = 0
  /// Sorted by start, then by stream.
  var gaps: [StreamGap] = []
  /// Sorted by stream, then by start.
  var missing: [MissingChunks] = []

  var missingCount: UInt64 { missing.reduce(0) { $0 + $1.count } }
}

/// The start and end time of a night.
struct NightSpan: Hashable, Sendable {
  /// In nanoseconds since 1970.
  var start: Int64
  var end: Int64
  /// Whether it has no stop, because the recording still continues or was interrupted.
  var isOpen = false

  func contains(_ time: Int64) -> Bool { start <= time && time <= end }
}

extension NightSpan {
  /// A longer pause ends a night that has no marks.
  static let pauseNanosecondsMax: Int64 = 3_600_000_000_000

  /// The spans of one stream: from `started` to `stopped`, and runs of samples outside of those.
  static func spans(of contents: StreamContents) -> [NightSpan] {
    let ranges = contents.chunks.compactMap(\.times)
      .sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    let marked = marked(contents.marks.sorted { ($0.time, $0.name) < ($1.time, $1.name) }, ranges)
    let loose = ranges.filter { range in
      !marked.contains { $0.start <= range.upperBound && range.lowerBound <= $0.end }
    }
    return merged(marked + runs(loose), pauseMax: 0)
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

  private static func marked(_ marks: [Mark], _ ranges: [ClosedRange<Int64>]) -> [NightSpan] {
    var spans: [NightSpan] = []
    var start: Int64?
    /// Ends a span that has no stop at its last sample before `limit`.
    func cutOff(before limit: Int64) {
      guard let begin = start else { return }
      let end = ranges.filter { $0.lowerBound >= begin && $0.lowerBound < limit }
        .map(\.upperBound).max()
      spans.append(NightSpan(start: begin, end: max(begin, end ?? begin), isOpen: true))
      start = nil
    }
    for mark in marks {
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
    let (pause, overflow) = start.subtractingReportingOverflow(end)
    return !overflow && pause <= pauseMax
  }
}
