/// Lines of `log show --style compact` and `log stream --style compact` of macOS:
/// `2023-12-21 10:03:22.123 Df App[123:1f3a] (Library) [subsystem:category] text`.
struct LogCompactFormat: LogFormat {
  static let name = "lines of log show --style compact"

  /// The types of a line, in two columns.
  private static let types = [
    "Df ", "Db ", "A  ", "E  ", "F  ", "I  ", "Er ", "Fa ", "In ", "Ac ", "St ", "Si ",
  ]

  init(fitting lines: [WrittenLine]) {}

  func parse(_ line: Substring) -> LogLine? {
    var scanner = LogScanner(line)
    guard let stamp = LogStamp.dated(&scanner), scanner.skip(" "),
      Self.types.contains(where: { scanner.skip($0) }), let process = scanner.process(),
      scanner.isAtSpace
    else { return nil }
    return LogLine(
      stamp: stamp, process: String(process.name.trimmed), text: scanner.message().trimmed)
  }
}

/// Lines of `log show` and `log stream` of macOS without an option: the time, the thread, the type,
/// the activity, the process number, the time to live (not in all versions), then
/// `App: (Library) [subsystem:category] text`.
struct LogDefaultFormat: LogFormat {
  static let name = "lines of log show"

  init(fitting lines: [WrittenLine]) {}

  func parse(_ line: Substring) -> LogLine? {
    var scanner = LogScanner(line)
    guard let stamp = LogStamp.dated(&scanner), scanner.skipSpaces(), scanner.hexadecimal(),
      scanner.skipSpaces(), scanner.letters() != nil, scanner.skipSpaces(), scanner.hexadecimal(),
      scanner.skipSpaces(), scanner.number(of: 1...9) != nil, scanner.skipSpaces()
    else { return nil }
    var next = scanner
    if next.number(of: 1...9) != nil, next.skipSpaces() { scanner = next }
    guard let end = scanner.rest.range(of: ": ", within: 200) else { return nil }
    let process = scanner.rest[..<end.lowerBound]
    var message = LogScanner(scanner.rest[end.upperBound...])
    return LogLine(stamp: stamp, process: String(process), text: message.message().trimmed)
  }
}

/// Lines of `log show --style syslog` and `log stream --style syslog` of macOS:
/// `2023-12-21 10:03:22.123456+0900  localhost App[123]: (Library) [subsystem:category] text`.
struct LogSyslogFormat: LogFormat {
  static let name = "lines of log show --style syslog"

  init(fitting lines: [WrittenLine]) {}

  func parse(_ line: Substring) -> LogLine? {
    var scanner = LogScanner(line)
    guard let stamp = LogStamp.dated(&scanner), scanner.skipSpaces(),
      scanner.bytes(while: { !$0.isSpace && $0 != UInt8(ascii: "[") }) != nil, scanner.skipSpaces(),
      let process = scanner.process(), SyslogRelayFormat.skipLevel(&scanner)
    else { return nil }
    return LogLine(
      stamp: stamp, process: String(process.name), text: scanner.message().trimmed)
  }
}

/// Lines that NSLog and os_log write to standard error, as Xcode and `devicectl` show them:
/// `2023-12-21 10:03:22.123456+0900 App[123:456] text`.
struct NSLogFormat: LogFormat {
  static let name = "lines of NSLog"

  init(fitting lines: [WrittenLine]) {}

  func parse(_ line: Substring) -> LogLine? {
    var scanner = LogScanner(line)
    scanner.skipSpaces()
    guard let stamp = LogStamp.dated(&scanner), scanner.skipSpaces(),
      let process = scanner.process()
    else { return nil }
    let hasColon = scanner.skip(":")
    guard hasColon || process.numbers.utf8.contains(UInt8(ascii: ":")), scanner.isAtSpace else {
      return nil
    }
    return LogLine(
      stamp: stamp, process: String(process.name.trimmed), text: scanner.message().trimmed)
  }
}
