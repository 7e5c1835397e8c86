/// The offset of a clock over a range of its times, with the uncertainty: points with straight lines between them.
///
/// At each point, all lines are considered that satisfy the bounds near it, loosened by what the clock may wander
/// (`OffsetModel`). The uncertainty reaches to the lines with the least and the greatest height, so that the truth lies
/// within it if the bounds are right and the model holds. The offset is the height of the line that is farthest from
/// the bounds, if these are loosened as little as necessary.
///
/// Pure and deterministic. The time and the memory that it takes are limited for any input.
public struct OffsetEstimate: Hashable, Sendable {
  public struct Point: Hashable, Sendable {
    /// The time of the clock, in nanoseconds.
    public var time: Int64
    /// The time of the clock minus that of the reference, in nanoseconds.
    public var offset: Int64
    /// The offset differs from the true one by at most this, in nanoseconds.
    public var uncertainty: Int64

    public init(time: Int64, offset: Int64, uncertainty: Int64) {
      self.time = time
      self.offset = offset
      self.uncertainty = uncertainty
    }
  }

  /// By increasing time; the first and the last one are at the ends of the range.
  public let points: [Point]
  /// The number of bounds that were left out at a point, because most of those near it contradict them.
  public let leftOutCount: Int
  /// Whether bounds contradict each other at a point, so that its uncertainty is what separates them.
  public let isContradictory: Bool

  /// Computes the offsets over a range of times; nil without a bound of each side.
  ///
  /// - Parameters:
  ///   - bounds: in any order. Those with too large numbers are ignored.
  ///   - times: the range, of which at most the times up to `OffsetBound.magnitudeMax` count.
  public init?(_ bounds: [OffsetBound], over times: ClosedRange<Int64>, _ model: OffsetModel) {
    let model = model.usable
    let bounds = bounds.filter(\.isUsable).sorted { ($0.time, $0.offset) < ($1.time, $1.offset) }
    let lowest = bounds.filter { $0.side == .lowest }
    let highest = bounds.filter { $0.side == .highest }
    guard let base = lowest.first?.offset, !highest.isEmpty else { return nil }
    var fit = PointFit(lowest: lowest, highest: highest, base: base, model: model)
    fit.keepTightest()
    let (moments, spacing) = Self.moments(in: times, model)
    // Between two points, the offset differs from the line between them by no more than it can half way.
    let bend = model.slack(after: Double(spacing) / 2e9)
    points = moments.map { time in
      let (height, uncertainty) = fit.offset(at: time)
      return Point(
        time: time, offset: base.clampedAdd(Int64(nearest: height)),
        uncertainty: Int64(nearest: (uncertainty + bend).rounded(.up)))
    }
    leftOutCount = fit.leftOut.count
    isContradictory = fit.isContradictory
  }

  /// The times of the points, and the longest time between two of them.
  private static func moments(
    in times: ClosedRange<Int64>, _ model: OffsetModel
  ) -> (moments: [Int64], spacing: Int64) {
    let limit = Int64(OffsetBound.magnitudeMax)
    let first = min(max(times.lowerBound, -limit), limit)
    let last = min(max(times.upperBound, -limit), limit)
    let length = last - first
    guard length > 0 else { return ([first], 0) }
    let parts = min(Int64(OffsetModel.pointsMax - 1), (length - 1) / model.spacing + 1)
    let spacing = (length - 1) / parts + 1
    return ((0..<parts).map { first + $0 * (length / parts) } + [last], spacing + parts)
  }

  /// Returns the offset at a time; nil outside of the range.
  public func offset(at time: Int64) -> Point? {
    guard let first = points.first, let last = points.last, first.time <= time, time <= last.time
    else { return nil }
    let next = points.firstPlace { $0.time > time }
    guard next < points.count else { return last }
    let (before, after) = (points[next - 1], points[next])
    let share = Double(time - before.time) / Double(after.time - before.time)
    func between(_ start: Int64, _ end: Int64) -> Int64 {
      start.clampedAdd(Int64(nearest: (Double(end) - Double(start)) * share))
    }
    return Point(
      time: time, offset: between(before.offset, after.offset),
      // One more for the rounding of both.
      uncertainty: between(before.uncertainty, after.uncertainty).clampedAdd(1))
  }

