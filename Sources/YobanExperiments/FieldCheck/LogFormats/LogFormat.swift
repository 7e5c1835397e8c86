/// A line of a log, without the columns that a tool has added.
struct LogLine: Sendable, Hashable {
  var stamp: LogStamp?
  /// The name of the program that logged the line, if the tool writes it.
  var process: String?
  var text: Substring
}

/// A line of a file, with its number from 1.
struct WrittenLine: Sendable {
  let number: Int
  let text: Substring
}

/// A line of a file that was read, or an object that takes several lines.
struct ReadLine: Sendable {
  /// The number of its first line, from 1.
  let number: Int
  let written: Substring
  /// Nil if the line does not have the format.
  var line: LogLine?
}

/// The form in which one tool writes the lines of a log.
protocol LogFormat: Sendable {
  /// The lines in words, such as `lines copied from Console.app`.
  static var name: String { get }
  /// The format, adapted to a file whose columns a user can choose.
  init(fitting lines: [WrittenLine])
  /// Returns nil if the line does not have this format.
  func parse(_ line: Substring) -> LogLine?
  /// Returns the number of lines that have this format.
  func matches(_ lines: [WrittenLine]) -> Int
  func read(_ lines: [WrittenLine]) -> [ReadLine]
}

extension LogFormat {
  var name: String { Self.name }

  func matches(_ lines: [WrittenLine]) -> Int { lines.count { parse($0.text) != nil } }

  func read(_ lines: [WrittenLine]) -> [ReadLine] {
    lines.map { ReadLine(number: $0.number, written: $0.text, line: parse($0.text)) }
  }
}
