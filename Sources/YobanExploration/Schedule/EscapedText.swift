/// Text between the separators of a schedule. Reserved characters are written as in URLs (`%3A`).
enum EscapedText {
  private static let reserved = Set("%;@:*+|#/".unicodeScalars)

  static func escape(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if reserved.contains(scalar) || scalar.value < 0x20 || scalar.value == 0x7f {
        for byte in String(scalar).utf8 {
          let digits = String(byte, radix: 16, uppercase: true)
          result += "%" + (digits.count < 2 ? "0" : "") + digits
        }
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns nil if the text is not one that `escape` returns.
  static func unescape(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var rest = Substring(text).utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, let value = UInt8(String(Substring(digits)), radix: 16) else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
