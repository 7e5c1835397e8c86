/// Decides in which format a file is written, and reads it.
enum LogRecognizer {
  /// The formats of the tools. Of two formats that fit equally many lines, the first is used.
  static let formats: [any LogFormat.Type] = [
    ConsoleAppFormat.self, SyslogRelayFormat.self, LogCompactFormat.self, LogDefaultFormat.self,
    LogSyslogFormat.self, PymobiledeviceFormat.self, GoIOSFormat.self, JSONLogFormat.self,
    XcodeMetadataFormat.self, NSLogFormat.self,
  ]

  /// All formats in words, for an error message.
  static var names: [String] { ([PlainFormat.self] + formats).map { $0.name } }

  /// A file that was read.
  struct Reading: Sendable {
    /// The name of the format; that of `PlainFormat` if no tool's format fits any line.
    let format: String
    let isPlain: Bool
    /// The lines; those without the format are read as lines that the app or the user has written.
    var lines: [Line]

    struct Line: Sendable {
      let number: Int
      let line: LogLine
      /// Another tool's format, and the line in this format, if only that one fits.
      let other: (format: String, line: LogLine)?
      let hasFormat: Bool
    }
  }

  static func read(_ lines: [WrittenLine]) -> Reading {
    let filled = lines.filter { !$0.text.trimmed.isEmpty }
    let candidates = formats.map { $0.init(fitting: filled) }
    let counts = candidates.map { $0.matches(filled) }
    let most = counts.max() ?? 0
    guard most > 0, let best = counts.firstIndex(of: most) else {
      return reading(PlainFormat(fitting: lines), lines, others: [])
    }
    let others = candidates.enumerated().filter { $0.offset != best }.map(\.element)
    return reading(candidates[best], lines, others: others)
  }

  private static func reading(
    _ format: any LogFormat, _ lines: [WrittenLine], others: [any LogFormat]
  ) -> Reading {
    let plain = PlainFormat(fitting: lines)
    return Reading(
      format: format.name, isPlain: format is PlainFormat,
      lines: format.read(lines).map { read in
        let other = read.line == nil ? first(of: others, for: read.written) : nil
        return Reading.Line(
          number: read.number, line: read.line ?? plain.read(read.written), other: other,
          hasFormat: read.line != nil)
      })
  }

  private static func first(
    of formats: [any LogFormat], for line: Substring
  ) -> (format: String, line: LogLine)? {
    guard !line.trimmed.isEmpty else { return nil }
    for format in formats {
      if let line = format.parse(line) { return (format.name, line) }
    }
    return nil
  }
}
