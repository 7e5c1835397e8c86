/// A JSON value that always writes the same bytes: keys sorted, whole numbers only.
///
/// There is no floating-point case, so that no number depends on how a library prints it.
enum JSONValue: Equatable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Where the text will stand, which decides over what is escaped beside what JSON demands.
  enum Surroundings {
    /// A line of its own.
    case line
    /// A script element: `<`, `>` and `&` are escaped too, so that no text can end the element.
    case scriptElement
  }

  /// The value on one line, without spaces.
  func text(for surroundings: Surroundings) -> String {
    var text = ""
    write(into: &text, surroundings)
    return text
  }

  private func write(into text: inout String, _ surroundings: Surroundings) {
    switch self {
    case .null: text += "null"
    case .boolean(let isSo): text += isSo ? "true" : "false"
    case .integer(let number): text += String(number)
    case .string(let string): Self.write(string, into: &text, surroundings)
    case .array(let values):
      text += "["
      for (i, value) in values.enumerated() {
        if i > 0 { text += "," }
        value.write(into: &text, surroundings)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (i, (key, value)) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        if i > 0 { text += "," }
        Self.write(key, into: &text, surroundings)
        text += ":"
        value.write(into: &text, surroundings)
      }
      text += "}"
    }
  }

  private static func write(
    _ string: String, into text: inout String, _ surroundings: Surroundings
  ) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      // Line separators end a statement in JavaScript before 2019, and a line in some readers.
      case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}": text += escape(scalar)
      case "<" where surroundings == .scriptElement, ">" where surroundings == .scriptElement,
        "&" where surroundings == .scriptElement:
        text += escape(scalar)
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int64) { self = .integer(value) }
  init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(uniqueKeysWithValues: elements))
  }
}
