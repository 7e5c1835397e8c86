/// The prediction of a series of integers from the numbers before.
///
/// It works on the series itself, on its differences, or on the differences of these. All sums and
/// products wrap around, so that every series can be restored, and every machine gets the same.
struct Predictor {
  static let maximumOrder = 8
  static let maximumShift = 12
  /// The number of bits of one coefficient.
  static let coefficientBits = 6
  /// The order in the header that stands for a `Recurrence`.
  private static let recurrentMark: UInt64 = 15

  /// The number of times that differences are taken, 0 to 2.
  var differences = 1
  /// The number of coefficients, 0 to 8.
  var order = 0
  /// Whether a `Recurrence` predicts the terms, which are then differences; there are no
  /// coefficients.
  var isRecurrent = false
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

  /// Calls `use` with every number of the series and its row. The residuals 1 to count - 1 are
  /// replaced by terms; eight zeros must precede them.
  @inline(__always)
  func restore(
    _ terms: UnsafeMutablePointer<Int64>, count: Int, _ use: (_ row: Int, Int64) -> Void
  ) {
    terms[0] = differences == 0 ? first &- offset : 0
    use(0, first)
    var last = first
    let offset = offset
    if differences == 1 {
      restoreTerms(terms, count) { row, term in
        last = last &+ offset &+ term
        use(row, last)
      }
      return
    }
    restoreTerms(terms, count)
    var step = offset
    for row in 1..<max(count, 1) {
      step = differences == 0 ? offset &+ terms[row] : step &+ terms[row]
      last = differences == 0 ? step : last &+ step
      use(row, last)
    }
  }

  @inline(never)
  private func restoreTerms(_ terms: UnsafeMutablePointer<Int64>, _ count: Int) {
    restoreTerms(terms, count) { _, _ in }
  }

  /// Replaces residuals by terms, and calls `use` with each of them.
  @inline(__always)
  private func restoreTerms(
    _ terms: UnsafeMutablePointer<Int64>, _ count: Int, _ use: (Int, Int64) -> Void
  ) {
    let (c0, c1, c2, c3) = (coefficients[0], coefficients[1], coefficients[2], coefficients[3])
    let (c4, c5, c6, c7) = (coefficients[4], coefficients[5], coefficients[6], coefficients[7])
    let shift = Int64(truncatingIfNeeded: shift)
    let rounding = rounding
    // The last term and the one before stay in registers: the next term waits for them.
    var (t0, t1) = (terms[0], Int64(0))
    @inline(__always) func run(_ older: (UnsafeMutablePointer<Int64>) -> Int64) {
      for index in 1..<max(count, 1) {
        let next = terms + index
        let sum = older(next) &+ c1 &* t1 &+ rounding
        t1 = t0
        t0 = next.pointee &+ (sum &+ c0 &* t0) &>> shift
        next.pointee = t0
        use(index, t0)
      }
    }
    switch order {
    case 0: for index in 1..<max(count, 1) { use(index, terms[index]) }
    case 1, 2: run { _ in 0 }
    case 3, 4: run { c2 &* $0[-3] &+ c3 &* $0[-4] }
    case 5, 6: run { c2 &* $0[-3] &+ c3 &* $0[-4] &+ (c4 &* $0[-5] &+ c5 &* $0[-6]) }
    default:
      run {
        c2 &* $0[-3] &+ c3 &* $0[-4] &+ (c4 &* $0[-5] &+ c5 &* $0[-6])
          &+ (c6 &* $0[-7] &+ c7 &* $0[-8])
      }
    }
  }
}

extension Predictor {
  func write(to writer: inout BitWriter) {
    writer.put(UInt64(differences), 2)
    writer.put(isRecurrent ? Self.recurrentMark : UInt64(order), 4)
    if order > 0 {
      writer.put(UInt64(shift), 4)
      for index in 0..<order {
        writer.put(UInt64(bitPattern: coefficients[index]) & 63, UInt64(Self.coefficientBits))
      }
    }
    for number in [first, offset] {
      writer.put(number == 0 ? 0 : 1, 1)
      if number != 0 { writer.putSigned(number) }
    }
  }

  init?(from cursor: inout BitCursor) {
    guard let differences = cursor.small(2), differences <= 2, let order = cursor.bits(4) else {
      return nil
    }
    self.differences = differences
    if order == Self.recurrentMark {
      guard differences > 0 else { return nil }
      isRecurrent = true
    } else if order > 0 {
      self.order = Int(truncatingIfNeeded: order)
      guard self.order <= Self.maximumOrder else { return nil }
      guard let shift = cursor.small(4), shift <= Self.maximumShift else { return nil }
      self.shift = shift
      for index in 0..<self.order {
        guard let bits = cursor.bits(Self.coefficientBits) else { return nil }
        coefficients[index] = Int64(bitPattern: bits << 58) >> 58
      }
    }
    for number in [\Predictor.first, \.offset] {
      guard let isPresent = cursor.small(1) else { return nil }
      if isPresent == 1 {
        guard let value = cursor.signed() else { return nil }
        self[keyPath: number] = value
      }
    }
  }
}
