import Foundation

/// The format of a floating-point number in a log message.
public struct OSLogFloatFormatting {
  let letter: String
  let hasSign: Bool
  let isUppercase: Bool
  let precision: (() -> Int)?

  init(
    _ letter: String, hasSign: Bool = false, isUppercase: Bool = false,
    precision: (() -> Int)? = nil
  ) {
    self.letter = letter
    self.hasSign = hasSign
    self.isUppercase = isUppercase
    self.precision = precision
  }

  /// Six digits after the decimal point, as `%f`.
  public static var fixed: OSLogFloatFormatting { .init("f") }

  public static func fixed(
    explicitPositiveSign: Bool = false, uppercase: Bool = false
  ) -> OSLogFloatFormatting {
    .init("f", hasSign: explicitPositiveSign, isUppercase: uppercase)
  }

  public static func fixed(
    precision: @autoclosure @escaping () -> Int, explicitPositiveSign: Bool = false,
    uppercase: Bool = false
  ) -> OSLogFloatFormatting {
    .init("f", hasSign: explicitPositiveSign, isUppercase: uppercase, precision: precision)
  }

  /// A hexadecimal number, as `%a`.
  public static var hex: OSLogFloatFormatting { .init("a") }

  public static func hex(
    explicitPositiveSign: Bool = false, uppercase: Bool = false
  ) -> OSLogFloatFormatting {
    .init("a", hasSign: explicitPositiveSign, isUppercase: uppercase)
  }

  /// A number with an exponent, as `%e`.
  public static var exponential: OSLogFloatFormatting { .init("e") }

  public static func exponential(
    explicitPositiveSign: Bool = false, uppercase: Bool = false
  ) -> OSLogFloatFormatting {
    .init("e", hasSign: explicitPositiveSign, isUppercase: uppercase)
  }

  public static func exponential(
    precision: @autoclosure @escaping () -> Int, explicitPositiveSign: Bool = false,
    uppercase: Bool = false
  ) -> OSLogFloatFormatting {
    .init("e", hasSign: explicitPositiveSign, isUppercase: uppercase, precision: precision)
  }

  /// The shorter one of `fixed` and `exponential`, as `%g`.
  public static var hybrid: OSLogFloatFormatting { .init("g") }

  public static func hybrid(
    explicitPositiveSign: Bool = false, uppercase: Bool = false
  ) -> OSLogFloatFormatting {
    .init("g", hasSign: explicitPositiveSign, isUppercase: uppercase)
  }

  public static func hybrid(
    precision: @autoclosure @escaping () -> Int, explicitPositiveSign: Bool = false,
    uppercase: Bool = false
  ) -> OSLogFloatFormatting {
    .init("g", hasSign: explicitPositiveSign, isUppercase: uppercase, precision: precision)
  }

  func text(_ number: Double) -> String {
    let digits = precision.map { ".\(max(0, $0()))" } ?? ""
    let letter = isUppercase ? letter.uppercased() : letter
    return String(format: "%\(hasSign ? "+" : "")\(digits)\(letter)", number)
  }
}