  /// By how much faster a clock is than another, both in parts per million.
  public struct Drift: Hashable, Sendable {
    public var partsPerMillion: Double
    /// The true drift is at most this much less or more.
    public var uncertainty: Double
  }

  /// The mean drift over the range; nil for a range without a length.
  public var drift: Drift? {
    guard let first = points.first, let last = points.last, first.time < last.time else {
      return nil
    }
    let length = (Double(last.time) - Double(first.time)) / 1e6
    return Drift(
      partsPerMillion: (Double(last.offset) - Double(first.offset)) / length,
      uncertainty: (Double(first.uncertainty) + Double(last.uncertainty)) / length)
  }
}

/// Finds the offset at single times.
private struct PointFit {
  /// By time.
  var lowest: [OffsetBound]
  var highest: [OffsetBound]
  /// Heights are relative to this offset, so that their floating-point numbers are exact.
  let base: Int64
  let model: OffsetModel
  /// The bounds that were left out at a point.
  var leftOut: Set<OffsetBound> = []
  var isContradictory = false

  /// Nanoseconds per second.
  private var slopeMax: Double { model.driftMax * 1_000 }

  /// Keeps the tightest bound of each side in each half of the spacing of points. The others tell little more.
  mutating func keepTightest() {
    guard let start = [lowest.first, highest.first].compactMap({ $0?.time }).min() else { return }
    // Within this time, the clock can drift by more than the bounds differ, so they are compared along the line that
    // fits best to all.
    let slope = bounds(lowest[...], highest[...], at: start, share: 0).slope
    func tightest(_ bounds: [OffsetBound], _ sign: Double) -> [OffsetBound] {
      var kept: [(part: Int64, height: Double, bound: OffsetBound)] = []
      for bound in bounds {
        let part = bound.time.clampedSubtract(start) / max(1, model.spacing / 2)
        let place = place(bound, at: start, 0)
        let height = sign * (place.y - slope * place.x)
        if kept.last?.part != part {
          kept.append((part, height, bound))
        } else if height > kept[kept.count - 1].height {
          kept[kept.count - 1] = (part, height, bound)
        }
      }
      return kept.map(\.bound)
    }
    (lowest, highest) = (tightest(lowest, 1), tightest(highest, -1))
  }

  /// The number of times that the window is halved if its bounds contradict each other: the clock has wandered more
  /// than the model says, but less within a shorter time.
  private static let halvings = 6
  /// The shares of what the clock may wander that are tried for the offset itself, which is better if the clock keeps
  /// its drift.
  private static let shares = [0.125, 0.25, 0.5]

  mutating func offset(at time: Int64) -> (height: Double, uncertainty: Double) {
    var least: LineBounds?
    for window in (0...Self.halvings).map({ model.window >> $0 }) {
      let near = (near(time, in: lowest, window), near(time, in: highest, window))
      let fit = bounds(near.0, near.1, at: time, share: 1)
      guard fit.contradiction > 0 else { return known(fit, near.0, near.1, at: time) }
      if fit.contradiction < least?.contradiction ?? .infinity { least = fit }
    }
    if let majority = fitOfMajority(at: time) { return majority }
    isContradictory = true
    return (least?.height ?? 0, least?.contradiction ?? .infinity)
  }

  /// The offset with the least wander that explains the bounds, and the uncertainty with all that the model allows.
  private func known(
    _ fit: LineBounds, _ lowest: ArraySlice<OffsetBound>, _ highest: ArraySlice<OffsetBound>,
    at time: Int64
  ) -> (height: Double, uncertainty: Double) {
    let steady = Self.shares.lazy.map { bounds(lowest, highest, at: time, share: $0) }
      .first { $0.contradiction == 0 }
    let height = (steady ?? fit).height
    return (height, max(height - fit.heights.lowerBound, fit.heights.upperBound - height, 0))
  }

