import Foundation
import YobanLeaveOut
import YobanPorting

/// Everything that could not be ported, for the user.
struct Report {
  private var lines: [String] = []
  private(set) var warnings = ""
  private let root: String

  init(root: String) { self.root = root }

  mutating func add(_ path: String, _ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics {
      let line =
        "\(path):\(diagnostic.line):\(diagnostic.column): \(diagnostic.severity.rawValue): "
        + diagnostic.message
      lines.append(line)
      if diagnostic.severity == .warning { warnings += line + "\n" }
    }
  }

  /// Lists a file of a kind that cannot be compiled or read on Linux.
  mutating func refuse(_ path: String) {
    add(path, [Diagnostic(line: 1, column: 1, message: Self.reason(path))])
  }

  /// The account of a file that cannot be compiled. A header has no code of its own.
  static func lost(_ path: String) -> [LostCode] {
    guard URL(fileURLWithPath: path).pathExtension != "h" else { return [] }
    return [
      LostCode(
        line: 1, lastLine: 1, kind: "file", reason: reason(path), functions: 0)
    ]
  }

  private static func reason(_ path: String) -> String {
    switch URL(fileURLWithPath: path).pathExtension {
    case "m", "mm":
      "Objective-C does not exist on Linux: write the part that the test needs in Swift, or exclude"
        + " the file."
    case "h":
      "A header of Objective-C cannot be imported on Linux: exclude the Swift files that use its"
        + " declarations, or declare them in Swift."
    case "metal": "Metal does not exist on Linux: exclude the files that use its functions."
    default: "This file cannot be ported."
    }
  }

  var text: String {
    lines.isEmpty ? "Everything was ported.\n" : lines.joined(separator: "\n") + "\n"
  }
}
