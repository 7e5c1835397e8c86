/// The typical step between samples, and the pauses that interrupt a curve.
enum SampleStep {
  /// A pause of more than this many typical steps interrupts the curve.
  static let pauseFactor: UInt64 = 5

  /// Returns the step that 90 % of the steps do not exceed, in nanoseconds; 0 without steps.
  ///
  /// The median would be too short for streams that deliver samples in bursts, such as beacons.
  /// Steps of 0 and steps back in time do not count.
  static func typical(of times: some Sequence<Int64>) -> Int64 {
    var steps: [Int64] = []
    var previous: Int64?
    for time in times {
      if let previous, previous < time {
        steps.append(Int64(clamping: distance(from: previous, to: time)))
      }
      previous = time
    }
    guard !steps.isEmpty else { return 0 }
    steps.sort()
    return steps[(steps.count - 1) * 9 / 10]
  }

  /// Whether the curve is interrupted between two times. If the step is unknown, it is.
  static func isPause(from start: Int64, to end: Int64, step: Int64) -> Bool {
    guard start < end else { return false }
    guard step > 0 else { return true }
    let (limit, overflow) = UInt64(step).multipliedReportingOverflow(by: pauseFactor)
    return !overflow && distance(from: start, to: end) > limit
  }

  /// Returns the nanoseconds from a time to a time that is not earlier. It cannot overflow.
  static func distance(from start: Int64, to end: Int64) -> UInt64 {
    UInt64(bitPattern: end &- start)
  }
}
