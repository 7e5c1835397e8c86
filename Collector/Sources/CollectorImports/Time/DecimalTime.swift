/// Exact conversion of decimal numbers to whole nanoseconds.
///
/// A binary64 has 53 bits: it holds today's nanoseconds only in steps of 256. The digits of the
/// text are therefore used directly.
enum DecimalTime {
  /// Returns a decimal number times 10 to the power `scale`, with the fraction cut off.
  ///
  /// - Parameter text: a number in the grammar of JSON.
  /// - Returns: nil if the text is no such number or the result does not fit.
  static func nanoseconds(_ text: String, scale: Int) -> Int64? {
    guard DecimalNumber.isValid(text.utf8) else { return nil }
    var digits: [UInt8] = []
    var fractionLength = 0
    var isFraction = false
    var rest = text.utf8[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest.removeFirst() }
    while let byte = rest.first, byte | 0x20 != UInt8(ascii: "e") {
      rest.removeFirst()
      if byte == UInt8(ascii: ".") {
        isFraction = true
      } else {
        digits.append(byte - UInt8(ascii: "0"))
        if isFraction { fractionLength += 1 }
      }
    }
    // An exponent beyond these limits gives the same result as the limit: no result, or zero.
    let limit = 1_000_000_000
    var exponent = 0
    if !rest.isEmpty {
      let text = String(rest.dropFirst()) ?? ""
      exponent = Int(text) ?? (text.hasPrefix("-") ? -limit : limit)
    }
    let shift = min(max(exponent, -limit), limit) + scale - fractionLength
    let significant = digits.drop { $0 == 0 }
    return value(Array(significant), shift: shift, isNegative: isNegative)
  }

  private static func value(_ digits: [UInt8], shift: Int, isNegative: Bool) -> Int64? {
    let count = digits.count + shift
    guard !digits.isEmpty, count > 0 else { return 0 }
    guard count <= 19 else { return nil }
    var magnitude: UInt64 = 0
    for index in 0..<count {
      let digit = index < digits.count ? UInt64(digits[index]) : 0
      magnitude = magnitude * 10 + digit
    }
    if isNegative { return magnitude <= 1 << 63 ? Int64(bitPattern: 0 &- magnitude) : nil }
    return Int64(exactly: magnitude)
  }
}
