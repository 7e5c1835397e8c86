import Foundation

@testable import YobanExperiments

/// A log from the folder `Logs`, which a test can modify.
struct ArticleLog {
  /// The lines, without the line break at the end.
  var lines: [String]

  static let s0 = ArticleLog("S0")
  static let s1 = ArticleLog("S1")

  /// Each log and the experiment that it belongs to.
  static let all: [(name: String, experiment: String)] = [
    ("S0", "E1"), ("S1", "E2"), ("S3-running", "E4"), ("S3-suspended", "E4"),
    ("S3-terminated", "E4"), ("S3-ranging", "E4"), ("S3-second-detection", "E4"),
    ("S3-registered-again", "E4"),
  ]

  init(_ name: String) {
    let folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent()
    guard
      let text = try? String(
        contentsOf: folder.appending(path: "Logs/\(name).log"), encoding: .utf8)
    else { preconditionFailure("there is no log \(name) in Tests/ExperimentTests/Logs") }
    lines = text.split(separator: "\n").map(String.init)
  }

  init(lines: [String]) { self.lines = lines }

  /// Checks the lines and returns the report.
  func report(_ experiment: String) throws -> FieldReport {
    try FieldCheck(experiment).report(on: DeviceLog(Data(lines.joined(separator: "\n").utf8)))
  }

  /// Returns the rules that the lines contradict.
  func contradicted(_ experiment: String) throws -> [String] {
    try report(experiment).contradictions.map(\.evidence.rule)
  }

  // MARK: Changes

  /// Returns a copy in which the line at index `i` (from 0) and the next one are swapped.
  func swapping(_ i: Int) -> ArticleLog {
    var swapped = lines
    swapped.swapAt(i, i + 1)
    return ArticleLog(lines: swapped)
  }

  /// Returns a copy with additional counter lines before the line with the given number. All
  /// counter lines are numbered again.
  func adding(_ count: Int, beforeCounter number: Int) -> ArticleLog {
    var longer: [String] = []
    var next = 0
    for line in lines {
      guard line.hasPrefix("Background process...") else {
        longer.append(line)
        continue
      }
      for _ in 0...(line.hasSuffix("[\(number)]") ? count : 0) {
        longer.append("Background process...[\(next)]")
        next += 1
      }
    }
    return ArticleLog(lines: longer)
  }

  /// Returns a copy with a time before each line, in seconds since midnight.
  func timed(_ seconds: [Double]) -> ArticleLog {
    ArticleLog(
      lines: zip(seconds, lines).map { seconds, line in
        let whole = Int(seconds)
        let clock = [whole / 3600, whole / 60 % 60, whole % 60]
          .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        let milliseconds = Int((seconds * 1000).rounded()) - whole * 1000
        return "\(clock).\(String("00\(milliseconds)".suffix(3))) \(line)"
      })
  }
}
