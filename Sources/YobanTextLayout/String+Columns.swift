/// Text in columns, for terminals. Widths are numbers of characters.
extension String {
  /// Returns the text with spaces at its end; unchanged if it is at least as wide.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// Returns the text with spaces at its beginning; unchanged if it is at least as wide.
  package func rightAligned(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }

  /// Returns the text, or if it is wider, its beginning and an ellipsis.
  package func clipped(to width: Int) -> String {
    count <= width ? self : "\(prefix(max(0, width - 1)))…"
  }

  /// Returns the text broken at spaces. A word that is wider than a line gets its own line and is
  /// not broken.
  ///
  /// - Parameters:
  ///   - width: The maximum line width, including the indentation.
  ///   - hanging: The indentation of all lines except the first.
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
