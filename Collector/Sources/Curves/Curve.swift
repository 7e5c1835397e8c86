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
}
