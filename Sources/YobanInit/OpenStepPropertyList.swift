import Foundation

/// A value of a property list in the format of OpenStep, in which Xcode writes `project.pbxproj`.
///
/// Foundation's parser on Linux refuses some of the text that Xcode reads, and its errors have no line.
enum OpenStepPropertyList: Hashable, Sendable {
  case text(String)
  case list([OpenStepPropertyList])
  case dictionary([String: OpenStepPropertyList])

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var list: [OpenStepPropertyList]? { if case .list(let list) = self { list } else { nil } }
  var dictionary: [String: OpenStepPropertyList]? {
    if case .dictionary(let dictionary) = self { dictionary } else { nil }
  }
  /// The texts of a list.
  var texts: [String] { list?.compactMap(\.text) ?? [] }

  /// Parses a whole property list.
  ///
  /// - Throws: `InitError` with the line of the first character that cannot be read.
  init(parsing source: String) throws(InitError) {
    var parser = Parser(bytes: Array(source.utf8))
    self = try parser.value()
    try parser.skipSpace()
    if parser.position < parser.bytes.count { throw parser.error("the end of the file") }
  }
}

extension OpenStepPropertyList {
  /// Reads the text of a project, also as XML, which older programs wrote.
  ///
  /// - Throws: `InitError` that says what to do.
  init(project text: String) throws(InitError) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if let line = lines.firstIndex(where: { $0.hasPrefix("<<<<<<< ") }) {
      throw InitError(
        "line \(line + 1): the file has a conflict of git: resolve it, and try again.")
    }
    if text.hasPrefix("version https://git-lfs") {
      throw InitError("the file is a pointer of Git LFS: run `git lfs pull`.")
    }
    if text.allSatisfy(\.isWhitespace) {
      throw InitError("the file is empty: get it again from the repository.")
    }
    if text.hasPrefix("<?xml") {
      let list = try? PropertyListSerialization.propertyList(
        from: Data(text.utf8), format: nil)
      guard let list, let value = Self(list) else {
        throw InitError("the file is no property list: open the project in Xcode and save it.")
      }
      self = value
      return
    }
    do { try self.init(parsing: text) } catch {
      throw InitError(
        "\(error). The file is damaged or incomplete: get it again from the repository.")
    }
  }

  private init?(_ value: Any) {
    switch value {
    case let text as String: self = .text(text)
    case let values as [Any]: self = .list(values.compactMap { Self($0) })
    case let values as [String: Any]: self = .dictionary(values.compactMapValues { Self($0) })
    default: self = .text("\(value)")
    }
  }
}

private struct Parser {
  let bytes: [UInt8]
  var position = 0

  private var next: Unicode.Scalar? {
    position < bytes.count ? Unicode.Scalar(bytes[position]) : nil
  }

  func error(_ expected: String) -> InitError {
    let line = bytes[..<min(position, bytes.count)].count { $0 == UInt8(ascii: "\n") } + 1
    return InitError("line \(line): expected \(expected)")
  }

  /// Skips white space and comments.
  mutating func skipSpace() throws(InitError) {
    while let character = next {
      if character.value <= 0x20 {
        position += 1
      } else if starts("//") {
        while let character = next, character != "\n" { position += 1 }
      } else if starts("/*") {
        position += 2
        while !starts("*/") {
          guard position < bytes.count else { throw error("the end of a comment") }
          position += 1
        }
        position += 2
      } else {
        return
      }
    }
  }

  private func starts(_ text: String) -> Bool {
    bytes[position...].starts(with: text.utf8)
  }

  private mutating func take(_ character: Unicode.Scalar) throws(InitError) {
    try skipSpace()
    guard next == character else { throw error("the character \(character)") }
    position += 1
  }

  mutating func value() throws(InitError) -> OpenStepPropertyList {
    try skipSpace()
    switch next {
    case "{": return .dictionary(try dictionary())
    case "(": return .list(try list())
    default: return .text(try text())
    }
  }

  private mutating func dictionary() throws(InitError) -> [String: OpenStepPropertyList] {
    var entries: [String: OpenStepPropertyList] = [:]
    try take("{")
    try skipSpace()
    while next != "}" {
      let key = try text()
      try take("=")
      entries[key] = try value()
      try take(";")
      try skipSpace()
    }
    try take("}")
    return entries
  }

  private mutating func list() throws(InitError) -> [OpenStepPropertyList] {
    var values: [OpenStepPropertyList] = []
    try take("(")
    try skipSpace()
    while next != ")" {
      values.append(try value())
      try skipSpace()
      guard next == "," else { break }
      position += 1
      try skipSpace()
    }
    try take(")")
    return values
  }

  private mutating func text() throws(InitError) -> String {
    if next == "\"" || next == "'" { return try quotedText() }
    let start = position
    while let character = next, isBare(character), !starts("/*") { position += 1 }
    guard position > start else { throw error("a text") }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private func isBare(_ character: Unicode.Scalar) -> Bool {
    switch character {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "$", "/", ":", ".", "-", "+", "@": true
    // A part of a character that is not in ASCII.
    default: !character.isASCII
    }
  }

  private mutating func quotedText() throws(InitError) -> String {
    let quote = next
    position += 1
    var text: [UInt8] = []
    while let character = next, character != quote {
      position += 1
      if character == "\\" {
        text += Array(String(try escaped()).utf8)
      } else {
        text.append(bytes[position - 1])
      }
    }
    guard next == quote else { throw error("the end of a quoted text") }
    position += 1
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func escaped() throws(InitError) -> Unicode.Scalar {
    guard let character = next else { throw error("a character after \\") }
    position += 1
    switch character {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "U", "u":
      let digits = String(
        decoding: bytes[position..<min(position + 4, bytes.count)], as: UTF8.self)
      guard let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code) else {
        throw error("four hexadecimal digits")
      }
      position += 4
      return scalar
    default: return character
    }
  }
}
