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
    let times = limits?.times ?? .min ... .max
    let (readFrom, readTo) = (max(from, times.lowerBound), min(to, times.upperBound.clampedAdd(1)))
    guard let part = try await storage.chunks(of: name, from: readFrom, to: max(readFrom, readTo))
    else { return nil }
    let expected = part.chunks.map { chunk in
      chunk.times.map {
        ChunkExtent(times: $0, sampleCount: chunk.sampleCount).expectedSamples(from: from, to: to)
      } ?? 0
    }.clampedSum()
    let channels = try await storage.channels(of: name, part.channels, within: limits)
    let pointsMax = min(
      pointsMax, max(Curve.pointsMin, Self.valuesMax / max(1, channels.names.count)))
    let source = CurveSource.fitting(sampleCount: expected, pointsMax: pointsMax)
    // The nearest chunk on each side, so that lines continue to the edge of a chart.
    let inside = Set(part.chunks.map(\.sequence))
    let near = try await storage.neighbors(of: name, from: from, to: to)
      .filter { !inside.contains($0.sequence) && !part.damaged.contains($0.sequence) }
    var curve = CurveBuilder(from: from, to: to, pointsMax: pointsMax)
    var places = ChannelPlaces(columns: channels.names)
    let chunks = (part.chunks + near).sortedByTime
    for start in stride(from: 0, to: chunks.count, by: Self.chunksPerStep) {
      try Client.requireConnected()
      let step = chunks[start..<min(start + Self.chunksPerStep, chunks.count)]
      let stored =
        source == .samples
        ? [:]
        : try await storage.curves(of: name, step.map(\.sequence), isFine: source == .fine)
      for chunk in step {
        let level = stored[chunk.sequence].flatMap { CurveLevel(encoded: $0) }
        try await add(
          chunk, level, of: name, from: source, &places, within: times, to: &curve, storage)
      }
    }
    return CurveAnswer(
      channels: channels.names, units: channels.units, from: from, to: to, source: source,
      curve: curve.curve())
  }

  /// The maximum number of minima and of maxima in an answer. A stream with very many channels has fewer points.
  private static let valuesMax = 400_000
  /// The number of chunks whose minima and maxima are in memory at once.
  private static let chunksPerStep = 32

  /// Adds a chunk to a curve.
  ///
  /// - Parameter stored: the stored level; nil if it has to be computed from the samples.
  private static func add(
    _ chunk: ChunkRecord, _ stored: CurveLevel?, of name: StreamName, from source: CurveSource,
    _ places: inout ChannelPlaces, within times: ClosedRange<Int64>, to curve: inout CurveBuilder,
    _ storage: any CollectorStorage
  ) async throws {
    let places = places.places(of: chunk.channels)
    var level = stored
    if level == nil {
      guard let samples = try await samples(of: chunk, name, storage) else { return }
      switch source {
      case .samples:
        return CurvePyramid.addSamples(
          times: samples.times, values: samples.values, channelCount: samples.channelCount,
          places: places, within: times, to: &curve)
      case .fine: level = CurvePyramid(samples).fine
      case .coarse: level = CurvePyramid(samples).coarse
      }
    }
    for var bucket in level?.buckets ?? []
    where times.contains(bucket.firstTime) && times.contains(bucket.lastTime)
      && curve.needs(firstTime: bucket.firstTime, lastTime: bucket.lastTime)
    {
      let ranges = bucket.ranges
      bucket.ranges = places.map { place in
        place.flatMap { $0 < ranges.count ? ranges[$0] : nil }
      }
      curve.add(bucket)
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
