/// The words of a Swift source, without its comments and texts: enough to see what a file imports and declares,
/// much faster than a parser.
struct SourceWords {
  struct Word {
    /// An identifier, with `@` or `#` if it follows one at once, or a single other character.
    var text: String
    /// The line, from 1.
    var line: Int
    /// Whether only space and comments are before it on its line.
    var isFirstOfLine: Bool

    var isIdentifier: Bool { text.utf8.first.map(SourceWords.isIdentifier) == true }
  }

  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var line = 1
  private var isFirstOfLine = true

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The next word; nil at the end.
  mutating func next() -> Word? {
    skipToWord()
    guard position < bytes.count else { return nil }
    let start = position
    let isFirst = isFirstOfLine
    isFirstOfLine = false
    let isPrefix = bytes[position] == UInt8(ascii: "@") || bytes[position] == UInt8(ascii: "#")
    if isPrefix { position += 1 }
    while position < bytes.count, Self.isIdentifier(bytes[position]) { position += 1 }
    if position == start { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    return Word(text: text, line: line, isFirstOfLine: isFirst)
  }

  /// The module of an import declaration after the word `import`, such as `os` of `import struct os.Logger`.
  mutating func importedModule() -> String? {
    let kinds: Set = ["typealias", "struct", "class", "enum", "protocol", "let", "var", "func"]
    guard var word = next() else { return nil }
    if kinds.contains(word.text), let name = next() { word = name }
    return word.isIdentifier ? word.text : nil
  }

  /// The names between the name of a type and its body, such as `NSObject` and `App` of `: NSObject, SwiftUI.App {`.
  /// Of a name with several parts, the last counts, and not the arguments of a generic type.
  mutating func inheritedTypes() -> Set<String> {
    var names: Set<String> = []
    var isAfterColon = false
    var depth = 0
    while let word = next() {
      switch word.text {
      case "{", "}", ";", "where": return names
      case "<": depth += 1
      case ">": depth -= 1
      case ":" where depth == 0: isAfterColon = true
      default:
        if isAfterColon, depth == 0, word.isIdentifier {
          names.insert(word.text)
        }
      }
    }
    return names
  }

  /// Skips the arguments of an attribute, after their opening parenthesis.
  mutating func skipArguments() {
    var depth = 1
    while depth > 0, let word = next() {
      if word.text == "(" { depth += 1 }
      if word.text == ")" { depth -= 1 }
    }
  }

  // MARK: Characters

  private static func isIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  private func byte(_ offset: Int) -> UInt8 {
    position + offset < bytes.count ? bytes[position + offset] : 0
  }

  /// Skips space, comments and texts.
  private mutating func skipToWord() {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\n"):
        line += 1
        isFirstOfLine = true
        position += 1
      case 0...UInt8(ascii: " "): position += 1
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): skipComment()
      case UInt8(ascii: "\""): skipText(hashes: 0)
      case UInt8(ascii: "#") where rawTextHashes > 0: skipText(hashes: rawTextHashes)
      default: return
      }
    }
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if byte(0) == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        depth += 1
        position += 2
      } else if byte(0) == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        depth -= 1
        position += 2
      } else {
        if byte(0) == UInt8(ascii: "\n") { line += 1 }
        position += 1
      }
    } while depth > 0 && position < bytes.count
    position = min(position, bytes.count)
  }

  /// The number of `#` before a text such as `#"raw"#`; 0 if none begins here.
  private var rawTextHashes: Int {
    var count = 0
    while byte(count) == UInt8(ascii: "#") { count += 1 }
    return byte(count) == UInt8(ascii: "\"") ? count : 0
  }

  /// Skips a text. One of a single line that does not end counts up to the end of the line.
  private mutating func skipText(hashes: Int) {
    position += hashes
    let isLong = byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\"")
    let quotes = isLong ? 3 : 1
    position += quotes
    isFirstOfLine = false
    while position < bytes.count {
      if isEnd(quotes: quotes, hashes: hashes) {
        position += quotes + hashes
        return
      }
      switch bytes[position] {
      case UInt8(ascii: "\n"):
        if !isLong { return }
        line += 1
        position += 1
      case UInt8(ascii: "\\") where hashes == 0 && byte(1) == UInt8(ascii: "("):
        position += 2
        skipInterpolation()
      case UInt8(ascii: "\\") where hashes == 0 && byte(1) != UInt8(ascii: "\n"): position += 2
      default: position += 1
      }
    }
    position = min(position, bytes.count)
  }

  private func isEnd(quotes: Int, hashes: Int) -> Bool {
    for offset in 0..<quotes where byte(offset) != UInt8(ascii: "\"") { return false }
    for offset in 0..<hashes where byte(quotes + offset) != UInt8(ascii: "#") { return false }
    return true
  }

  /// Skips to the end of an interpolated expression, which can have texts of its own.
  private mutating func skipInterpolation() {
    var depth = 1
    while position < bytes.count, depth > 0 {
      switch bytes[position] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "\n"): line += 1
      case UInt8(ascii: "\""):
        skipText(hashes: 0)
        continue
      default: break
      }
      position += 1
    }
  }
}
