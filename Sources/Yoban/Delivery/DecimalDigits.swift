/// Numbers as text that somebody else has written.
enum DecimalDigits {
  /// Returns the number of some digits, or the largest one if it does not fit; nil for anything else, such as a sign.
  static func number(_ text: some StringProtocol) -> UInt64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return UInt64(text) ?? .max
  }
}
