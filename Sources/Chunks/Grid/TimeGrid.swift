/// The relation between the times of a block and integers that begin with 0.
enum TimeGrid: Equatable {
  /// The first time + k · unit.
  case steps(unit: Int64)
  /// The first time + (k · numerator + phase) / denominator, rounded down: ticks of a clock whose
  /// period is not a whole number of nanoseconds.
  case ticks(numerator: Int64, denominator: Int64, phase: Int64)

  /// The periods of known clocks in nanoseconds: 24 MHz (iPhone), 19.2 MHz (Android devices),
  /// 32,768 Hz.
  private static let clocks: [(numerator: Int64, denominator: Int64)] = [
    (125, 3), (625, 12), (1_953_125, 64),
  ]

  func times(
    of integers: UnsafePointer<Int64>, count: Int, first: Int64,
    into times: UnsafeMutablePointer<Int64>
  ) {
    switch self {
    case .steps(let unit):
      for index in 0..<count { times[index] = first &+ integers[index] &* unit }
    case .ticks(let numerator, let denominator, let phase):
      for index in 0..<count {
        let scaled = integers[index] &* numerator &+ phase
        // The quotient is rounded toward zero, but must be rounded down.
        let rest = scaled % denominator
        times[index] = first &+ scaled / denominator &- (rest < 0 ? 1 : 0)
      }
    }
  }

  /// Returns the coarsest grid of times, and sets their integers.
  static func best(
    of times: UnsafePointer<Int64>, count: Int, into integers: UnsafeMutablePointer<Int64>
  ) -> TimeGrid {
    let unit = commonUnit(times, count)
    if unit == 1, count > 8 {
      for clock in clocks {
        let grid = ticks(clock.numerator, clock.denominator, times, count, integers)
        if let grid { return grid }
      }
    }
    for index in 0..<count {
      let distance = times[index] &- times[0]
      integers[index] = unit == 1 ? distance : distance / unit
    }
    return .steps(unit: unit)
  }

  /// Returns the greatest common divisor of all steps; 1 if a time is so far from the first one that
  /// the distance overflows.
  private static func commonUnit(_ times: UnsafePointer<Int64>, _ count: Int) -> Int64 {
    var unit: UInt64 = 0
    for index in 1..<max(count, 1) {
      let (distance, overflows) = times[index].subtractingReportingOverflow(times[0])
      guard !overflows, distance != .min else { return 1 }
      var larger = unit
      var smaller = distance.magnitude
      if larger == 0 { swap(&larger, &smaller) }
      if larger > 0 { smaller %= larger }
      while smaller > 0 { (larger, smaller) = (smaller, larger % smaller) }
      unit = larger
      if unit == 1 { return 1 }
    }
    return unit == 0 ? 1 : Int64(unit)
  }

  /// Returns the grid of a clock if all times are on it, and then sets their integers.
  private static func ticks(
    _ numerator: Int64, _ denominator: Int64, _ times: UnsafePointer<Int64>, _ count: Int,
    _ integers: UnsafeMutablePointer<Int64>
  ) -> TimeGrid? {
    // Every time narrows the range of the possible phases.
    var phases = 0..<denominator
    for index in 0..<count {
      let (distance, overflows) = times[index].subtractingReportingOverflow(times[0])
      guard !overflows, distance.magnitude < 1 << 55 else { return nil }
      let scaled = distance * denominator
      // k · numerator + phase must be in scaled..<scaled + denominator.
      var quotient = scaled / numerator
      var rest = scaled % numerator
      if rest < 0 {
        rest += numerator
        quotient -= 1
      }
      let range: Range<Int64>
      if rest < denominator {
        range = rest..<denominator
        integers[index] = quotient
      } else {
        // The next tick, of which the phase must make up the rest.
        range = 0..<max(0, rest + denominator - numerator)
        integers[index] = quotient + 1
      }
      phases = phases.clamped(to: range)
      guard !phases.isEmpty else { return nil }
    }
    return .ticks(
      numerator: numerator, denominator: denominator, phase: phases.lowerBound)
  }
}

extension TimeGrid {
  func write(to writer: inout BitWriter) {
    switch self {
    case .steps(let unit):
      writer.put(0, 1)
      writer.putNumber(UInt64(unit))
    case .ticks(let numerator, let denominator, let phase):
      writer.put(1, 1)
      writer.putNumber(UInt64(numerator))
      writer.putNumber(UInt64(denominator))
      writer.putNumber(UInt64(phase))
    }
  }

  init?(from cursor: inout BitCursor) {
    func positive() -> Int64? { cursor.number().flatMap { Int64(exactly: $0) } }
    switch cursor.small(1) {
    case 0:
      guard let unit = positive(), unit > 0 else { return nil }
      self = .steps(unit: unit)
    case 1:
      guard let numerator = positive(), let denominator = positive(), let phase = positive(),
        numerator > 0, denominator > 0, phase < denominator
      else { return nil }
      self = .ticks(numerator: numerator, denominator: denominator, phase: phase)
    default: return nil
    }
  }
}
