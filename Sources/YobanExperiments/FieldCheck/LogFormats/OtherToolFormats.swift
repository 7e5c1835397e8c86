import Foundation

/// Lines of `pymobiledevice3 syslog live`:
/// `2023-12-21 10:03:22.123456 App{Library}[123] <NOTICE>: text`, with the option --label followed by
/// `[subsystem][category]`.
struct PymobiledeviceFormat: LogFormat {
  static let name = "lines of pymobiledevice3 syslog live"

  init(fitting lines: [WrittenLine]) {}

  func parse(_ line: Substring) -> LogLine? {
    var scanner = LogScanner(line)
    guard let stamp = LogStamp.dated(&scanner), scanner.skipSpaces(),
      let process = scanner.process(), process.name.utf8.last == UInt8(ascii: "}"),
      let brace = process.name.utf8.firstIndex(of: UInt8(ascii: "{")), scanner.skip(" <"),
      scanner.bytes(while: { $0.isLetter || $0 == UInt8(ascii: "_") }) != nil, scanner.skip(">:")
    else { return nil }
    return LogLine(
      stamp: stamp, process: String(process.name[..<brace]),
      text: Self.withoutLabel(scanner.rest.trimmed))
  }

  private static func withoutLabel(_ text: Substring) -> Substring {
    guard text.hasSuffix("]"), let open = text.range(of: " [", options: .backwards),
      text[open.upperBound...].contains("][")
    else { return text }
    return text[..<open.lowerBound].trimmed
  }
}

/// Lines of `ios ostrace --nojson` of go-ios:
/// `2023-12-21T10:03:22.123+09:00  PID:123    <Default>  [subsystem:category]  text`.
struct GoIOSFormat: LogFormat {
  static let name = "lines of go-ios ostrace"

  init(fitting lines: [WrittenLine]) {}

  func parse(_ line: Substring) -> LogLine? {
    var scanner = LogScanner(line)
    guard let stamp = LogStamp.dated(&scanner), scanner.skipSpaces(), scanner.skip("PID:"),
      scanner.number(of: 1...9) != nil, scanner.skipSpaces(),
      scanner.skip("<"),
      scanner.letters() != nil
    else { return nil }
    scanner.skipSpaces()
    guard scanner.skip(">") else { return nil }
    return LogLine(stamp: stamp, process: nil, text: scanner.message().trimmed)
  }
}
