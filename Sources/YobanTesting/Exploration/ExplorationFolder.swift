import Foundation
import YobanExploration

/// The file with the schedules that once failed in a test. It is kept with the sources and run first the
/// next time.
struct ExplorationFolder {
  /// The path of the file.
  let path: String

  /// - Parameters:
  ///   - source: the path of the source file of the test.
  ///   - test: the name of the test.
  init(besides source: String, test: String) {
    path =
      URL(fileURLWithPath: source).deletingLastPathComponent()
      .appendingPathComponent("Explorations/\(Self.fileName(test)).txt").path
  }

  struct Line {
    var number: Int
    var text: String
  }

  /// Returns the schedules in the file; none if there is no file.
  func lines() -> [Line] {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
      let line = $1.trimmingCharacters(in: .whitespaces)
      return line.isEmpty || line.hasPrefix("#") ? nil : Line(number: $0 + 1, text: line)
    }
  }

  /// Adds a schedule, unless the file has it already.
  ///
  /// - Returns: a sentence for the failure.
  func add(_ schedule: Schedule, _ failure: RunFailure) -> String {
    guard !lines().contains(where: { $0.text == "\(schedule)" }) else {
      return "The schedule is in \(path)."
    }
    let old = (try? String(contentsOfFile: path, encoding: .utf8)) ?? Self.head
    let sentence = failure.kind.words.split(whereSeparator: \.isNewline).joined(separator: " ")
    let text = old + "# \(sentence)\n\(schedule)\n"
    do {
      try FileManager.default.createDirectory(
        atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path,
        withIntermediateDirectories: true)
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      return
        "The schedule was added to \(path). Commit the file: its schedules are run first from now on."
    } catch {
      return "The schedule could not be written to \(path): \(error)"
    }
  }

  private static let head = """
    # Schedules that have failed once. They are run first. Delete a line that is no longer needed.

    """

  /// Returns a name as a file name: at most 100 characters, the words joined by hyphens.
  static func fileName(_ name: String) -> String {
    let words = name.split { !$0.isLetter && !$0.isNumber }
    return String(words.joined(separator: "-").prefix(100))
  }
}
