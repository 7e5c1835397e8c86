import Foundation
import YobanVirtualTime

/// The console log of a real phone that ran one of the sample apps: one line per callback.
///
/// Any text is a valid log. The format is recognized (see `LogRecognizer`). Lines that are not rows
/// of an experiment are kept, with their numbers.
public struct DeviceLog: Sendable {
  /// The maximum size of a log, in bytes.
  public static let longest = 16 * 1024 * 1024
  /// The maximum length of a text that can be a row of a sample app.
  private static let longestRow = 2_000

  /// One line of the log, or one JSON object.
  struct Line: Sendable {
    /// The number in the file, from 1.
    let number: Int
    /// The text without the columns that a tool has added and without spaces around it.
    let text: String
    /// The text and the state of the line; its instant is not used.
    let row: Row
    let time: LogTime?
    /// The program that logged the line, if the tool writes it.
    let process: String?
    /// Whether the tool has written the previous line twice.
    let isDuplicate: Bool
    /// The row in another tool's format, if the line does not have the format of the log.
    let other: (format: String, row: Row)?
  }

  let lines: [Line]
  /// The format of the log in words.
  let format: String
  /// Whether no tool has added columns to the lines.
  let isPlain: Bool
  /// The number of lines that have the format.
  let linesWithFormat: Int
  /// The number of other lines that are not blank.
  let linesWithoutFormat: Int

  /// Reads a log from its bytes.
  ///
  /// - Throws: `tooLong`, `empty`, `richText`, `notText`.
  public init(_ bytes: some Collection<UInt8>) throws(DeviceLogError) {
    guard bytes.count <= Self.longest else { throw .tooLong }
    let reading = LogRecognizer.read(try LogText.lines(of: bytes))
    var clock = LogClock(reading.lines.lazy.compactMap(\.line.stamp))
    var lines: [Line] = []
    lines.reserveCapacity(reading.lines.count)
    for line in reading.lines {
      lines.append(Self.line(line, after: lines.last, &clock))
    }
    self.lines = lines
    format = reading.format
    isPlain = reading.isPlain
    linesWithFormat = reading.lines.count { $0.hasFormat }
    linesWithoutFormat = reading.lines.count { !$0.hasFormat && !$0.line.text.isEmpty }
  }

  /// Reads a log from a file.
  ///
  /// - Parameter path: A file, or `-` for standard input.
  public init(contentsOfFile path: String) throws(DeviceLogError) {
    if path == "-" {
      try self.init(Self.read(FileHandle.standardInput, path))
      return
    }
    var isFolder = ObjCBool(false)
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw .missing(path)
    }
    if isFolder.boolValue {
      throw URL(filePath: path).pathExtension == "logarchive" ? .archive(path) : .folder(path)
    }
    guard let file = FileHandle(forReadingAtPath: path) else { throw .unreadable(path) }
    try self.init(Self.read(file, path))
  }

  /// Reads at most one byte more than is allowed, so that reading an endless file ends.
  private static func read(_ file: FileHandle, _ path: String) throws(DeviceLogError) -> Data {
    var data = Data()
    do {
      while data.count <= longest, let more = try file.read(upToCount: 1024 * 1024), !more.isEmpty {
        data += more
      }
    } catch { throw .unreadable(path) }
    return data
  }

  private static func line(
    _ line: LogRecognizer.Reading.Line, after previous: Line?, _ clock: inout LogClock
  ) -> Line {
    let time = line.line.stamp.map { clock.time(of: $0) }
    guard line.line.text.utf8.count <= longestRow else {
      return Line(
        number: line.number, text: String(line.line.text.prefix(80)),
        row: Row(instant: .start, text: ""), time: time, process: line.line.process,
        isDuplicate: false, other: nil)
    }
    let text = line.line.text.trimmingCharacters(in: .whitespacesAndNewlines)
    let isDuplicate =
      time.map { $0.resolution <= .milliseconds(1) } == true && time == previous?.time
      && text == previous?.text && line.line.process == previous?.process
    return Line(
      number: line.number, text: text, row: row(text), time: time, process: line.line.process,
      isDuplicate: isDuplicate,
      other: line.other.map { ($0.format, row(String($0.line.text))) })
  }

  private static func row(_ text: String) -> Row {
    let row = Row(text, at: .start)
    // The brackets of `centralManagerDidUpdateState(_:) : [poweredOn]` are not an application
    // state.
    return row.text.hasSuffix(" :") ? Row(instant: .start, text: text) : row
  }
}

/// The reasons why a log cannot be used.
public enum DeviceLogError: Error, Hashable, CustomStringConvertible {
  case missing(String)
  case folder(String)
  case archive(String)
  case unreadable(String)
  case tooLong
  case empty
  case richText
  case notText

  public var description: String {
    switch self {
    case .missing(let path): "there is no file \(path): give the file with the log of the phone"
    case .folder(let path): "\(path) is a folder: give the file with the log of the phone"
    case .archive(let path):
      "\(path) is an archive: on a Mac, write it as text with log show --style compact --predicate 'process == \"AwaitedAccessoryApp\"' \(path) > log.txt"
    case .unreadable(let path): "\(path) cannot be read: check its permissions"
    case .tooLong:
      "the log is longer than \(DeviceLog.longest / 1024 / 1024) MB: keep only the lines of the sample app, from its launch on"
    case .empty: "the log is empty: save the lines that the sample app printed, one per callback"
    case .richText:
      "the log is rich text (RTF): in TextEdit, choose Format > Make Plain Text, and save it again"
    case .notText:
      "the log is not text: save the lines that the sample app printed as plain UTF-8 text"
    }
  }
}
