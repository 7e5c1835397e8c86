/// Text in columns, for terminals. Widths count characters.
extension String {
  /// The text with spaces at its end; unchanged if it is as wide or wider.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The text with spaces at its beginning; unchanged if it is as wide or wider.
  package func rightAligned(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }

  /// The text, or its beginning and an ellipsis if it is wider.
  package func clipped(to width: Int) -> String {
    count <= width ? self : "\(prefix(max(0, width - 1)))…"
  }

  /// The text broken at spaces. A word that is wider than a line stands alone in its line, uncut.
  ///
  /// - Parameters:
  ///   - width: the widest line, with its indentation.
  ///   - hanging: how far all lines but the first are indented.
  package func wrapped(to width: Int, hanging: Int = 0) -> [String] {
    var lines: [String] = []
    var line: String?
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      guard let started = line else {
        line = String(word)
        continue
      }
      if started.count + 1 + word.count > width {
        lines.append(started)
        line = String(repeating: " ", count: hanging) + word
      } else {
        line = started + " " + word
      }
    }
    return lines + [line ?? ""]
  }
}
