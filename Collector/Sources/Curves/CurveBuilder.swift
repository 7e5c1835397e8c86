/// Merges the buckets of a curve to at most `pointsMax` points.
///
/// If there are more buckets, time is divided into cells of equal length, and the buckets that begin in the same cell
/// become one point. The cells begin at multiples of their length, so that the points stay the same when the range
/// moves. A pause that is longer than a cell always stays visible; shorter ones stay visible if they lie between two
/// points.
///
/// The nearest bucket before and after the range is also a point if it is added, so that lines continue to the edge of
/// a chart.
///
/// Many buckets are merged while they come. So the memory that a curve needs depends on the number of its points and
/// channels, and not on the number of its buckets.
public struct CurveBuilder {
  private let from: Int64
  private let to: Int64
  private let pointsMax: Int
  /// The length of the cells of time into which points are merged, in nanoseconds.
  private let cellLength: Int64
  private var inside: [CurveBucket] = []
  private var before: CurveBucket?
  private var after: CurveBucket?
  /// The step of buckets that have none, once buckets were merged.
  private var commonStep: Int64?

  /// The number of minima and maxima from which on buckets are merged.
  private static let rangesMax = 1 << 20

  /// - Parameters:
  ///   - from: The start of the range, included, in nanoseconds since 1970.
  ///   - to: The end of the range, not included. If it is not later than `from`, the curve has no points.
  ///   - pointsMax: Values below `Curve.pointsMin` count as `Curve.pointsMin`.
  public init(from: Int64, to: Int64, pointsMax: Int) {
    self.from = from
    self.to = to
    self.pointsMax = max(Curve.pointsMin, pointsMax)
    // One cell more may be needed because of the alignment, and two points are outside.
    let (quotient, remainder) = SampleStep.distance(from: from, to: max(from, to))
      .quotientAndRemainder(dividingBy: UInt64(self.pointsMax - 3))
    cellLength = Int64(quotient + (remainder > 0 ? 1 : 0))
  }

  /// The number of buckets in memory.
  var bucketCount: Int { inside.count }

  /// Whether a bucket with these times can be a part of the curve.
  public func needs(firstTime: Int64, lastTime: Int64) -> Bool {
    guard from < to else { return false }
    if lastTime < from { return before.map { $0.lastTime < lastTime } ?? true }
    if firstTime >= to { return after.map { firstTime < $0.firstTime } ?? true }
    return true
  }

  /// Adds a bucket. They may come in any order, and those of different chunks may overlap.
  public mutating func add(_ bucket: CurveBucket) {
    guard needs(firstTime: bucket.firstTime, lastTime: bucket.lastTime) else { return }
    if bucket.lastTime < from {
      before = bucket
    } else if bucket.firstTime >= to {
      after = bucket
    } else {
      inside.append(bucket)
      let bucketsMax = max(2 * pointsMax, Self.rangesMax / max(16, bucket.ranges.count))
      if inside.count >= bucketsMax { mergeCells() }
    }
  }

  /// The buckets that overlap the range, and the nearest one on each side.
  private var chosen: [CurveBucket] {
    [before].compactMap { $0 } + inside + [after].compactMap { $0 }
  }

  /// The points of all buckets that were added.
  public func curve() -> Curve {
    var builder = self
    if chosen.count > pointsMax {
      builder.mergeCells()
    } else {
      builder.sort()
    }
    return builder.withPauses()
  }

  /// The order of equal times is that in which they came, because the sort of the standard library is stable.
  private mutating func sort() { inside.sort { $0.firstTime < $1.firstTime } }

  /// Merges the buckets that begin in the same cell. Afterwards there are at most as many as points.
  private mutating func mergeCells() {
    sort()
    if commonStep == nil { commonStep = stepOfOthers }
    var merged: [CurveBucket] = []
    var cell: Int64?
    for bucket in inside {
      let next = Self.floor(max(from, bucket.firstTime), cellLength)
      if next == cell {
        merged[merged.count - 1].merge(bucket)
      } else {
        merged.append(bucket)
      }
      cell = next
    }
    inside = merged
  }

  private func withPauses() -> Curve {
    let commonStep = commonStep ?? stepOfOthers
    var points: [CurvePoint] = []
    /// The last time of all buckets until now: those of different chunks may overlap.
    var lastTime = Int64.max
    for bucket in chosen {
      let step = max(points.last?.bucket.step ?? 0, bucket.step)
      let isAfterPause = SampleStep.isPause(
        from: lastTime, to: bucket.firstTime, step: step > 0 ? step : commonStep)
      lastTime = points.isEmpty ? bucket.lastTime : max(lastTime, bucket.lastTime)
      points.append(CurvePoint(bucket: bucket, isAfterPause: isAfterPause))
    }
    return Curve(points: points)
  }

  /// The typical step between buckets of chunks with a single sample, which have no step of their own.
  private var stepOfOthers: Int64 {
    SampleStep.typical(of: chosen.lazy.filter { $0.step == 0 }.map(\.firstTime))
  }

  private static func floor(_ time: Int64, _ length: Int64) -> Int64 {
    let (quotient, remainder) = time.quotientAndRemainder(dividingBy: length)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
