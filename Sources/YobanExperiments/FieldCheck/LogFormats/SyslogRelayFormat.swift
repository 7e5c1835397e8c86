/// Lines of the system log as the phone sends them to a computer, without a year.
///
/// `Dec 21 10:03:22 iPhone App(Library)[123] <Notice>: text`. idevicesyslog leaves out the name of
/// the phone, and since version 1.4 it writes microseconds. cfgutil syslog, go-ios with --nojson and
/// the window of devices of older versions of Xcode write the same lines.
struct SyslogRelayFormat: LogFormat {
  static let name = "lines of idevicesyslog or cfgutil syslog"

  init(fitting lines: [WrittenLine] = []) {}

  func parse(_ line: Substring) -> LogLine? {
    var scanner = LogScanner(line)
    scanner.skipSpaces()
    guard let stamp = LogStamp.yearless(&scanner), scanner.skipSpaces(),
      let process = scanner.process(), Self.skipLevel(&scanner)
    else { return nil }
    return LogLine(
      stamp: stamp, process: Self.name(process.name),
      text: Self.withoutEscapes(scanner.rest).trimmed)
  }

  /// Skips ` <Notice>: ` or `: ` after a process.
  static func skipLevel(_ scanner: inout LogScanner) -> Bool {
    var next = scanner
    if next.skip(" <") {
      guard next.letters() != nil, next.skip(">:") else { return false }
    } else {
      guard next.skip(":") else { return false }
    }
    guard next.isAtSpace else { return false }
    scanner = next
    return true
  }

  /// Returns the name of the process from `iPhone App(Library)` or `App`.
  ///
  /// The name of the phone contains no space, but that of a process may, so the last word is used.
  private static func name(_ text: Substring) -> String {
    String(text.prefix { $0 != "(" }.trimmed.split(separator: " ").last ?? "")
  }

  /// Decodes the bytes that `syslog_relay` writes as `\M-C`, `\M^H` and `\240`, for example of a
  /// device name that is not ASCII (vis(3) of BSD).
  private static func withoutEscapes(_ text: Substring) -> Substring {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let first = rest.first {
      if first == UInt8(ascii: "\\"), let byte = escape(Array(rest.dropFirst().prefix(3))) {
        bytes.append(byte)
        rest = rest.dropFirst(4)
      } else {
        bytes.append(first)
        rest = rest.dropFirst()
      }
    }
    return Substring(String(decoding: bytes, as: UTF8.self))
  }

  /// Decodes the three characters after a backslash.
  private static func escape(_ text: [UInt8]) -> UInt8? {
    guard text.count == 3 else { return nil }
    switch (text[0], text[1]) {
    case (UInt8(ascii: "M"), UInt8(ascii: "-")) where (33...126).contains(text[2]):
      return text[2] | 0x80
    case (UInt8(ascii: "M"), UInt8(ascii: "^")) where (63...95).contains(text[2]):
      return text[2] ^ 0x40 | 0x80
    default:
      guard text.allSatisfy({ (48...55).contains($0) }) else { return nil }
      let value = text.reduce(0) { $0 * 8 + Int($1) - 48 }
      // Control characters stay escaped.
      return (160...255).contains(value) || value == 92 ? UInt8(value) : nil
    }
  }
}
