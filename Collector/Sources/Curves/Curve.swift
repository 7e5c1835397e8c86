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
    points = []
    guard from < to else { return }
    let chosen = Self.chosen(buckets, from: from, to: to)
    let pointsMax = max(Self.pointsMin, pointsMax)
    // Chunks of a single sample have no step of their own.
    let commonStep = SampleStep.typical(of: chosen.lazy.filter { $0.step == 0 }.map(\.firstTime))
    // One cell more may be needed because of the alignment, and two points are outside.
    let cellCount = UInt64(pointsMax - 3)
    let (quotient, remainder) = SampleStep.distance(from: from, to: to)
      .quotientAndRemainder(dividingBy: cellCount)
    let cellLength = Int64(quotient + (remainder > 0 ? 1 : 0))
    let isMerged = chosen.count > pointsMax
    var cell: Int64?
    /// The last time of all buckets until now: those of different chunks may overlap.
    var lastTime = Int64.max
    for bucket in chosen {
      let isInside = bucket.lastTime >= from && bucket.firstTime < to
      let next =
        isMerged && isInside ? Self.floor(max(from, bucket.firstTime), cellLength) : nil
      if let next, next == cell {
        points[points.count - 1].bucket.merge(bucket)
      } else {
        let step = max(points.last?.bucket.step ?? 0, bucket.step)
        let isAfterPause = SampleStep.isPause(
          from: lastTime, to: bucket.firstTime, step: step > 0 ? step : commonStep)
        points.append(CurvePoint(bucket: bucket, isAfterPause: isAfterPause))
      }
      lastTime = points.count == 1 ? points[0].bucket.lastTime : max(lastTime, bucket.lastTime)
      cell = next
    }
  }

  /// Returns the buckets that overlap the range and the nearest one on each side, sorted by time.
  private static func chosen(
    _ buckets: [CurveBucket], from: Int64, to: Int64
  ) -> [CurveBucket] {
    var inside: [CurveBucket] = []
    var before: CurveBucket?
    var after: CurveBucket?
    for bucket in buckets {
      if bucket.lastTime < from {
        if before.map({ $0.lastTime < bucket.lastTime }) ?? true { before = bucket }
      } else if bucket.firstTime >= to {
        if after.map({ bucket.firstTime < $0.firstTime }) ?? true { after = bucket }
      } else {
        inside.append(bucket)
      }
    }
    // A stable order also for equal times, because the sort of the standard library is stable.
    inside.sort { $0.firstTime < $1.firstTime }
    return [before].compactMap { $0 } + inside + [after].compactMap { $0 }
  }

  private static func floor(_ time: Int64, _ length: Int64) -> Int64 {
    let (quotient, remainder) = time.quotientAndRemainder(dividingBy: length)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
