/// The lines that a sample app or a user has written: a text, with or without a time before it.
///
/// Supported times are `2023-12-21 10:03:22.123456+0900`, ISO 8601, `10:03:22.123`,
/// `Dec 21 10:03:22`, and seconds, `12.345`.
struct PlainFormat: LogFormat {
  static let name = "lines that the app has written"

  init(fitting lines: [WrittenLine]) {}

  func parse(_ line: Substring) -> LogLine? { read(line) }

  /// Every line has this format.
  func read(_ line: Substring) -> LogLine {
    var scanner = LogScanner(line)
    scanner.skipSpaces()
    guard let stamp = LogStamp.take(from: &scanner) else {
      return LogLine(stamp: nil, process: nil, text: line.trimmed)
    }
    return LogLine(stamp: stamp, process: nil, text: scanner.rest.trimmed)
  }
}
