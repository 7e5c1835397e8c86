import Foundation
import YobanVirtualTime

/// The console log of a real phone that ran one of the sample apps: one line per callback.
///
/// Any text is a valid log. Lines that are not rows of an experiment are kept, with their numbers.
public struct DeviceLog: Sendable {
  /// The maximum size of a log, in bytes.
  public static let longest = 16 * 1024 * 1024
  /// The maximum length of a line that can be a row of a sample app.
  private static let longestRow = 2_000

  /// One line of the log.
  struct Line: Sendable {
    /// The line number, from 1.
    let number: Int
    /// The line without its time and without spaces around it.
    let text: String
    /// The text and the state of the line; its instant is not used.
    let row: Row
    let time: LogTime?
  }

  let lines: [Line]

  /// Reads a log from its bytes.
  ///
  /// - Throws: `tooLong`, `empty`, `notUTF8`.
  public init(_ bytes: some Collection<UInt8>) throws(DeviceLogError) {
    guard bytes.count <= Self.longest else { throw .tooLong }
    guard !bytes.isEmpty else { throw .empty }
    guard var text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    // Some editors write a byte order mark at the beginning of a file.
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    var clock = LogClock()
    // Windows ends lines with \r\n, which is one Character.
    var written = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    while written.last?.allSatisfy(\.isWhitespace) == true { written.removeLast() }
    guard !written.isEmpty else { throw .empty }
    lines = written.enumerated().map { Self.line($0.offset + 1, $0.element, &clock) }
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
    guard !isFolder.boolValue else { throw .folder(path) }
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

  private static func line(_ number: Int, _ line: Substring, _ clock: inout LogClock) -> Line {
    guard line.utf8.count <= longestRow else {
      return Line(
        number: number, text: String(line.prefix(80)), row: Row(instant: .start, text: ""),
        time: nil)
    }
    var rest = line
    let time = clock.takeTime(from: &rest)
    let text = rest.trimmingCharacters(in: .whitespacesAndNewlines)
    return Line(number: number, text: text, row: row(text), time: time)
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
  case unreadable(String)
  case tooLong
  case empty
  case notUTF8

  public var description: String {
    switch self {
    case .missing(let path): "there is no file \(path): give the file with the log of the phone"
    case .folder(let path): "\(path) is a folder: give the file with the log of the phone"
    case .unreadable(let path): "\(path) cannot be read: check its permissions"
    case .tooLong:
      "the log is longer than \(DeviceLog.longest / 1024 / 1024) MB: keep only the lines of the sample app, from its launch on"
    case .empty: "the log is empty: save the lines that the sample app printed, one per callback"
    case .notUTF8: "the log is not UTF-8 text: open it in an editor and save it as plain UTF-8 text"
    }
  }
}
