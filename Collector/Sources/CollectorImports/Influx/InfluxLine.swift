/// One line of the line protocol, without its escapes.
struct InfluxLine {
  var measurement: [UInt8] = []
  /// The tags by key.
  var tags: [(key: [UInt8], value: [UInt8])] = []
  var fields: [(key: [UInt8], value: InfluxFieldValue)] = []
  /// The text of the time; nil if the line has none.
  var time: String?

  /// The series as text, for people: `cpu,host=tower`.
  var label: String {
    let tags = tags.flatMap { [UInt8(ascii: ",")] + $0.key + [UInt8(ascii: "=")] + $0.value }
    return String(decoding: measurement + tags, as: UTF8.self)
  }
}

/// The value of a field.
enum InfluxFieldValue: Equatable {
  case number(Double)
  case text
  /// A value that is none of the types, or a number that is out of range.
  case unreadable

  /// Reads a value that is not in quotes: `1`, `1.5e3`, `1i`, `1u`, `t`, `False`.
  init(unquoted bytes: [UInt8]) {
    // No number has more digits, and comparing longer texts that are not ASCII can take very long.
    guard bytes.count <= 1_024 else {
      self = .unreadable
      return
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let digits = String(text.dropLast())
    switch text {
    case "t", "T", "true", "True", "TRUE": self = .number(1)
    case "f", "F", "false", "False", "FALSE": self = .number(0)
    case _ where text.hasSuffix("i") && Self.isFloat(digits):
      self = Int64(digits).map { .number(Double($0)) } ?? .unreadable
    case _ where text.hasSuffix("u") && Self.isFloat(digits):
      self = UInt64(digits).map { .number(Double($0)) } ?? .unreadable
    case _ where Self.isFloat(text):
      let value = Double(text).flatMap { $0.isFinite ? $0 : nil }
      self = value.map { .number($0) } ?? .unreadable
    default: self = .unreadable
    }
  }

  /// Returns whether text has only characters of a decimal number, so that `nan`, `inf` and
  /// hexadecimal numbers are excluded, which `Double` accepts.
  private static func isFloat(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
  }
}
