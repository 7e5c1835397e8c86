/// Reads the lines of the line protocol.
///
/// The grammar is that of docs.influxdata.com/influxdb/v2/reference/syntax/line-protocol: a
/// backslash escapes a comma and a space in measurements, also an equals sign in keys and tag
/// values, and a quote and a backslash in texts. Before any other character it is a backslash.
/// Telegraf writes line feeds in texts as they are (telegraf,
/// `plugins/serializers/influx/escape.go`), so a text may have several lines. After a malformed
/// line, reading goes on at the next line feed, and what a text had in further lines is read again.
/// When as many bytes as the whole body has were read again, a text ends with its line from then on,
/// so that the time depends only on the length of the body.
struct InfluxLineReader {
  private let bytes: [UInt8]
  /// The number of bytes that were read again after malformed lines.
  private var repeatedCount = 0
  private var position = 0
  /// The number of the line that is read next, counted from 1.
  private(set) var lineNumber = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  struct Malformed: Error {
    let reason: String
  }

  enum Result {
    case line(InfluxLine, lineNumber: Int)
    case malformed(reason: String, lineNumber: Int)
  }

  /// Returns the next line that is neither empty nor a comment; nil at the end.
  mutating func next() -> Result? {
    skipBlankLines()
    guard position < bytes.count else { return nil }
    let start = position
    let number = lineNumber
    do throws(Malformed) {
      let line = try line()
      finishLine(from: start)
      return .line(line, lineNumber: number)
    } catch {
      let reached = position
      position = start
      skipToLineEnd()
      repeatedCount += max(0, reached - position)
      finishLine(from: start)
      return .malformed(reason: error.reason, lineNumber: number)
    }
  }

  private mutating func skipBlankLines() {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
      case UInt8(ascii: "\n"):
        position += 1
        lineNumber += 1
      case UInt8(ascii: "#"): skipToLineEnd()
      default: return
      }
    }
  }

  private mutating func skipToLineEnd() {
    position = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
  }

  /// Counts the line feeds of a line and skips the one at its end.
  private mutating func finishLine(from start: Int) {
    if position < bytes.count { position += 1 }
    lineNumber += bytes[start..<position].count { $0 == UInt8(ascii: "\n") }
  }

  /// Whether the position is at the end of the bytes, at a line feed, or at CR LF.
  private var isAtLineEnd: Bool {
    guard position < bytes.count else { return true }
    let end = bytes[position] == UInt8(ascii: "\r") ? position + 1 : position
    return end == bytes.count || bytes[end] == UInt8(ascii: "\n")
  }

  private mutating func skip(_ byte: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: byte) else { return false }
    position += 1
    return true
  }

  /// Reads up to one of the given characters or the end of the line.
  private mutating func token(until stops: String, escapes: String) -> [UInt8] {
    var result: [UInt8] = []
    while !isAtLineEnd, !stops.utf8.contains(bytes[position]) {
      if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count,
        escapes.utf8.contains(bytes[position + 1])
      {
        position += 1
      }
      result.append(bytes[position])
      position += 1
    }
    return result
  }

  private mutating func line() throws(Malformed) -> InfluxLine {
    var line = InfluxLine()
    line.measurement = token(until: ", ", escapes: ", ")
    guard !line.measurement.isEmpty else { throw Malformed(reason: "the measurement is missing") }
    while skip(",") { line.tags.append(try tag()) }
    line.tags.sort { $0.key.lexicographicallyPrecedes($1.key) }
    guard zip(line.tags, line.tags.dropFirst()).allSatisfy({ $0.key != $1.key }) else {
      throw Malformed(reason: "a tag occurs twice")
    }
    guard skip(" ") else { throw Malformed(reason: "the fields are missing") }
    while skip(" ") {}
    repeat { line.fields.append(try field()) } while skip(",")
    while skip(" ") {}
    let time = token(until: " ", escapes: "")
    while skip(" ") {}
    guard isAtLineEnd else { throw Malformed(reason: "text follows the time") }
    if bytes.indices.contains(position), bytes[position] == UInt8(ascii: "\r") { position += 1 }
    if !time.isEmpty { line.time = String(decoding: time, as: UTF8.self) }
    return line
  }

  private mutating func tag() throws(Malformed) -> (key: [UInt8], value: [UInt8]) {
    let key = token(until: ",= ", escapes: ",= ")
    guard !key.isEmpty, skip("=") else { throw Malformed(reason: "a tag has no key or no value") }
    let value = token(until: ",= ", escapes: ",= ")
    guard !value.isEmpty, position == bytes.count || bytes[position] != UInt8(ascii: "=") else {
      throw Malformed(reason: "a tag has no value or an equals sign in it")
    }
    return (key, value)
  }

  private mutating func field() throws(Malformed) -> (key: [UInt8], value: InfluxFieldValue) {
    let key = token(until: ",= ", escapes: ",= ")
    guard !key.isEmpty, skip("=") else { throw Malformed(reason: "a field has no key or no value") }
    guard skip("\"") else {
      return (key, InfluxFieldValue(unquoted: token(until: ", ", escapes: "")))
    }
    let isOneLine = repeatedCount > bytes.count
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      if isOneLine, bytes[position] == UInt8(ascii: "\n") {
        throw Malformed(reason: "a text has no end in its line")
      }
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard position < bytes.count else { throw Malformed(reason: "a text has no end") }
    position += 1
    guard isAtLineEnd || bytes[position] == UInt8(ascii: ",") || bytes[position] == 0x20 else {
      throw Malformed(reason: "something follows the end of a text")
    }
    return (key, .text)
  }
}
