import Foundation

/// JSON objects, one per line or over several lines, of `log show --style json` or `ndjson`,
/// `pymobiledevice3 syslog live --format json`, `ios syslog` and `ios ostrace` of go-ios.
struct JSONLogFormat: LogFormat {
  static let name = "JSON of log show, pymobiledevice3 or go-ios"
  /// The maximum length of an object; the longest known ones have a few thousand bytes.
  private static let longest = 64 * 1024

  init(fitting lines: [WrittenLine]) {}

  func matches(_ lines: [WrittenLine]) -> Int {
    records(of: lines).reduce(0) { $0 + ($1.object.flatMap(parse) != nil ? $1.count : 0) }
  }

  func read(_ lines: [WrittenLine]) -> [ReadLine] {
    records(of: lines).map { record in
      ReadLine(
        number: record.first.number, written: record.first.text, line: record.object.flatMap(parse))
    }
  }

  /// Parses an object, with or without the brackets and commas of an array around it.
  func parse(_ line: Substring) -> LogLine? {
    let text = Self.withoutArray(line)
    guard text.utf8.first == UInt8(ascii: "{"), text.utf8.count <= Self.longest,
      let entry = try? JSONDecoder().decode(Entry.self, from: Data(text.utf8))
    else { return nil }
    return entry.line
  }

  // MARK: Objects over several lines

  private struct Record {
    let first: WrittenLine
    /// The number of lines.
    var count = 1
    /// Nil if the line belongs to no object.
    var object: Substring?
  }

  /// Joins the lines of objects. An object over several lines begins and ends without indentation.
  private func records(of lines: [WrittenLine]) -> [Record] {
    var records: [Record] = []
    var i = 0
    while i < lines.count {
      if Self.opens(lines[i].text), let end = Self.end(of: lines, from: i) {
        let inside = lines[(i + 1)..<end].map(\.text).joined(separator: "\n")
        records.append(
          Record(first: lines[i], count: end - i, object: Substring("{\(inside)}")))
        // The line that ends an object may begin the next one.
        i = Self.opens(lines[end].text) ? end : end + 1
      } else {
        let isObject = Self.withoutArray(lines[i].text).utf8.first == UInt8(ascii: "{")
        records.append(Record(first: lines[i], object: isObject ? lines[i].text : nil))
        i += 1
      }
    }
    return records
  }

  /// Returns whether a line is `{`, `[{` or `},{`, without indentation.
  private static func opens(_ line: Substring) -> Bool {
    ["{", "[{", "},{"].contains { line.hasPrefix($0) && line.trimmed == $0 }
  }

  private static func end(of lines: [WrittenLine], from start: Int) -> Int? {
    var bytes = 0
    var i = start + 1
    while i < lines.count, bytes <= longest {
      let line = lines[i].text
      if line.utf8.first == UInt8(ascii: "}") { return i }
      // The object was cut off.
      if opens(line) || line.hasPrefix("{") { return nil }
      bytes += line.utf8.count + 1
      i += 1
    }
    return nil
  }

  private static func withoutArray(_ line: Substring) -> Substring {
    var text = line.trimmed
    while let first = text.utf8.first, first == UInt8(ascii: "[") || first == UInt8(ascii: ",") {
      text = text.dropFirst().trimmed
    }
    while let last = text.utf8.last, last == UInt8(ascii: "]") || last == UInt8(ascii: ",") {
      text = text.dropLast().trimmed
    }
    return text
  }

  // MARK: An object

  /// The members of the tools' objects that a log check needs.
  private struct Entry: Decodable {
    private enum Key: String, CodingKey {
      case eventMessage, message, msg, timestamp, processImagePath, filename, process
    }

    let line: LogLine

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Key.self)
      func text(_ key: Key) -> String? { try? members.decode(String.self, forKey: key) }
      let stamp = text(.timestamp).flatMap { LogStamp(Substring($0)) }
      let process = text(.processImagePath) ?? text(.filename) ?? text(.process)
      let message = text(.eventMessage) ?? text(.message)
      if let message {
        line = LogLine(
          stamp: stamp, process: process.map(Self.name), text: Substring(message).trimmed)
      } else if let message = text(.msg) {
        // go-ios writes the whole line of the system log into one member.
        line =
          SyslogRelayFormat().parse(Substring(message))
          ?? LogLine(stamp: stamp, process: nil, text: Substring(message).trimmed)
      } else if let stamp {
        line = LogLine(stamp: stamp, process: process.map(Self.name), text: "")
      } else {
        throw DecodingError.valueNotFound(
          String.self, .init(codingPath: [], debugDescription: "the object has no message"))
      }
    }

    /// Returns `App` from `/private/var/App.app/App` or `App(Library)`.
    private static func name(_ path: String) -> String {
      String((path.split(separator: "/").last ?? "").prefix { $0 != "(" })
    }
  }
}
