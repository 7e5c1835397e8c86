/// Bounds for the offset of a clock that is only heard: its messages have its time, and arrive after an unknown delay.
///
/// A message arrives after it was sent, which bounds the offset from below. Nothing bounds it from above but an
/// assumption: within half an hour, the fastest message takes at most `delayMax`. The fastest ones are those at the
/// line that lies above all bounds, and nearest to them on average.
public enum DelayEnvelope {
  /// The time within which the fastest messages are found, in nanoseconds: half an hour.
  private static let partLength: Int64 = 1_800_000_000_000

  /// - Parameters:
  ///   - arrivals: bounds from below, in any order; those with too large numbers, and bounds from above, are ignored.
  ///   - delayMax: in nanoseconds, 0 or more.
  /// - Returns: the given bounds, and those from above that follow from the assumption.
  public static func bounds(
    _ arrivals: [OffsetBound], delayMax: Int64, _ model: OffsetModel
  ) -> [OffsetBound] {
    let model = model.usable
    let delayMax = Double(max(0, delayMax))
    let arrivals = arrivals.filter { $0.isUsable && $0.side == .lowest }
      .sorted { ($0.time, $0.offset) < ($1.time, $1.offset) }
    var result = arrivals
    var rest = arrivals[...]
    while let first = rest.first {
      let end = first.time.clampedAdd(partLength)
      let part = rest.prefix { $0.time <= end }
      rest = rest.dropFirst(part.count)
      result += highest(part, delayMax: delayMax, model)
    }
    return result
  }

  private static func highest(
    _ part: ArraySlice<OffsetBound>, delayMax: Double, _ model: OffsetModel
  ) -> [OffsetBound] {
    guard let first = part.first, let last = part.last else { return [] }
    let start = first.time
    let length = Double(last.time - start) / 1e9
    let places = part.map {
      LineBounds.Place(
        x: Double($0.time - start) / 1e9 - length / 2,
        y: Double($0.offset.clampedSubtract(first.offset)))
    }
    let envelope = Envelope(above: places)
    let mean = places.reduce(0) { $0 + $1.x } / Double(places.count)
    let slopeMax = model.driftMax * 1_000
    let slope = LineBounds.argMin(
      { envelope.height($0) + $0 * mean }, in: -slopeMax...slopeMax)
    // The clock may wander from the line to its ends.
    let above = delayMax + model.slack(after: length / 2)
    return zip(part, places).compactMap { bound, place in
      let line = envelope.height(slope) + slope * place.x
      guard line - place.y <= delayMax else { return nil }
      return OffsetBound(
        .highest, first.offset.clampedAdd(Int64(nearest: line + above)), at: bound.time)
    }
  }
}
