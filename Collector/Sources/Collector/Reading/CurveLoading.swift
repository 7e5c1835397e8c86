import Chunks
import Curves

extension CurveAnswer {
  /// Reads the points of a curve; nil if the stream has no chunk.
  ///
  /// Reads the minima and maxima that were stored with the chunks, or the samples if the range is short.
  /// Damaged chunks are left out.
  ///
  /// - Parameters:
  ///   - from: the start of the range, included, in nanoseconds since 1970.
  ///   - to: the end, not included; later than `from`.
  ///   - pointsMax: the maximum number of points, 8...2,000.
  ///   - limits: the times that may be read; nil for all.
  static func load(
    _ name: StreamName, from: Int64, to: Int64, pointsMax: Int, within limits: NightSpan? = nil,
    _ storage: any CollectorStorage
  ) async throws -> CurveAnswer? {
    guard let part = try await storage.chunks(of: name, from: from, to: to) else { return nil }
    let expected = part.chunks.reduce(0) { total, chunk in
      guard let times = chunk.times else { return total }
      return total
        + ChunkExtent(times: times, sampleCount: chunk.sampleCount)
        .expectedSamples(from: from, to: to)
    }
    let source = CurveSource.fitting(sampleCount: expected, pointsMax: pointsMax)
    // The nearest chunk on each side, so that lines continue to the edge of a chart.
    let inside = Set(part.chunks.map(\.sequence))
    let near = try await storage.neighbors(of: name, from: from, to: to)
      .filter { !inside.contains($0.sequence) && !part.damaged.contains($0.sequence) }
    let chunks = (part.chunks + near).sortedByTime
    let header = try await storage.header(of: name)
    let channels = part.channels
    let buckets = try await buckets(of: chunks, name, source, channels, storage)
      .filter { bucket in
        limits.map { $0.start <= bucket.firstTime && bucket.lastTime <= $0.end } ?? true
      }
    let units = channels.map { header?.unit(of: $0) ?? "" }
    return CurveAnswer(
      channels: channels, units: units, from: from, to: to, source: source,
      curve: Curve(buckets: buckets, from: from, to: to, pointsMax: pointsMax))
  }

  private static func buckets(
    of chunks: [ChunkRecord], _ name: StreamName, _ source: CurveSource, _ channels: [String],
    _ storage: any CollectorStorage
  ) async throws -> [CurveBucket] {
    let sequences = chunks.map(\.sequence)
    guard let first = sequences.min(), let last = sequences.max() else { return [] }
    let stored =
      source == .samples
      ? [:] : try await storage.curves(of: name, in: first...last, isFine: source == .fine)
    var result: [CurveBucket] = []
    for chunk in chunks {
      var buckets: [CurveBucket]
      if let level = stored[chunk.sequence].flatMap({ CurveLevel(encoded: $0) }) {
        buckets = level.buckets
      } else if let samples = try await samples(of: chunk, name, storage) {
        buckets = Self.buckets(of: samples, source)
      } else {
        continue
      }
      if chunk.channels != channels {
        let places = channels.map { chunk.channels.firstIndex(of: $0) }
        for index in buckets.indices {
          let ranges = buckets[index].ranges
          buckets[index].ranges = places.map { place in
            place.flatMap { $0 < ranges.count ? ranges[$0] : nil }
          }
        }
      }
      result += buckets
    }
    return result.sorted { ($0.firstTime, $0.lastTime) < ($1.firstTime, $1.lastTime) }
  }

  private static func buckets(of samples: SampleBlock, _ source: CurveSource) -> [CurveBucket] {
    switch source {
    case .samples:
      CurvePyramid.samples(
        times: samples.times, values: samples.values, channelCount: samples.channelCount)
    case .fine: CurvePyramid(samples).fine.buckets
    case .coarse: CurvePyramid(samples).coarse.buckets
    }
  }

  /// The samples of a chunk; nil if it is damaged.
  private static func samples(
    of chunk: ChunkRecord, _ name: StreamName, _ storage: any CollectorStorage
  ) async throws -> SampleBlock? {
    let identity = try ChunkIdentity(
      device: name.device, stream: name.stream, sequence: chunk.sequence)
    do {
      guard let bytes = try await storage.intactBytes(of: identity) else { return nil }
      return try SampleBlock(allSamplesOf: bytes)
    } catch StorageError.damaged {
      return nil
    }
  }
}

extension CollectorStorage {
  /// Returns the header of the latest chunk of a stream, which has the units and the nominal interval; nil if
  /// there is no chunk or it is damaged.
  func header(of name: StreamName) async throws(StorageError) -> ChunkHeader? {
    try await summaries(of: name.device).first { $0.name == name }?.header
  }
}
