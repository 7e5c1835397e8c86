/// The minima and maxima of one chunk at two resolutions, from which curves are drawn quickly.
///
/// Store `fine.encoded` and `coarse.encoded` apart from each other, so that a whole night can be
/// drawn without reading the fine level. For 15,000 samples of three channels, the fine level has
/// about 8 kB and the coarse one about 300 bytes.
public struct CurvePyramid: Hashable, Sendable {
  /// The maximum number of samples in a bucket of the fine level.
  public static let fineSamples = 64
  /// The maximum number of samples in a bucket of the coarse level.
  public static let coarseSamples = 2048

  public let fine: CurveLevel
  public let coarse: CurveLevel

  /// Summarizes the samples of a chunk.
  ///
  /// - Parameters:
  ///   - times: Nanoseconds since 1970. A step back in time begins a new bucket.
  ///   - values: One row of `channelCount` values per time. Missing values count as not finite.
  public init(times: [Int64], values: [Double], channelCount: Int) {
    let channelCount = max(0, channelCount)
    let step = SampleStep.typical(of: times)
    fine = CurveLevel(
      times: times, values: values, channelCount: channelCount, bucketSamples: Self.fineSamples,
      step: step)
    coarse = CurveLevel(
      merging: fine, count: Self.coarseSamples / Self.fineSamples,
      bucketsMax: times.count / Self.fineSamples + 64)
  }

  /// Adds one bucket per sample to a curve, with its exact values: the level `samples`.
  ///
  /// The first three parameters are those of the pyramid.
  ///
  /// - Parameters:
  ///   - places: For each channel of the curve, its place in a row; nil if the chunk does not have it.
  ///   - limits: Samples of other times are left out.
  public static func addSamples(
    times: [Int64], values: [Double], channelCount: Int, places: [Int?],
    within limits: ClosedRange<Int64>, to curve: inout CurveBuilder
  ) {
    let channelCount = max(0, channelCount)
    let step = SampleStep.typical(of: times)
    for row in times.indices
    where limits.contains(times[row]) && curve.needs(firstTime: times[row], lastTime: times[row]) {
      let ranges = places.map { place -> ClosedRange<Double>? in
        guard let place else { return nil }
        let index = row * channelCount + place
        guard index < values.count, values[index].isFinite else { return nil }
        return values[index]...values[index]
      }
      curve.add(
        CurveBucket(firstTime: times[row], lastTime: times[row], step: step, ranges: ranges))
    }
  }
}
