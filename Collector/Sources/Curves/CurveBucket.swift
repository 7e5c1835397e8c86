/// The minimum and maximum of consecutive samples of one stream.
public struct CurveBucket: Hashable, Sendable {
  /// The time of the first sample, in nanoseconds since 1970.
  public var firstTime: Int64
  /// The time of the last sample, in nanoseconds since 1970; not before `firstTime`.
  public var lastTime: Int64
  /// The typical step of the chunk that contains the samples, in nanoseconds; 0 if it is unknown.
  public var step: Int64
  /// The minimum and maximum per channel; nil if no sample has a finite value.
  public var ranges: [ClosedRange<Double>?]

  public init(firstTime: Int64, lastTime: Int64, step: Int64, ranges: [ClosedRange<Double>?]) {
    self.firstTime = firstTime
    self.lastTime = max(firstTime, lastTime)
    self.step = max(0, step)
    self.ranges = ranges
  }

  /// Adds the samples of another bucket, which may have fewer or more channels.
  mutating func merge(_ other: CurveBucket) {
    firstTime = min(firstTime, other.firstTime)
    lastTime = max(lastTime, other.lastTime)
    step = max(step, other.step)
    for (channel, range) in other.ranges.enumerated() {
      if channel == ranges.count { ranges.append(nil) }
      ranges[channel] = Self.union(ranges[channel], range)
    }
  }

  private static func union(
    _ first: ClosedRange<Double>?, _ second: ClosedRange<Double>?
  ) -> ClosedRange<Double>? {
    guard let first, let second else { return first ?? second }
    return min(first.lowerBound, second.lowerBound)...max(first.upperBound, second.upperBound)
  }
}
