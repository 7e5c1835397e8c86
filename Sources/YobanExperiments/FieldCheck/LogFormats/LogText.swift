/// The lines of a log file, decoded from its bytes.
enum LogText {
  /// The maximum length of a line that is read; of a longer one, only the beginning is kept.
  private static let longestLine = 64 * 1024

  /// - Throws: `empty`, `richText`, `notText`.
  static func lines(
    of bytes: some Collection<UInt8>
  ) throws(DeviceLogError) -> [WrittenLine] {
    guard !bytes.isEmpty else { throw .empty }
    var text = decoded(bytes)
    // Some editors write a byte order mark at the beginning of a file.
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    if text.hasPrefix("{\\rtf") { throw .richText }
    let scan = text.withUTF8 { Scan($0) }
    if scan.isBinary { throw .notText }
    var lines = scan.lines.map { line in
      let start = text.utf8.index(text.startIndex, offsetBy: line.lowerBound)
      return text[start..<text.utf8.index(start, offsetBy: line.count)]
    }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    guard !lines.isEmpty else { throw .empty }
    return lines.enumerated().map { i, line in
      let isLong = line.utf8.count > longestLine
      return WrittenLine(number: i + 1, text: withoutColors(isLong ? line.prefix(80) : line))
    }
  }

  /// Decodes UTF-8, and UTF-16 with a byte order mark, which `>` writes in PowerShell.
  ///
  /// Other programs' lines may contain bytes that are not UTF-8; they are replaced.
  private static func decoded(_ bytes: some Collection<UInt8>) -> String {
    let mark = Array(bytes.prefix(2))
    guard mark == [0xFF, 0xFE] || mark == [0xFE, 0xFF] else {
      return String(decoding: bytes, as: UTF8.self)
    }
    let isLittleEndian = mark == [0xFF, 0xFE]
    var units: [UInt16] = []
    var first: UInt8?
    for byte in bytes.dropFirst(2) {
      guard let previous = first else {
        first = byte
        continue
      }
      let (low, high) = isLittleEndian ? (previous, byte) : (byte, previous)
      units.append(UInt16(high) << 8 | UInt16(low))
      first = nil
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// The ends of the lines, and the bytes that no text contains, found in one pass over the bytes:
  /// a log may have many megabytes.
  private struct Scan {
    private(set) var lines: [Range<Int>] = []
    private var characters = 0
    private var strange = 0

    /// Whether more than a tenth of the characters are none that a text contains.
    var isBinary: Bool { strange * 10 > characters }

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
      var start = 0
      var i = 0
      while i < bytes.count {
        let byte = bytes[i]
        // A byte that continues a character is not counted.
        if byte & 0xC0 != 0x80 { characters += 1 }
        var length = 0
        switch byte {
        case 0x0D: length = i + 1 < bytes.count && bytes[i + 1] == 0x0A ? 2 : 1
        case 0x0A...0x0C: length = 1
        case 0x09, 0x1B: break
        case 0..<0x20, 0x7F: strange += 1
        case 0xC2, 0xE2, 0xEF:
          length = Self.newline(bytes, at: i)
          // U+FFFD, which replaces bytes that are not UTF-8.
          if byte == 0xEF, i + 2 < bytes.count, bytes[i + 1] == 0xBF, bytes[i + 2] == 0xBD {
            strange += 1
          }
        default: break
        }
        if length > 0 {
          lines.append(start..<i)
          start = i + length
        }
        i += max(length, 1)
      }
      lines.append(start..<bytes.count)
    }

    /// Returns the length of U+0085, U+2028 or U+2029, which end a line, too; 0 if there is none.
    private static func newline(_ bytes: UnsafeBufferPointer<UInt8>, at i: Int) -> Int {
      if bytes[i] == 0xC2 { return i + 1 < bytes.count && bytes[i + 1] == 0x85 ? 2 : 0 }
      guard bytes[i] == 0xE2, i + 2 < bytes.count, bytes[i + 1] == 0x80 else { return 0 }
      return bytes[i + 2] == 0xA8 || bytes[i + 2] == 0xA9 ? 3 : 0
    }
  }

  /// Removes colors, which idevicesyslog and pymobiledevice3 write as `ESC [ 0 ; 37 m`.
  private static func withoutColors(_ line: Substring) -> Substring {
    let escape = UInt8(ascii: "\u{1B}")
    guard line.utf8.contains(escape) else { return line }
    var bytes: [UInt8] = []
    var rest = line.utf8
    while let first = rest.first {
      let parameters = rest.dropFirst(2).prefix { $0.isDigit || $0 == UInt8(ascii: ";") }
      let after = rest.dropFirst(2 + parameters.count)
      if first == escape, rest.dropFirst().first == UInt8(ascii: "["),
        after.first == UInt8(ascii: "m")
      {
        rest = after.dropFirst()
      } else {
        bytes.append(first)
        rest = rest.dropFirst()
      }
    }
    return Substring(String(decoding: bytes, as: UTF8.self))
  }
}
