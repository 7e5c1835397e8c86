/// A JSON value that is always written as the same bytes: sorted keys, only whole numbers.
///
/// There is no case for floating-point numbers, because their text would depend on the library.
package enum JSONValue: Equatable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The context of the text, which determines the additional characters to escape.
  package enum Context {
    /// A separate line.
    case line
    /// A script element: `<`, `>` and `&` are escaped as well, so that no text can end the element.
    case scriptElement
  }

  /// Returns the value on one line, without spaces.
  package func text(for context: Context) -> String {
    var text = ""
    write(into: &text, context)
    return text
  }

  private func write(into text: inout String, _ context: Context) {
    switch self {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .integer(let number): text += String(number)
    case .string(let string): Self.write(string, into: &text, context)
    case .array(let values):
      text += "["
      for (i, value) in values.enumerated() {
        if i > 0 { text += "," }
        value.write(into: &text, context)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (i, (key, value)) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        if i > 0 { text += "," }
        Self.write(key, into: &text, context)
        text += ":"
        value.write(into: &text, context)
      }
      text += "}"
    }
  }

  private static func write(
    _ string: String, into text: inout String, _ context: Context
  ) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      // In JavaScript before 2019, line separators end a statement; some programs treat them as
      // line ends.
      case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}": text += escape(scalar)
      case "<" where context == .scriptElement, ">" where context == .scriptElement,
        "&" where context == .scriptElement:
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
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(uniqueKeysWithValues: elements))
  }
}
