/// Times as decimal seconds, computed without binary64, which has no room for nanoseconds since 1970.
enum DecimalSeconds {
  /// Returns whole nanoseconds as seconds with so many digits after the point; further digits are cut off towards
  /// the past.
  ///
  /// - Parameter digits: 1 to 9.
  static func text(_ nanoseconds: Int64, digits: Int) -> String {
    let unit: Int64 = (digits..<9).reduce(1) { value, _ in value * 10 }
    let units = floorDivide(nanoseconds, unit)
    let perSecond = 1_000_000_000 / unit
    let magnitude = units.magnitude
    let fraction = String(magnitude % UInt64(perSecond))
    return (units < 0 ? "-" : "") + String(magnitude / UInt64(perSecond)) + "."
      + String(repeating: "0", count: digits - fraction.utf8.count) + fraction
  }

  static func floorDivide(_ number: Int64, _ divisor: Int64) -> Int64 {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
