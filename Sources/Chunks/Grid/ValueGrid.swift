/// The relation between the values of a channel and integers.
enum ValueGrid: Equatable {
  /// k · 2^exponent.
  case binary(exponent: Int)
  /// The binary32 product of k, rounded to binary32, and a step.
  case float32Product(step: Float)
  /// The binary64 product of k and a step.
  case float64Product(step: Double)
  /// k / 10^digits, rounded to binary64.
  case decimal(digits: Int)
  /// k / 10^digits, rounded to binary64 and then to binary32.
  case float32Decimal(digits: Int)
  /// The bits of the binary32, in the order of the values.
  case float32Bits
  /// The bits of the binary64, in the order of the values.
  case float64Bits

  /// The largest number of decimal digits; 10^22 is the largest power that a binary64 represents.
  static let maximumDigits = 22

  private static func powerOfTen(_ digits: Int) -> Double {
    var power = 1.0
    for _ in 0..<digits { power *= 10 }
    return power
  }

  static func powerOfTwo(_ exponent: Int) -> Double {
    Double(sign: .plus, exponent: exponent, significand: 1)
  }

  /// Converts integers to values, with a distance of `stride` between two of them.
  func values(
    of integers: UnsafePointer<Int64>, count: Int, into values: UnsafeMutablePointer<Double>,
    stride: Int
  ) {
    @inline(__always) func convert(_ value: (Int64) -> Double) {
      for index in 0..<count { values[index &* stride] = value(integers[index]) }
    }
    switch self {
    case .binary(let exponent):
      let step = Self.powerOfTwo(exponent)
      convert { Double($0) * step }
    case .float32Product(let step): convert { Double(Float($0) * step) }
    case .float64Product(let step): convert { Double($0) * step }
    case .decimal(let digits):
      let power = Self.powerOfTen(digits)
      convert { Double($0) / power }
    case .float32Decimal(let digits):
      let power = Self.powerOfTen(digits)
      convert { Double(Float(Double($0) / power)) }
    case .float32Bits:
      convert { Double(Float(bitPattern: UInt32(truncatingIfNeeded: Self.ordered32($0)))) }
    case .float64Bits: convert { Double(bitPattern: UInt64(bitPattern: Self.ordered64($0))) }
    }
  }

  /// Converts values to integers, if that is exact for all but at most `exceptionsMax` values. The
  /// integer of an exception is that of the value before.
  ///
  /// - Returns: the number of exceptions, whose offsets are in `exceptions`; nil if there are more.
  func integers(
    of values: UnsafePointer<Double>, count: Int, stride: Int,
    into integers: UnsafeMutablePointer<Int64>,
    exceptions: UnsafeMutablePointer<Int64>, exceptionsMax: Int
  ) -> Int? {
    @inline(__always) func convert(
      _ integer: (Double) -> Int64, _ value: (Int64) -> Double
    ) -> Int? {
      var exceptionCount = 0
      var last: Int64 = 0
      for index in 0..<count {
        let exact = values[index &* stride]
        let number = integer(exact)
        if value(number).bitPattern == exact.bitPattern {
          last = number
        } else {
          guard exceptionCount < exceptionsMax else { return nil }
          exceptions[exceptionCount] = Int64(index)
          exceptionCount += 1
        }
        integers[index] = last
      }
      return exceptionCount
    }
    switch self {
    case .binary(let exponent):
      let step = Self.powerOfTwo(exponent)
      let inverse = Self.powerOfTwo(-exponent)
      return convert({ Self.nearest($0 * inverse) }, { Double($0) * step })
    case .float32Product(let step):
      let inverse = 1 / Double(step)
      return convert(
        { exact in
          let number = Self.nearest(exact * inverse)
          // The product is rounded twice, so that a neighbor can be the right one.
          if Double(Float(number) * step) == exact { return number }
          if Double(Float(number &- 1) * step) == exact { return number &- 1 }
          return number &+ 1
        }, { Double(Float($0) * step) })
    case .float64Product(let step):
      let inverse = 1 / step
      return convert({ Self.nearest($0 * inverse) }, { Double($0) * step })
    case .decimal(let digits):
      let power = Self.powerOfTen(digits)
      return convert({ Self.nearest($0 * power) }, { Double($0) / power })
    case .float32Decimal(let digits):
      let power = Self.powerOfTen(digits)
      return convert({ Self.nearest($0 * power) }, { Double(Float(Double($0) / power)) })
    case .float32Bits:
      return convert(
        { Self.ordered32(Int64(Int32(bitPattern: Float($0).bitPattern))) },
        { Double(Float(bitPattern: UInt32(truncatingIfNeeded: Self.ordered32($0)))) })
    case .float64Bits:
      return convert(
        { Self.ordered64(Int64(bitPattern: $0.bitPattern)) },
        { Double(bitPattern: UInt64(bitPattern: Self.ordered64($0))) })
    }
  }

  /// Returns the nearest integer of a value below 2^51, otherwise any integer.
  @inline(__always)
  private static func nearest(_ value: Double) -> Int64 {
    // 1.5 · 2^52: the sum has no bits below 1, and the integer is in its low bits.
    let shifted = value + 0x1.8p52
    return Int64(bitPattern: shifted.bitPattern &- (0x1.8p52).bitPattern)
  }

  /// Maps the bits of a number with a sign to the order of the numbers, and back.
  @inline(__always)
  private static func ordered64(_ bits: Int64) -> Int64 { bits ^ (bits &>> 63) & .max }

  /// The same for 32 bits, with the sign extended.
  @inline(__always)
  private static func ordered32(_ bits: Int64) -> Int64 {
    let bits = Int64(Int32(truncatingIfNeeded: bits))
    return bits ^ (bits &>> 63) & 0x7FFF_FFFF
  }
}

extension ValueGrid {
  func write(to writer: inout BitWriter) {
    switch self {
    case .binary(let exponent):
      writer.put(1, 3)
      writer.put(UInt64(exponent + 1074), 11)
    case .float32Product(let step):
      writer.put(2, 3)
      writer.put(UInt64(step.bitPattern), 32)
    case .float64Product(let step):
      writer.put(3, 3)
      writer.putWide(step.bitPattern, 64)
    case .decimal(let digits):
      writer.put(4, 3)
      writer.put(UInt64(digits), 5)
    case .float32Decimal(let digits):
      writer.put(5, 3)
      writer.put(UInt64(digits), 5)
    case .float32Bits: writer.put(6, 3)
    case .float64Bits: writer.put(7, 3)
    }
  }

  /// Reads a grid. Kind 0 means the grid of the channel before.
  init?(from cursor: inout BitCursor, previous: ValueGrid?) {
    switch cursor.small(3) {
    case 0:
      guard let previous else { return nil }
      self = previous
    case 1:
      guard let exponent = cursor.small(11) else { return nil }
      self = .binary(exponent: exponent - 1074)
    case 2:
      guard let bits = cursor.bits(32) else { return nil }
      self = .float32Product(step: Float(bitPattern: UInt32(bits)))
    case 3:
      guard let bits = cursor.bits(64) else { return nil }
      self = .float64Product(step: Double(bitPattern: bits))
    case 4:
      guard let digits = cursor.small(5), digits <= Self.maximumDigits else { return nil }
      self = .decimal(digits: digits)
    case 5:
      guard let digits = cursor.small(5), digits <= Self.maximumDigits else { return nil }
      self = .float32Decimal(digits: digits)
    case 6: self = .float32Bits
    case 7: self = .float64Bits
    default: return nil
    }
  }
}
