/// The relation between the times of a block and integers that begin with 0.
enum TimeGrid: Equatable {
  /// The first time + k · unit.
  case steps(unit: Int64)
  /// The first time + (k · numerator + phase) / denominator, rounded down: ticks of a clock whose
  /// period is not a whole number of nanoseconds.
  case ticks(numerator: Int64, denominator: Int64, phase: Int64)
  /// A binary64 that was printed with as few decimal digits as identify it. Between 2006 and 2043,
  /// a time in nanoseconds as a binary64 is a multiple of 256.
  case printedBinary64

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
    case .printedBinary64:
      let start = Self.multiple(of: first)
      for index in 0..<count { times[index] = Self.printed(start &+ integers[index]) }
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
    if unit == 100 || unit == 200, printed(times, count, integers) { return .printedBinary64 }
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
  /// Returns the multiple of 256, divided by 256, to which a printed number is rounded: the nearest
  /// one, or the even one of two.
  @inline(__always)
  private static func multiple(of time: Int64) -> Int64 {
    let nearest = (time &+ 128) &>> 8
    return (time &+ 128) & 255 == 0 ? nearest & ~1 : nearest
  }

  /// Returns the printed form of a multiple of 256 that was divided by 256: the multiple of 1,000
  /// that is rounded to it, or otherwise the nearest multiple of 100.
  @inline(__always)
  private static func printed(_ multiple: Int64) -> Int64 {
    let time = multiple &<< 8
    let short = nearest(time, 1_000)
    let distance = (short &- time).magnitude
    let identifies = distance < 128 || (distance == 128 && multiple & 1 == 0)
    return identifies ? short : nearest(time, 100)
  }

  /// Returns the nearest multiple of a unit, the larger one of two.
  @inline(__always)
  private static func nearest(_ time: Int64, _ unit: Int64) -> Int64 {
    let raised = time &+ unit / 2
    let rest = raised % unit
    return raised &- rest &- (rest < 0 ? unit : 0)
  }

  /// Sets the integers of times if all of them are printed numbers.
  private static func printed(
    _ times: UnsafePointer<Int64>, _ count: Int, _ integers: UnsafeMutablePointer<Int64>
  ) -> Bool {
    let start = multiple(of: times[0])
    for index in 0..<count {
      guard times[index] >= 1 << 60, times[index] < 1 << 61 else { return false }
      let multiple = multiple(of: times[index])
      guard printed(multiple) == times[index] else { return false }
      integers[index] = multiple - start
    }
    return true
  }

  func write(to writer: inout BitWriter) {
    switch self {
    case .steps(let unit):
      writer.put(0, 2)
      writer.putNumber(UInt64(unit))
    case .ticks(let numerator, let denominator, let phase):
      writer.put(1, 2)
      writer.putNumber(UInt64(numerator))
      writer.putNumber(UInt64(denominator))
      writer.putNumber(UInt64(phase))
    case .printedBinary64: writer.put(2, 2)
    }
  }

  init?(from cursor: inout BitCursor) {
    func positive() -> Int64? { cursor.number().flatMap { Int64(exactly: $0) } }
    switch cursor.small(2) {
    case 0:
      guard let unit = positive(), unit > 0 else { return nil }
      self = .steps(unit: unit)
    case 1:
      guard let numerator = positive(), let denominator = positive(), let phase = positive(),
        numerator > 0, denominator > 0, phase < denominator
      else { return nil }
      self = .ticks(numerator: numerator, denominator: denominator, phase: phase)
    case 2: self = .printedBinary64
    default: return nil
    }
  }
}
