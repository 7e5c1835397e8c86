/// A JSON value that keeps the digits of its numbers.
enum JSONValue: Sendable {
  case null
  case bool(Bool)
  /// The text of a number, in the grammar of JSON.
  case number(String)
  case string(String)
  case array([JSONValue])
  /// The members by the bytes of their names, each name once.
  case object([JSONMember])
  /// A value that is well-formed enough to be skipped, but has no content: a string that is not
  /// UTF-8, a value that is nested too deeply, a name that occurs twice, `NaN` or `Infinity`.
  case unreadable
}

struct JSONMember: Sendable {
  let name: String
  let value: JSONValue
}

extension JSONValue {
  /// Returns the member of an object; nil if there is none or this is not an object.
  subscript(name: String) -> JSONValue? {
    members?.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  var members: [JSONMember]? {
    if case .object(let members) = self { members } else { nil }
  }

  var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The text, if it is short enough for a name: at most 256 bytes. Comparing longer ones can take very long, because
  /// Unicode's canonical equivalence sorts combining characters.
  var name: String? { text.flatMap { $0.utf8.count <= 256 ? $0 : nil } }

  var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The digits of a number, or of a string that contains only a number: some senders write whole nanoseconds as text,
  /// because a number in JavaScript has too few digits for them.
  var digits: String? {
    switch self {
    case .number(let digits): digits
    case .string(let text) where DecimalNumber.isValid(text.utf8): text
    case .null, .bool, .string, .array, .object, .unreadable: nil
    }
  }

  /// The value of a channel: a finite number, or 1 and 0 for true and false. A string is none, whatever is in it.
  var measurement: Double? {
    switch self {
    case .bool(let value): value ? 1 : 0
    case .number(let digits): DecimalNumber.value(digits)
    case .null, .string, .array, .object, .unreadable: nil
    }
  }

  /// Whether this is a number without a finite value, or has no content.
  var isMalformedNumber: Bool {
    switch self {
    case .number: measurement == nil
    case .unreadable: true
    case .null, .bool, .string, .array, .object: false
    }
  }
}
