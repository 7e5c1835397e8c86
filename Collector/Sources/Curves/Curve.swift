/// A part of a curve that is drawn at one place: the minimum and maximum of its samples.
public struct CurvePoint: Hashable, Sendable {
  public var bucket: CurveBucket
  /// Whether samples are missing before this point, so that no line may lead to it.
  public var isAfterPause: Bool

  public init(bucket: CurveBucket, isAfterPause: Bool) {
    self.bucket = bucket
    self.isAfterPause = isAfterPause
  }
}

/// The points of a stream from one time to another, sorted by time.
public struct Curve: Hashable, Sendable {
  public var points: [CurvePoint]

  /// The smallest number to which the points can be limited.
  public static let pointsMin = 8

  public init(points: [CurvePoint]) {
    self.points = points
  }

  /// Merges buckets to at most `pointsMax` points.
  ///
  /// If there are more buckets, time is divided into cells of equal length, and the buckets that
  /// begin in the same cell become one point. The cells begin at multiples of their length, so
  /// that the points stay the same when the range moves. A pause that is longer than a cell always
  /// stays visible; shorter ones stay visible if they lie between two points.
  ///
  /// The nearest bucket before and after the range is also a point if it is passed, so that lines
  /// continue to the edge of a chart.
  ///
  /// - Parameters:
  ///   - buckets: The buckets of all chunks that have samples in the range. They may be in any
  ///     order, and those of different chunks may overlap.
  ///   - from: The start of the range, included, in nanoseconds since 1970.
  ///   - to: The end of the range, not included.
  ///   - pointsMax: Values below `pointsMin` count as `pointsMin`.
  public init(buckets: [CurveBucket], from: Int64, to: Int64, pointsMax: Int) {
    var builder = CurveBuilder(from: from, to: to, pointsMax: pointsMax)
    for bucket in buckets { builder.add(bucket) }
    self = builder.curve()
  }
}
