/// Text in Markdown, with everything escaped that has a meaning there.
enum Markdown {
  static func text(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\0"..<" ", "\u{7f}": result += " "
      case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "#", "&":
        result.unicodeScalars.append("\\")
        result.unicodeScalars.append(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns text as code. Text with a character that cannot be in code is escaped instead.
  static func code(_ text: String) -> String {
    let isPossible =
      !text.isEmpty
      && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "`" && $0 != "|" }
    return isPossible ? "`\(text)`" : Self.text(text)
  }

  /// The cells must be escaped.
  static func table(_ header: [String], _ rows: [[String]]) -> String {
    ([header, header.map { _ in "---" }] + rows)
      .map { "| " + $0.joined(separator: " | ") + " |" }
      .joined(separator: "\n")
  }
}
