/// Lines copied from the console of Xcode 15 and later with their metadata, which follow the message
/// on a line of their own: `Type: Notice | Timestamp: 2023-12-21 10:03:22.123456+09:00 | Process: App`.
///
/// The output of print has no time: its metadata is `Type: stdio`.
struct XcodeMetadataFormat: LogFormat {
  static let name = "lines copied from Xcode's console with metadata"

  private static let keys: Set<Substring> = [
    "Type", "Timestamp", "Process", "Library", "Subsystem", "Category", "TID", "PID",
  ]
  private static let types: Set<Substring> = [
    "stdio", "Default", "Notice", "Info", "Debug", "Error", "Fault",
  ]

  init(fitting lines: [WrittenLine]) {}

  /// Returns the metadata; the message is on the lines before it.
  func parse(_ line: Substring) -> LogLine? {
    guard line.hasPrefix("Type: ") || line.hasPrefix("Timestamp: ") else { return nil }
    var metadata = LogLine(stamp: nil, process: nil, text: line.trimmed)
    for part in line.split(separator: " | ") {
      guard let colon = part.firstIndex(of: ":") else { return nil }
      let key = part[..<colon].trimmed
      let value = part[part.index(after: colon)...].trimmed
      switch key {
      case "Type": guard Self.types.contains(value) else { return nil }
      case "Timestamp":
        guard let stamp = LogStamp(value) else { return nil }
        metadata.stamp = stamp
      case "Process": metadata.process = String(value)
      default: guard Self.keys.contains(key) else { return nil }
      }
    }
    return metadata
  }

  func read(_ lines: [WrittenLine]) -> [ReadLine] {
    let plain = PlainFormat(fitting: lines)
    var read = lines.map { ReadLine(number: $0.number, written: $0.text, line: nil) }
    var start = 0
    for (i, line) in lines.enumerated() {
      guard let metadata = parse(line.text) else { continue }
      for j in start..<i {
        // The app may have printed a time, too.
        var message = plain.read(lines[j].text)
        message.stamp = message.stamp ?? metadata.stamp
        message.process = metadata.process
        read[j].line = message
      }
      read[i].line = metadata
      start = i + 1
    }
    return read
  }
}
