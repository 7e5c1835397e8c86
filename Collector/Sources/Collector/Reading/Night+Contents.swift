import Chunks

extension Night {
  /// The times of the nights of a device, the earliest first. They do not depend on gaps.
  package static func spans(of streams: [StreamContents]) -> [NightSpan] {
    NightSpan.merged(streams.flatMap { NightSpan.spans(of: $0) }, pauseMax: 0)
  }

  /// Adds what the night has of a stream, and returns the counted gaps.
  fileprivate mutating func add(_ content: StreamPartOfNight, of stream: String) -> [Gap] {
    var part = Part(name: stream)
    for chunk in content.chunks {
      part.sampleCount = part.sampleCount.clampedAdd(chunk.sampleCount)
      part.chunkCount += 1
      byteCount = byteCount.clampedAdd(chunk.byteCount)
    }
    conflictCount += content.conflictCount
    let counted = content.gaps.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
      .prefix(Self.countedGapsMax)
    part.gapCount = counted.count
    gaps += counted.prefix(Self.listedPerStreamMax).map { StreamGap(stream: stream, gap: $0) }
    part.missingCount = content.missing.map(\.count).clampedSum()
    missing += content.missing.sorted { $0.span.start < $1.span.start }
      .prefix(Self.listedPerStreamMax)
      .map { MissingChunks(stream: stream, count: $0.count, span: $0.span) }
    streams.append(part)
    return Array(counted)
  }

  /// Leaves only as many gaps and runs of missing chunks as are kept, the same number of each stream.
  fileprivate mutating func limitLists() {
    func limited<Item>(_ items: [Item], _ stream: KeyPath<Item, String>) -> [Item] {
      guard items.count > Self.listedMax else { return items }
      let count = Set(items.map { $0[keyPath: stream] }).count
      var left: [String: Int] = [:]
      return items.filter { item in
        left[item[keyPath: stream], default: max(1, Self.listedMax / count)] -= 1
        return left[item[keyPath: stream], default: 0] >= 0
      }
    }
    gaps = limited(gaps, \.stream).sorted { ($0.start, $0.stream) < ($1.start, $1.stream) }
    missing = limited(missing, \.stream)
      .sorted { ($0.stream, $0.span.start) < ($1.stream, $1.span.start) }
  }
}

/// Adds up nights whose times are known, one stream at a time, so that the gaps of all streams are not in memory at
/// the same time.
package struct NightTotals {
  private let spans: [NightSpan]
  private var added: [Night]
  private var gaps: [GapTotals]

  /// - Parameter spans: sorted, and apart from each other.
  package init(of spans: [NightSpan]) {
    self.spans = spans
    added = spans.map { Night(span: $0) }
    gaps = spans.map { _ in GapTotals() }
  }

  /// Adds what the nights have of a stream; streams must come sorted by name. Every chunk and gap belongs to the night
  /// in which it begins.
  package mutating func add(_ contents: StreamContents, of stream: String) {
    for (index, part) in StreamPartOfNight.parts(of: contents, in: spans) {
      gaps[index].add(added[index].add(part, of: stream))
    }
  }

  package func nights() -> [Night] {
    zip(added, gaps).map { night, gaps in
      var night = night
      night.gapTotals = gaps.byCause
      night.limitLists()
      return night
    }
  }
}

/// The chunks, gaps and missing chunks of one stream in one night.
private struct StreamPartOfNight {
  var chunks: [ChunkRecord] = []
  var conflictCount = 0
  var gaps: [Gap] = []
  var missing: [(count: UInt64, span: NightSpan)] = []

  /// The parts of a stream with at least one chunk, each with the index of its night, in the order of the nights.
  ///
  /// - Parameter spans: sorted, and apart from each other.
  static func parts(
    of contents: StreamContents, in spans: [NightSpan]
  ) -> [(index: Int, part: StreamPartOfNight)] {
    var parts: [Int: StreamPartOfNight] = [:]
    let conflicts = Set(contents.conflicts)
    let placed = contents.placedChunks
    for (chunk, time) in placed {
      guard let night = night(at: time, in: spans) else { continue }
      parts[night, default: .init()].chunks.append(chunk)
      if conflicts.contains(chunk.sequence) { parts[night]?.conflictCount += 1 }
    }
    for gap in contents.gaps {
      if let night = night(at: gap.start, in: spans) { parts[night]?.gaps.append(gap) }
    }
    for run in contents.missing(between: placed) {
      if let night = night(at: run.span.start, in: spans) { parts[night]?.missing.append(run) }
    }
    return parts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The index of the night that contains a time.
  private static func night(at time: Int64, in spans: [NightSpan]) -> Int? {
    let next = spans.firstIndex(ofSecondPart: { time < $0.start })
    return next > 0 && spans[next - 1].contains(time) ? next - 1 : nil
  }
}

extension StreamContents {
  /// The runs of missing chunks, each with the time between its neighbors.
  fileprivate func missing(
    between placed: [(chunk: ChunkRecord, time: Int64)]
  ) -> [(count: UInt64, span: NightSpan)] {
    zip(placed, placed.dropFirst()).compactMap { before, after in
      guard !cuts.contains(before.chunk.sequence) else { return nil }
      // In a damaged database, sequences may not increase.
      let count = after.chunk.sequence.clampedSubtract(before.chunk.sequence).clampedSubtract(1)
      guard count > 0 else { return nil }
      let start = before.chunk.times?.upperBound ?? before.time
      return (count, NightSpan(start: start, end: max(start, after.time)))
    }
  }

  /// Every chunk with the time of its first sample.
  ///
  /// A chunk without samples has the time of the previous chunk; at the start of the stream, it has
  /// the time of the first sample, mark or gap. If the stream has none of these, its chunks have no time.
  fileprivate var placedChunks: [(chunk: ChunkRecord, time: Int64)] {
    let first = chunks.lazy.compactMap(\.times?.lowerBound).first
    guard var time = first ?? firstMoment else { return [] }
    return chunks.map { chunk in
      time = chunk.times?.lowerBound ?? time
      return (chunk, time)
    }
  }
}
