import Foundation
import Testing
import YobanExploration
import YobanVirtualTime

/// The place of an exploration in the tests, with which a worker finds it.
struct ExplorationPlace {
  /// Unique among the explorations of the tests, and equal in all processes.
  let key: String
  /// The name of the test, with its suites.
  let testName: String
  /// The name of the exploration in its result: the module, the test's name, and a number for the arguments
  /// of the test.
  let scenario: String
  private let testID: String?

  init(_ name: String, _ location: SourceLocation) {
    let test = Test.current
    testID = test.map { "\($0.id)" }
    let arguments = Test.Case.current.map { Self.withoutAddresses("\($0)") } ?? ""
    key =
      "\(testID ?? "") \(arguments) \(location.fileID):\(location.line):\(location.column) \(name)"
    // Without the place: "PulseTests.PulseTests/beats are counted again".
    let id =
      testID.map { $0.split(separator: "/").dropLast().joined(separator: "/") } ?? "exploration"
    let words = id.filter { $0 != "`" }
    let qualified = words.hasSuffix("()") ? String(words.dropLast(2)) : words
    let ending = name.isEmpty ? "" : " \(name)"
    testName = (qualified.split(separator: ".", maxSplits: 1).last.map(String.init) ?? "") + ending
    let isParameterized = test?.isParameterized ?? false
    scenario =
      qualified + ending + (isParameterized ? " \(Self.checksum(arguments))" : "")
  }

  /// The test's name as the beginning of a file name: the words joined by hyphens.
  var fileName: String { ExplorationFolder.fileName(testName) }

  /// The beginning of the names of result files, which no other exploration has.
  var resultName: String { "\(fileName)-\(Self.checksum(key))" }

  /// Returns a runner with processes of the running program that run only this test, or one in this
  /// process.
  func runner(_ scenario: @escaping Scenario, inProcesses: Bool) -> any ScheduleRunner {
    guard inProcesses, let testID, CommandLine.arguments.contains("--testing-library") else {
      return InProcessRunner(scenario)
    }
    return WorkerPool(
      WorkerCommand(
        arguments: [
          "--testing-library", "swift-testing", "--filter",
          NSRegularExpression.escapedPattern(for: testID),
        ], key: key))
  }

  /// A number for the text, which is the same in all processes.
  private static func checksum(_ text: String) -> TraceDigest {
    var digest = TraceDigest()
    digest.append(text)
    return digest
  }

  /// A description contains addresses of the process.
  private static func withoutAddresses(_ text: String) -> String {
    text.replacing(/\(unknown context at [^)]*\)/, with: "").replacing(/0x[0-9a-f]+/, with: "")
  }
}

/// Prints the progress of an exploration now and then, so that a long one does not look like a hang.
final class ProgressPrinter: Sendable {
  private let name: String
  private let next = ProgressClock()

  init(_ name: String) { self.name = name }

  func print(_ progress: ExplorationProgress) {
    guard next.isDue(progress.time) else { return }
    show("\(progress.runs) runs, \(Int(progress.runsPerSecond)) a second, no failure so far")
  }

  /// Prints what was played if nothing was found, because that says how much it means.
  func print(_ result: ExplorationResult) {
    guard result.verdict == .clean else { return }
    show("\(result.summary). \(result.reach)")
  }

  private func show(_ text: String) {
    FileHandle.standardError.write(Data("\(name): \(text)\n".utf8))
  }
}
