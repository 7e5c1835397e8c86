/// The data from which the points of a curve are computed.
public enum CurveSource: String, Hashable, Sendable, CaseIterable {
  case samples
  /// The fine level of the pyramid.
  case fine = "64"
  /// The coarse level of the pyramid.
  case coarse = "2048"

  /// Returns the coarsest source that has at least one bucket for every three points.
  ///
  /// - Parameters:
  ///   - sampleCount: The expected number of samples in the range, see `ChunkExtent`.
  ///   - pointsMax: The maximum number of points that are drawn.
  public static func fitting(sampleCount: Int, pointsMax: Int) -> CurveSource {
    let bucketsMin = max(1, pointsMax / 3)
    if sampleCount / CurvePyramid.coarseSamples >= bucketsMin { return .coarse }
    if sampleCount / CurvePyramid.fineSamples >= bucketsMin { return .fine }
    return .samples
  }
}

/// The times and the number of samples of one chunk.
public struct ChunkExtent: Hashable, Sendable {
  /// The time of the first and of the last sample, in nanoseconds since 1970.
  public var times: ClosedRange<Int64>
  public var sampleCount: Int

  public init(times: ClosedRange<Int64>, sampleCount: Int) {
    self.times = times
    self.sampleCount = sampleCount
  }

  /// Returns the expected number of samples from `from` (included) to `to` (not included), as if
  /// the samples of the chunk were evenly distributed.
  public func expectedSamples(from: Int64, to: Int64) -> Int {
    guard times.lowerBound < to, times.upperBound >= from else { return 0 }
    let length = SampleStep.distance(from: times.lowerBound, to: times.upperBound)
    guard length > 0 else { return sampleCount }
    let covered = SampleStep.distance(
      from: max(from, times.lowerBound), to: min(to, times.upperBound))
    let expected = Double(sampleCount) * Double(covered) / Double(length)
    guard expected < Double(sampleCount) else { return sampleCount }
    return Int(expected) + 1
  }
}
