/// The grammar of a number in JSON (RFC 8259, section 6).
enum DecimalNumber {
  /// Returns whether bytes are a number: `-1.5e3`, but not `+1`, `01`, `.5`, `0x1` or `nan`.
  static func isValid(_ bytes: some Collection<UInt8>) -> Bool {
    !bytes.isEmpty && length(bytes) == bytes.count
  }

  /// Returns the finite value of bytes in this grammar, otherwise nil. `1e400` has none.
  static func value(_ text: String) -> Double? {
    guard isValid(text.utf8), let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// Returns the length of the number at the beginning of the bytes; 0 if there is none.
  static func length(_ bytes: some Collection<UInt8>) -> Int {
    var rest = bytes[...]
    func next() -> UInt8? { rest.first }
    func skipDigits() -> Int {
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      rest = rest.dropFirst(digits.count)
      return digits.count
    }
    if next() == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let startsWithZero = next() == UInt8(ascii: "0")
    let whole = skipDigits()
    guard whole > 0, !startsWithZero || whole == 1 else { return 0 }
    if next() == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard skipDigits() > 0 else { return 0 }
    }
    if let byte = next(), byte | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if let sign = next(), sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
        rest = rest.dropFirst()
      }
      guard skipDigits() > 0 else { return 0 }
    }
    return bytes.count - rest.count
  }
}
