/// The search for the grid of a channel. Every grid that is found is verified with all values.
struct ValueGridSearch {
  /// The values of the channel, with a distance of `stride` between two of them.
  let values: UnsafePointer<Double>
  let count: Int
  let stride: Int
  /// Receives the integers on the grid.
  let integers: UnsafeMutablePointer<Int64>
  /// Receives the offsets of the values that are not on the grid.
  let exceptions: UnsafeMutablePointer<Int64>

  /// Known steps of sensors: the gyroscope of an iPhone (2^-16 °/s in rad/s); the accelerometer,
  /// the gyroscope and the magnetometer of a Galaxy S25.
  private static let knownSteps: [Float] = [
    Float(Double.pi / 180) / 65536, Float(9.80665 * 0.000244), 0.000610864779446274, 0.06,
  ]

  /// The largest number of values that need not be on the grid.
  static func exceptionsMax(count: Int) -> Int { 1 + count / 16 }

  /// Returns the number of exceptions if the values are on the grid; the integers are then set.
  private func fit(_ grid: ValueGrid) -> Int? {
    grid.integers(
      of: values, count: count, stride: stride, into: integers, exceptions: exceptions,
      exceptionsMax: Self.exceptionsMax(count: count))
  }

  /// Facts about the finite values except zeros.
  private struct Facts {
    /// Whether every value is also a binary32.
    var isFloat32 = true
    /// Whether the bits of every value, also of zeros and of others, survive binary32.
    var isExactFloat32 = true
    /// The exponent of the lowest bit of any value.
    var lowestBit = Int.max
    var largest = 0.0
  }

  private func facts() -> Facts {
    var facts = Facts()
    for index in 0..<count {
      let value = values[index &* stride]
      let bits = value.bitPattern
      let isExact = Double(Float(value)).bitPattern == bits
      facts.isExactFloat32 = facts.isExactFloat32 && isExact
      let exponent = Int(truncatingIfNeeded: bits &>> 52 & 0x7FF)
      let fraction = bits & (1 &<< 52 &- 1)
      guard exponent != 0x7FF, exponent != 0 || fraction != 0 else { continue }
      let implicit: UInt64 = exponent == 0 ? 0 : 1 &<< 52
      let lowest = max(exponent, 1) - 1075 + (fraction | implicit).trailingZeroBitCount
      facts.lowestBit = min(facts.lowestBit, lowest)
      facts.largest = max(facts.largest, abs(value))
      facts.isFloat32 = facts.isFloat32 && isExact
    }
    return facts
  }

  /// Returns the grid of the values and the number of exceptions; the integers are then set.
  ///
  /// - Parameter previous: the grid of the channel before, which is often the same.
  func best(previous: ValueGrid?) -> (grid: ValueGrid, exceptionCount: Int) {
    let facts = facts()
    func result(_ grid: ValueGrid) -> (grid: ValueGrid, exceptionCount: Int)? {
      fit(grid).map { (grid, $0) }
    }
    // Without a finite value except zeros, the integers on this grid are 0.
    guard facts.lowestBit != .max else { return result(.binary(exponent: 0)) ?? bits(facts) }
    let steps = facts.largest / Double(sign: .plus, exponent: facts.lowestBit, significand: 1)
    let binary = ValueGrid.binary(exponent: facts.lowestBit)

    switch previous {
    case .binary(let exponent):
      if (0...2).contains(facts.lowestBit - exponent), let found = result(previous!) {
        return found
      }
    case .float32Product, .float64Product, .decimal, .float32Decimal:
      if let found = result(previous!) { return found }
    default: break
    }
    if steps < 0x1p20, facts.lowestBit < 900, let found = result(binary) { return found }
    if facts.isFloat32 {
      for step in Self.knownSteps {
        if let found = result(.float32Product(step: step)) { return found }
      }
      for digits in 1...6 {
        if let found = result(.float32Decimal(digits: digits)) { return found }
      }
      if let step = commonStep(facts.largest, tolerance: 0x1p-21) {
        let near = Float(step)
        for step in [near, near.nextUp, near.nextDown] {
          if let found = result(.float32Product(step: step)) { return found }
        }
      }
    } else {
      for digits in 1...9 {
        if let found = result(.decimal(digits: digits)) { return found }
      }
      if let step = commonStep(facts.largest, tolerance: 0x1p-48) {
        for step in [step, step.nextUp, step.nextDown] {
          if let found = result(.float64Product(step: step)) { return found }
        }
      }
    }
    if steps < (facts.isFloat32 ? 0x1p34 : 0x1p44), facts.lowestBit < 900,
      let found = result(binary)
    {
      return found
    }
    return bits(facts)
  }

  private func bits(_ facts: Facts) -> (grid: ValueGrid, exceptionCount: Int) {
    let grid = facts.isExactFloat32 ? ValueGrid.float32Bits : .float64Bits
    guard let exceptionCount = fit(grid) else {
      preconditionFailure("the bits of a value represent it")
    }
    return (grid, exceptionCount)
  }

  /// Returns a number of which all values are multiples, within a tolerance relative to the largest
  /// one; nil if there is none, or if it is not clearly larger than the tolerance.
  private func commonStep(_ largest: Double, tolerance: Double) -> Double? {
    let tolerance = largest * tolerance
    var step = largest
    for index in 0..<min(count, 64) {
      // Euclid's algorithm.
      var (larger, smaller) = (step, abs(values[index &* stride]))
      guard smaller.isFinite else { continue }
      if smaller > larger { swap(&larger, &smaller) }
      while smaller > tolerance {
        let rest = abs(larger - Self.rounded(larger / smaller) * smaller)
        (larger, smaller) = (smaller, rest)
      }
      step = larger
      guard step > 64 * tolerance else { return nil }
    }
    return largest / Self.rounded(largest / step)
  }

  /// Rounds a number of less than 2^51 to the nearest integer.
  private static func rounded(_ value: Double) -> Double { value + 0x1.8p52 - 0x1.8p52 }
}
