/// The offset of a clock that began again one or more times, by the times of the samples of its device.
public struct ClockCourse: Hashable, Sendable {
  /// A part in which the clock has no step.
  public struct Part: Hashable, Sendable {
    /// The times of the samples, in nanoseconds since 1970.
    public var times: ClosedRange<Int64>
    /// The offset by times of this clock; nil if it is not known.
    public var estimate: OffsetEstimate?
    /// The number of measurements of the estimate.
    public var measurementCount: Int
  }

  /// By time, without overlaps.
  public internal(set) var parts: [Part] = []

  /// Whether any offset is known.
  public var isKnown: Bool { parts.contains { $0.estimate != nil } }
  public var measurementCount: Int { parts.reduce(0) { $0 + $1.measurementCount } }

  /// The part that contains a time of the samples; nil if it is in none.
  public func part(at time: Int64) -> Part? {
    let next = parts.firstPlace { $0.times.lowerBound > time }
    guard next > 0, time <= parts[next - 1].times.upperBound else { return nil }
    return parts[next - 1]
  }

  /// The times from each start to the next one, as far as they are within a range, by start.
  static func ranges(
    from starts: [Int64], within times: ClosedRange<Int64>
  ) -> [(start: Int64, times: ClosedRange<Int64>)] {
    starts.indices.compactMap { index in
      // A sample can be dated back from the moment at which its clock began.
      let first = index == 0 ? starts[0].clampedSubtract(Self.datedBackMax) : starts[index]
      let last = index + 1 < starts.count ? starts[index + 1].clampedSubtract(1) : Int64.max
      let (low, high) = (max(first, times.lowerBound), min(last, times.upperBound))
      return low <= high ? (starts[index], low...high) : nil
    }
  }

  private static let datedBackMax: Int64 = 60_000_000_000
}

extension OffsetEstimate {
  /// The offset at a time, or at the end of the range that is nearest to it.
  func offset(nearest time: Int64) -> Point? {
    guard let first = points.first, let last = points.last else { return nil }
    return offset(at: min(max(time, first.time), last.time))
  }

  /// The time of the reference clock when this clock showed a time; nil outside of the range.
  public func corrected(_ time: Int64) -> CorrectedTime? {
    offset(at: time).map {
      CorrectedTime(time.clampedSubtract($0.offset), uncertainty: $0.uncertainty)
    }
  }
}
