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

  /// Returns one bucket per sample, with its exact values: the level `samples`.
  ///
  /// The parameters are those of the pyramid.
  public static func samples(
    times: [Int64], values: [Double], channelCount: Int
  ) -> [CurveBucket] {
    let channelCount = max(0, channelCount)
    let step = SampleStep.typical(of: times)
    return times.indices.map { row in
      let ranges = (0..<channelCount).map { channel -> ClosedRange<Double>? in
        let place = row * channelCount + channel
        guard place < values.count, values[place].isFinite else { return nil }
        return values[place]...values[place]
      }
      return CurveBucket(
        firstTime: times[row], lastTime: times[row], step: step, ranges: ranges)
    }
  }
}
