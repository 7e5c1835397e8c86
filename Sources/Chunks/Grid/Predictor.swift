/// The prediction of a series of integers from the numbers before.
///
/// It works on the series itself, on its differences, or on the differences of these. All sums and
/// products wrap around, so that every series can be restored, and every machine gets the same.
struct Predictor {
  static let maximumOrder = 8
  static let maximumShift = 12
  /// The number of bits of one coefficient.
  static let coefficientBits = 6

  /// How often differences are taken, 0 to 2.
  var differences = 1
  /// The number of coefficients, 0 to 8.
  var order = 0
  /// A coefficient c stands for c / 2^shift.
  var shift = 0
  /// The coefficients of the last number, of the one before it and so on; 0 behind the order.
  var coefficients = SIMD8<Int64>()
  /// The constant that is subtracted from every number of the series, or from every difference.
  var offset: Int64 = 0
  /// The first number of the series.
  var first: Int64 = 0

  /// Computes the (differences of the) series without its offset into `terms`, whose first one is 0
  /// if there are differences.
  func terms(
    of series: UnsafePointer<Int64>, count: Int, into terms: UnsafeMutablePointer<Int64>
  ) {
    switch differences {
    case 0: for index in 0..<count { terms[index] = series[index] &- offset }
    case 1:
      terms[0] = 0
      for index in 1..<max(count, 1) {
        terms[index] = series[index] &- series[index - 1] &- offset
      }
    default:
      terms[0] = 0
      var last: Int64 = 0
      for index in 1..<max(count, 1) {
        let step = series[index] &- series[index - 1] &- offset
        terms[index] = step &- last
        last = step
      }
    }
  }

  /// Returns the prediction of the term at an address. The eight terms before it must be readable.
  @inline(__always)
  private func prediction(_ term: UnsafePointer<Int64>, rounding: Int64) -> Int64 {
    var sum = rounding
    sum &+= coefficients[7] &* term[-8]
    sum &+= coefficients[6] &* term[-7]
    sum &+= coefficients[5] &* term[-6]
    sum &+= coefficients[4] &* term[-5]
    sum &+= coefficients[3] &* term[-4]
    sum &+= coefficients[2] &* term[-3]
    sum &+= coefficients[1] &* term[-2]
    sum &+= coefficients[0] &* term[-1]
    return sum &>> Int64(truncatingIfNeeded: shift)
  }

  @inline(__always)
  private func shortPrediction(_ term: UnsafePointer<Int64>, rounding: Int64) -> Int64 {
    var sum = rounding
    sum &+= coefficients[3] &* term[-4]
    sum &+= coefficients[2] &* term[-3]
    sum &+= coefficients[1] &* term[-2]
    sum &+= coefficients[0] &* term[-1]
    return sum &>> Int64(truncatingIfNeeded: shift)
  }

  /// Half of a coefficient of 1, so that predictions are rounded to the nearest number.
  private var rounding: Int64 { (1 &<< Int64(shift)) &>> 1 }

  /// Computes the residuals of terms 1 to count - 1. Eight zeros must precede the terms.
  func residuals(
    of terms: UnsafePointer<Int64>, count: Int, into residuals: UnsafeMutablePointer<Int64>
  ) {
    guard order > 0 else {
      for index in 1..<max(count, 1) { residuals[index] = terms[index] }
      return
    }
    for index in 1..<max(count, 1) {
      residuals[index] = terms[index] &- prediction(terms + index, rounding: rounding)
    }
  }

  /// Replaces the residuals 1 to count - 1 by the series, whose first number replaces the number 0.
  /// Eight zeros must precede them.
  func restore(_ series: UnsafeMutablePointer<Int64>, count: Int) {
    series[0] = differences == 0 ? first &- offset : 0
    if order > 4 {
      for index in 1..<max(count, 1) {
        series[index] &+= prediction(series + index, rounding: rounding)
      }
    } else if order > 0 {
      for index in 1..<max(count, 1) {
        series[index] &+= shortPrediction(series + index, rounding: rounding)
      }
    }
    switch differences {
    case 0: for index in 0..<count { series[index] &+= offset }
    case 1:
      var last = first
      series[0] = last
      for index in 1..<max(count, 1) {
        last = last &+ offset &+ series[index]
        series[index] = last
      }
    default:
      var last = first
      var step = offset
      series[0] = last
      for index in 1..<max(count, 1) {
        step = step &+ series[index]
        last = last &+ step
        series[index] = last
      }
    }
  }
}

extension Predictor {
  func write(to writer: inout BitWriter) {
    writer.put(UInt64(differences), 2)
    writer.put(UInt64(order), 4)
    if order > 0 {
      writer.put(UInt64(shift), 4)
      for index in 0..<order {
        writer.put(UInt64(bitPattern: coefficients[index]) & 63, UInt64(Self.coefficientBits))
      }
    }
    writer.putSigned(first)
    writer.putSigned(offset)
  }

  init?(from cursor: inout BitCursor) {
    guard let differences = cursor.small(2), differences <= 2, let order = cursor.small(4),
      order <= Self.maximumOrder
    else { return nil }
    self.differences = differences
    self.order = order
    if order > 0 {
      guard let shift = cursor.small(4), shift <= Self.maximumShift else { return nil }
      self.shift = shift
      for index in 0..<order {
        guard let bits = cursor.bits(Self.coefficientBits) else { return nil }
        coefficients[index] = Int64(bitPattern: bits << 58) >> 58
      }
    }
    guard let first = cursor.signed(), let offset = cursor.signed() else { return nil }
    self.first = first
    self.offset = offset
  }
}
