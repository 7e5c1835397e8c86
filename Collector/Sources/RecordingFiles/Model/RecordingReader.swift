import CollectorImports

/// The clock that a file's times are of.
public enum RecordingClock: Hashable, Sendable {
  case utc
  /// Local time. A device's clock does not know summer time: the difference to UTC stays the one of the moment at which
  /// it was set.
  ///
  /// - Parameters:
  ///   - offset: the difference in seconds, positive east of Greenwich, if the file names it.
  ///   - start: the start of the recording on that clock, in seconds since 1970.
  case local(offset: Int?, start: Int64)
}

/// The facts that a file has about itself, which are known before its samples are read.
public struct RecordingFacts: Hashable, Sendable {
  /// The name of the format in messages, such as `Axivity .cwa`.
  public var format: String
  /// The name of the device in the file, in the characters of a device's name; nil if it has none.
  public var device: String?
  public var clock: RecordingClock
}

/// The numbers of parts of a file that are not stored, by reason, such as `blocks with a wrong checksum`.
public struct SkippedParts: Hashable, Sendable {
  public private(set) var counts: [String: Int] = [:]

  public init() {}

  mutating func add(_ reason: String, count: Int = 1) {
    if count > 0 { counts[reason, default: 0] += count }
  }
}

/// Reads a recording from a file, in parts that fit in memory.
///
/// The same file always gives the same parts.
public protocol RecordingReader {
  var facts: RecordingFacts { get }
  /// The difference to UTC of the clock of the file in seconds. Set it before the first part is read, if the clock is a
  /// local one.
  var utcOffset: Int { get set }
  var skipped: SkippedParts { get }

  /// Reads on, and returns the parts that are complete; nil at the end.
  mutating func next() throws(RecordingFileError) -> [ForeignSeries]?

  /// Returns what was read and not returned yet. Call it once, at the end, or instead of going on after `.truncated`.
  mutating func finish() throws(RecordingFileError) -> [ForeignSeries]
}

/// Opens files of every known format.
public enum RecordingFile {
  /// Recognizes the format by the first bytes, and reads what the file says about itself.
  public static func open(_ path: String) throws(RecordingFileError) -> any RecordingReader {
    guard try FileBytes.size(of: path) > 0 else { throw .truncated(place: "before its first byte") }
    var reader = ByteReader(try FileBytes(path: path))
    let start = Array(try reader.peek(64))
    if start.starts(with: Array("PK".utf8)) {
      let zip = try ZipFile(path: path)
      if zip.names.contains("info.txt") { return try Gt3xFile.open(zip) }
      if SensorLoggerArchive.isOne(zip) { return try SensorLoggerArchive(zip) }
      throw .unknownFormat
    }
    if start.starts(with: Array("MD".utf8)) { return try CwaReader(reader) }
    if start.starts(with: Array("Device Identity".utf8)) { return try GeneActivReader(reader) }
    let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start[3...] : start[...]
    switch text.first(where: { $0 > 0x20 }) {
    case UInt8(ascii: "["): return try SensorLoggerJSON(reader)
    case .some(UInt8(ascii: "a")...UInt8(ascii: "z")), .some(UInt8(ascii: "A")...UInt8(ascii: "Z")),
      UInt8(ascii: "\""):
      return try SensorLoggerCSV(reader, path: path)
    default: throw .unknownFormat
    }
  }

  /// Returns a name that a device can have: other characters than letters, digits, `.`, `_` and `-` become a hyphen.
  /// nil if nothing is left.
  static func deviceName(_ text: String) -> String? {
    let characters = text.unicodeScalars.map { scalar -> Character in
      let isAllowed =
        scalar.isASCII
        && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
          || "._-".unicodeScalars.contains(scalar))
      return isAllowed ? Character(scalar) : "-"
    }
    let name = String(characters).trimmingPrefix { $0 == "-" || $0 == "." }.prefix(64)
    let trimmed = String(name.reversed().drop { $0 == "-" }.reversed())
    return trimmed.isEmpty ? nil : trimmed
  }
}
