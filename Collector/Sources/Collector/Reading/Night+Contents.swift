import Chunks

extension Night {
  /// Returns the nights of a device, the earliest first. Every chunk and gap belongs to the night in which it
  /// begins.
  ///
  /// - Parameter streams: the contents of every stream, sorted by name.
  public static func nights(
    of streams: [(name: String, contents: StreamContents)]
  ) -> [Night] {
    let spans = NightSpan.merged(
      streams.flatMap { NightSpan.spans(of: $0.contents) }, pauseMax: 0)
    var nights = spans.map { Night(span: $0) }
    var gaps: [[StreamGap]] = spans.map { _ in [] }
    for (name, contents) in streams {
      let parts = StreamNights(contents, spans)
      for index in nights.indices where !parts.chunks[index].isEmpty {
        gaps[index] += nights[index].add(parts, at: index, of: name)
      }
    }
    for index in nights.indices {
      nights[index].gapTotals = GapTotal.totals(of: gaps[index])
      nights[index].gaps.sort { ($0.start, $0.stream) < ($1.start, $1.stream) }
      nights[index].missing.sort { ($0.stream, $0.span.start) < ($1.stream, $1.span.start) }
    }
    return nights
  }

  /// Adds what the night has of a stream, and returns its gaps.
  fileprivate mutating func add(
    _ parts: StreamNights, at index: Int, of stream: String
  ) -> [StreamGap] {
    var part = Part(name: stream)
    for chunk in parts.chunks[index] {
      part.sampleCount = part.sampleCount.clampedAdd(chunk.sampleCount)
      part.chunkCount += 1
      byteCount = byteCount.clampedAdd(chunk.byteCount)
      if parts.conflicts.contains(chunk.sequence) { conflictCount += 1 }
    }
    let streamGaps = parts.gaps[index]
      .sorted { ($0.start, $0.end) < ($1.start, $1.end) }
      .map { StreamGap(stream: stream, gap: $0) }
    part.gapCount = streamGaps.count
    gaps += streamGaps.prefix(Self.listedPerStreamMax)
    let runs = parts.missing[index]
    part.missingCount = runs.map(\.count).clampedSum()
    missing += runs.sorted { $0.span.start < $1.span.start }.prefix(Self.listedPerStreamMax)
      .map { MissingChunks(stream: stream, count: $0.count, span: $0.span) }
    streams.append(part)
    return streamGaps
  }
}

/// The chunks, gaps and missing chunks of one stream, as a list for each night of its device.
private struct StreamNights {
  var chunks: [[ChunkRecord]]
  var gaps: [[Gap]]
  var missing: [[(count: UInt64, span: NightSpan)]]
  let conflicts: Set<UInt64>

  /// - Parameter spans: sorted, and apart from each other.
  init(_ contents: StreamContents, _ spans: [NightSpan]) {
    chunks = spans.map { _ in [] }
    gaps = spans.map { _ in [] }
    missing = spans.map { _ in [] }
    conflicts = Set(contents.conflicts)
    let placed = contents.placedChunks
    for (chunk, time) in placed {
      if let night = Self.night(at: time, in: spans) { chunks[night].append(chunk) }
    }
    for gap in contents.gaps {
      if let night = Self.night(at: gap.start, in: spans) { gaps[night].append(gap) }
    }
    for run in StreamContents.missing(between: placed) {
      if let night = Self.night(at: run.span.start, in: spans) { missing[night].append(run) }
    }
  }

  /// The index of the night that contains a time.
  private static func night(at time: Int64, in spans: [NightSpan]) -> Int? {
    let next = spans.firstIndex(ofSecondPart: { time < $0.start })
    return next > 0 && spans[next - 1].contains(time) ? next - 1 : nil
  }
}

extension StreamContents {
  /// The runs of missing chunks, each with the time between its neighbors.
  fileprivate static func missing(
    between placed: [(chunk: ChunkRecord, time: Int64)]
  ) -> [(count: UInt64, span: NightSpan)] {
    zip(placed, placed.dropFirst()).compactMap { before, after in
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
    guard var time = first ?? marks.first?.time ?? gaps.first?.start else { return [] }
    return chunks.map { chunk in
      time = chunk.times?.lowerBound ?? time
      return (chunk, time)
    }
  }
}
