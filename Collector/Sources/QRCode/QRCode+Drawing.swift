extension QRCode {
  /// The code as lines of text for a terminal, with its border: a character is two modules, one above the other.
  ///
  /// The colors are set, because some readers do not read a code with light and dark exchanged, and a terminal can have
  /// any colors.
  public var terminalLines: [String] {
    let range = -Self.border..<size + Self.border
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
      let blocks = range.map { column in
        switch (isDark(column: column, row: row), isDark(column: column, row: row + 1)) {
        case (false, false): " "
        case (true, false): "▀"
        case (false, true): "▄"
        case (true, true): "█"
        }
      }
      return "\u{1B}[30;107m\(blocks.joined())\u{1B}[0m"
    }
  }

  /// The dark modules as a path of SVG, in modules from the left upper corner of the border.
  public var path: String {
    var path = ""
    for row in 0..<size {
      var column = 0
      while column < size {
        guard isDark(column: column, row: row) else {
          column += 1
          continue
        }
        let start = column
        while isDark(column: column, row: row) { column += 1 }
        let width = column - start
        path += "M\(start + Self.border) \(row + Self.border)h\(width)v1h-\(width)z"
      }
    }
    return path
  }

  /// The number of modules of a side with the border.
  public var sizeWithBorder: Int { size + 2 * Self.border }
}
