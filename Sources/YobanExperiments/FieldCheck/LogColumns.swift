import Foundation

/// The columns that Xcode, NSLog and `log show` write between a time and the text.
enum LogColumns {
  /// Returns the text of the line without these columns.
  ///
  /// Removes, in this order: up to one word and `App[123:456] ` or `App[123]: `, or the columns of
  /// `log show`, which begin with a thread such as `0x1f3a` and end with `App: `; then `(Library) `
  /// and `[subsystem:category] `.
  static func text(after rest: Substring) -> Substring {
    guard let text = afterProcess(rest) ?? afterThread(rest) else { return rest }
    return afterCategory(afterLibrary(text))
  }

  /// Parses `App[123:456] text` and `App[123]: text`, also after one word such as `Df` or
  /// `localhost`.
  private static func afterProcess(_ text: Substring) -> Substring? {
    var rest = text
    for _ in 0..<2 {
      let word = rest.prefix { $0 != " " && $0 != "\t" }
      if isProcess(word) { return trimmed(rest.dropFirst(word.count)) }
      rest = trimmed(rest.dropFirst(word.count))
    }
    return nil
  }

  /// Returns whether a word is a name with numbers in brackets: `App[123:456]` or `App[123]:`.
  ///
  /// The counter of the sample apps, `Background process...[3]`, contains no colon.
  private static func isProcess(_ word: Substring) -> Bool {
    let name = word.hasSuffix(":") ? word.dropLast() : word
    guard word.contains(":"), name.hasSuffix("]"), let open = name.firstIndex(of: "["),
      open > name.startIndex
    else { return false }
    let numbers = name[name.index(after: open)...].dropLast()
    return numbers.first?.isNumber == true
      && numbers.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "x" }
  }

  /// Parses `0x1f3a Default 0x0 123 0 App: (Library) text`.
  private static func afterThread(_ text: Substring) -> Substring? {
    guard text.hasPrefix("0x"), let end = text.range(of: ": ") else { return nil }
    return trimmed(text[end.upperBound...])
  }

  private static func afterLibrary(_ text: Substring) -> Substring {
    guard text.hasPrefix("("), let end = text.range(of: ") ") else { return text }
    return trimmed(text[end.upperBound...])
  }

  private static func afterCategory(_ text: Substring) -> Substring {
    guard text.hasPrefix("["), let end = text.range(of: "] "),
      text[..<end.lowerBound].contains(":")
    else { return text }
    return trimmed(text[end.upperBound...])
  }

  private static func trimmed(_ text: Substring) -> Substring {
    text.drop { $0 == " " || $0 == "\t" }
  }
}
