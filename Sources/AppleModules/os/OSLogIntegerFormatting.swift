/// The format of an integer in a log message.
public struct OSLogIntegerFormatting {
  let radix: Int
  let hasSign: Bool
  let hasPrefix: Bool
  let isUppercase: Bool
  let minDigits: (() -> Int)?

  init(
    radix: Int, hasSign: Bool = false, hasPrefix: Bool = false, isUppercase: Bool = false,
    minDigits: (() -> Int)? = nil
  ) {
    self.radix = radix
    self.hasSign = hasSign
    self.hasPrefix = hasPrefix
    self.isUppercase = isUppercase
    self.minDigits = minDigits
  }

  public static var decimal: OSLogIntegerFormatting { .init(radix: 10) }

  public static func decimal(explicitPositiveSign: Bool = false) -> OSLogIntegerFormatting {
    .init(radix: 10, hasSign: explicitPositiveSign)
  }

  public static func decimal(
    explicitPositiveSign: Bool = false, minDigits: @autoclosure @escaping () -> Int
  ) -> OSLogIntegerFormatting {
    .init(radix: 10, hasSign: explicitPositiveSign, minDigits: minDigits)
  }

  public static var hex: OSLogIntegerFormatting { .init(radix: 16) }

  public static func hex(
    explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false
  ) -> OSLogIntegerFormatting {
    .init(
      radix: 16, hasSign: explicitPositiveSign, hasPrefix: includePrefix, isUppercase: uppercase)
  }

  public static func hex(
    explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false,
    minDigits: @autoclosure @escaping () -> Int
  ) -> OSLogIntegerFormatting {
    .init(
      radix: 16, hasSign: explicitPositiveSign, hasPrefix: includePrefix, isUppercase: uppercase,
      minDigits: minDigits)
  }

  public static var octal: OSLogIntegerFormatting { .init(radix: 8) }

  public static func octal(
    explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false
  ) -> OSLogIntegerFormatting {
    .init(
      radix: 8, hasSign: explicitPositiveSign, hasPrefix: includePrefix, isUppercase: uppercase)
  }

  public static func octal(
    explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false,
    minDigits: @autoclosure @escaping () -> Int
  ) -> OSLogIntegerFormatting {
    .init(
      radix: 8, hasSign: explicitPositiveSign, hasPrefix: includePrefix, isUppercase: uppercase,
      minDigits: minDigits)
  }

  /// Returns the number as C's `printf` writes it: hexadecimal and octal numbers show the bits.
  func text(_ number: some FixedWidthInteger) -> String {
    let isNegative = number < 0 && radix == 10
    var digits =
      radix == 10
      ? String(number.magnitude)
      : String(truncatingIfNeeded: number, radix: radix, uppercase: isUppercase)
    if let minDigits = minDigits?(), digits.count < minDigits {
      digits = String(repeating: "0", count: minDigits - digits.count) + digits
    }
    let prefix = hasPrefix && number != 0 ? (radix == 16 ? (isUppercase ? "0X" : "0x") : "0") : ""
    return (isNegative ? "-" : hasSign ? "+" : "") + prefix + digits
  }
}

extension String {
  fileprivate init(
    truncatingIfNeeded number: some FixedWidthInteger, radix: Int, uppercase: Bool
  ) {
    let mask = number.bitWidth == 64 ? UInt64.max : (1 << UInt64(number.bitWidth)) - 1
    self.init(UInt64(truncatingIfNeeded: number) & mask, radix: radix, uppercase: uppercase)
  }
}