  /// The offset that follows from what most bounds agree about; nil if they do not.
  private mutating func fitOfMajority(
    at time: Int64
  ) -> (height: Double, uncertainty: Double)? {
    let kept = majority(
      near(time, in: lowest, model.window), near(time, in: highest, model.window), at: time)
    guard kept.leftOut.count > 0, !kept.lowest.isEmpty, !kept.highest.isEmpty else { return nil }
    let fit = bounds(kept.lowest, kept.highest, at: time, share: 1)
    guard fit.contradiction == 0 else { return nil }
    leftOut.formUnion(kept.leftOut)
    return known(fit, kept.lowest, kept.highest, at: time)
  }

  /// - Parameter share: of what the clock may wander.
  private func bounds(
    _ lowest: ArraySlice<OffsetBound>, _ highest: ArraySlice<OffsetBound>, at time: Int64,
    share: Double
  ) -> LineBounds {
    LineBounds(
      lowest: lowest.map { place($0, at: time, share) },
      highest: highest.map { place($0, at: time, share) }, slopeMax: slopeMax)
  }

  /// The bound as a place near a time, loosened by what the clock may wander from one to the other.
  ///
  /// - Parameter share: of this.
  private func place(
    _ bound: OffsetBound, at time: Int64, _ share: Double = 1
  ) -> LineBounds.Place {
    let x = Double(bound.time.clampedSubtract(time)) / 1e9
    let slack = model.slack(after: x) * share
    let y = Double(bound.offset.clampedSubtract(base))
    return LineBounds.Place(x: x, y: bound.side == .lowest ? y - slack : y + slack)
  }

  private func near(
    _ time: Int64, in bounds: [OffsetBound], _ window: Int64
  ) -> ArraySlice<OffsetBound> {
    let middle = bounds.firstPlace { $0.time >= time }
    let first = bounds.firstPlace { $0.time >= time.clampedSubtract(window) }
    let end = bounds.firstPlace { $0.time > time.clampedAdd(window) }
    let (few, many) = (OffsetModel.neighborsMin, OffsetModel.neighborsMax)
    let start = max(0, middle - many, min(first, middle - few))
    return bounds[start..<min(bounds.count, middle + many, max(end, middle + few))]
  }

  /// The bounds that no more than two thirds of those of the other side contradict, whatever the drift is; and the
  /// others.
  private func majority(
    _ lowest: ArraySlice<OffsetBound>, _ highest: ArraySlice<OffsetBound>, at time: Int64
  ) -> (
    lowest: ArraySlice<OffsetBound>, highest: ArraySlice<OffsetBound>, leftOut: [OffsetBound]
  ) {
    let floors = lowest.map { (bound: $0, place: place($0, at: time)) }
    let ceilings = highest.map { (bound: $0, place: place($0, at: time)) }
    func contradict(_ floor: LineBounds.Place, _ ceiling: LineBounds.Place) -> Bool {
      floor.y - ceiling.y > slopeMax * (floor.x - ceiling.x).magnitude
    }
    func isAtMostTwoThirds(_ count: Int, of all: Int) -> Bool {
      let rest = all - count
      return count - rest <= rest
    }
    func isKept(_ floor: LineBounds.Place) -> Bool {
      isAtMostTwoThirds(ceilings.count { contradict(floor, $0.place) }, of: ceilings.count)
    }
    func isKept(ceiling: LineBounds.Place) -> Bool {
      isAtMostTwoThirds(floors.count { contradict($0.place, ceiling) }, of: floors.count)
    }
    let kept = (
      floors.filter { isKept($0.place) }.map(\.bound),
      ceilings.filter { isKept(ceiling: $0.place) }.map(\.bound)
    )
    let all = Set(kept.0 + kept.1)
    return (kept.0[...], kept.1[...], (lowest + highest).filter { !all.contains($0) })
  }
}

extension RandomAccessCollection where Index == Int {
  /// The index of the first element that fits, in a collection in which all elements after it fit, too; the end if
  /// there is none.
  func firstPlace(where fits: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if fits(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
