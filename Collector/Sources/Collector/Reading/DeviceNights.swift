import Chunks

/// A device with its nights, the latest first.
struct DeviceNights: Hashable, Sendable {
  var device: String
  var nights: [Night]
  /// The number of chunks that are known to be damaged.
  var damagedCount = 0

  /// Reads the contents of every stream of a device, but no samples.
  static func load(
    _ device: String, from storage: any CollectorStorage
  ) async throws(StorageError) -> DeviceNights {
    var streams: [(name: String, contents: StreamContents)] = []
    for stream in try await storage.streams(of: device) {
      if let contents = try await storage.stream(StreamName(device: device, stream: stream)) {
        streams.append((stream, contents))
      }
    }
    return DeviceNights(device: device, streams: streams)
  }

  init(device: String, nights: [Night]) {
    self.device = device
    self.nights = nights
  }

  /// Assigns every chunk and gap to the night in which it begins.
  init(device: String, streams: [(name: String, contents: StreamContents)]) {
    self.device = device
    damagedCount = streams.reduce(0) { $0 + $1.contents.damaged.count }
    let spans = NightSpan.merged(
      streams.flatMap { NightSpan.spans(of: $0.contents) }, pauseMax: 0)
    nights = spans.map { span in
      var night = Night(span: span)
      for (name, contents) in streams { night.add(contents, of: name) }
      night.missing.sort { ($0.stream, $0.span.start) < ($1.stream, $1.span.start) }
      night.gaps.sort { ($0.gap.start, $0.stream) < ($1.gap.start, $1.stream) }
      return night
    }.reversed()
  }
}

extension Night {
  fileprivate mutating func add(_ contents: StreamContents, of stream: String) {
    let chunks = contents.placedChunks.filter { span.contains($0.time) }.map(\.chunk)
    guard !chunks.isEmpty else { return }
    let conflicts = Set(contents.conflicts)
    streams.append(stream)
    for chunk in chunks {
      sampleCount += chunk.sampleCount
      chunkCount += 1
      byteCount += chunk.byteCount
      if conflicts.contains(chunk.sequence) { conflictCount += 1 }
    }
    gaps += contents.gaps.filter { span.contains($0.start) }
      .map { StreamGap(stream: stream, gap: $0) }
    missing += contents.missing.filter { span.contains($0.span.start) }
      .map { MissingChunks(stream: stream, count: $0.count, span: $0.span) }
  }
}

extension StreamContents {
  /// The runs of missing chunks, each with the time between its neighbors.
  fileprivate var missing: [(count: UInt64, span: NightSpan)] {
    let placed = placedChunks
    return zip(placed, placed.dropFirst()).compactMap { before, after in
      let count = after.chunk.sequence - before.chunk.sequence - 1
      guard count > 0 else { return nil }
      let start = before.chunk.times?.upperBound ?? before.time
      return (count, NightSpan(start: start, end: max(start, after.time)))
    }
  }

  /// Every chunk with the time of its first sample.
  ///
  /// A chunk without samples has the time of the previous chunk; at the start of the stream, it has
  /// the time of the first sample, mark or gap.
  fileprivate var placedChunks: [(chunk: ChunkRecord, time: Int64)] {
    let fallback = marks.first?.time ?? gaps.first?.start ?? 0
    var time = chunks.lazy.compactMap(\.times?.lowerBound).first ?? fallback
    return chunks.map { chunk in
      time = chunk.times?.lowerBound ?? time
      return (chunk, time)
    }
  }
}
