/// Reads JSON (RFC 8259) without losing digits and without recursion beyond a limit.
///
/// It differs from Foundation's parser where one bad value would otherwise make a whole batch
/// unreadable: see `JSONValue.unreadable`.
struct JSONReader {
  /// The depth beyond which values are skipped. The formats here need at most 6.
  static let maximumDepth = 32

  private let bytes: [UInt8]
  private var position = 0

  struct SyntaxError: Error {
    let reason: String
    let byteOffset: Int
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads bytes that contain exactly one value. A byte order mark before it is ignored.
  static func read(_ bytes: [UInt8]) throws(SyntaxError) -> JSONValue {
    var reader = JSONReader(bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
    let value = try reader.value(depth: 0)
    reader.skipSpace()
    guard reader.position == bytes.count else { throw reader.error("text follows the value") }
    return value
  }

  private func error(_ reason: String) -> SyntaxError {
    SyntaxError(reason: reason, byteOffset: position)
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private mutating func skip(_ byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte) else { return false }
    position += 1
    return true
  }

  private mutating func value(depth: Int) throws(SyntaxError) -> JSONValue {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard depth < Self.maximumDepth else { return try skipNested() }
      return next == UInt8(ascii: "{") ? try object(depth: depth) : try array(depth: depth)
    case UInt8(ascii: "\""):
      let (text, isValid) = try string()
      return isValid ? .string(text) : .unreadable
    case nil: throw error("the end comes too early")
    default: return try literal()
    }
  }

  private static let literals: [(text: [UInt8], value: JSONValue)] = [
    (Array("null".utf8), .null), (Array("true".utf8), .bool(true)),
    (Array("false".utf8), .bool(false)), (Array("NaN".utf8), .unreadable),
    (Array("Infinity".utf8), .unreadable), (Array("-Infinity".utf8), .unreadable),
  ]

  private mutating func literal() throws(SyntaxError) -> JSONValue {
    let rest = bytes[position...]
    for (text, value) in Self.literals where rest.starts(with: text) {
      position += text.count
      return value
    }
    let length = DecimalNumber.length(rest)
    guard length > 0 else { throw error("there is no value") }
    position += length
    return .number(String(decoding: rest.prefix(length), as: UTF8.self))
  }

  private mutating func array(depth: Int) throws(SyntaxError) -> JSONValue {
    position += 1
    var elements: [JSONValue] = []
    skipSpace()
    if skip("]") { return .array([]) }
    while true {
      elements.append(try value(depth: depth + 1))
      skipSpace()
      if skip("]") { return .array(elements) }
      guard skip(",") else { throw error("a comma or ] is missing") }
    }
  }

  private mutating func object(depth: Int) throws(SyntaxError) -> JSONValue {
    position += 1
    var members: [JSONMember] = []
    skipSpace()
    if skip("}") { return .object([]) }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw error("a name is missing") }
      let (name, isValid) = try string()
      skipSpace()
      guard skip(":") else { throw error("a colon is missing") }
      let content = try value(depth: depth + 1)
      members.append(JSONMember(name: name, value: isValid ? content : .unreadable))
      skipSpace()
      if skip("}") { return .object(Self.unique(members)) }
      guard skip(",") else { throw error("a comma or } is missing") }
    }
  }

  /// Sorts members by name. A name that occurs more than once has an unreadable value, because
  /// readers disagree about which one counts (RFC 8259, section 4).
  private static func unique(_ members: [JSONMember]) -> [JSONMember] {
    let sorted = members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    var result: [JSONMember] = []
    for member in sorted {
      if let last = result.last, last.name.utf8.elementsEqual(member.name.utf8) {
        result[result.count - 1] = JSONMember(name: last.name, value: .unreadable)
      } else {
        result.append(member)
      }
    }
    return result
  }

  /// Skips an array or object of any depth without recursion.
  private mutating func skipNested() throws(SyntaxError) -> JSONValue {
    var closing: [UInt8] = []
    repeat {
      switch next {
      case nil: throw error("the end comes too early")
      case UInt8(ascii: "\""):
        _ = try string()
        continue
      case UInt8(ascii: "{"): closing.append(UInt8(ascii: "}"))
      case UInt8(ascii: "["): closing.append(UInt8(ascii: "]"))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard closing.popLast() == next else { throw error("brackets do not match") }
      default: break
      }
      position += 1
    } while !closing.isEmpty
    return .unreadable
  }

  /// Reads a string. It is not valid if its bytes or its escapes are not Unicode text.
  private mutating func string() throws(SyntaxError) -> (text: String, isValid: Bool) {
    position += 1
    var content: [UInt8] = []
    var isValid = true
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: content, as: UTF8.self) else {
          return (String(decoding: content, as: UTF8.self), false)
        }
        return (text, isValid)
      case UInt8(ascii: "\\"): try escape(into: &content, isValid: &isValid)
      case 0..<0x20:
        position -= 1
        throw error("a string contains a control character")
      default: content.append(byte)
      }
    }
    throw error("a string has no end")
  }

  private mutating func escape(
    into content: inout [UInt8], isValid: inout Bool
  ) throws(SyntaxError) {
    guard let byte = next else { throw error("a string has no end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"):
      let scalar = try escapedScalar()
      if scalar == nil { isValid = false }
      content.append(contentsOf: String(scalar ?? "\u{FFFD}").utf8)
    default:
      position -= 1
      throw error("an escape sequence is unknown")
    }
  }

  /// Reads the digits of `\u` and, after the first half of a surrogate pair, also the second half.
  /// - Returns: nil if half of a pair is missing.
  private mutating func escapedScalar() throws(SyntaxError) -> Unicode.Scalar? {
    let first = try codeUnit()
    guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
    let start = position
    guard skip("\\"), skip("u") else {
      position = start
      return nil
    }
    let second = try codeUnit()
    guard (0xDC00..<0xE000).contains(second) else {
      position = start
      return nil
    }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private mutating func codeUnit() throws(SyntaxError) -> UInt32 {
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, !digits.contains(UInt8(ascii: "+")),
      let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw error("an escape sequence needs four digits") }
    position += 4
    return unit
  }
}
