import ArgumentParser
import Foundation
import YobanTestReport

/// Writes what came out of a run of tests for the build server that runs it. `scripts/ci-tests` calls it.
@main
struct YobanTestReportTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "yoban-test-report",
    abstract: "Write the report of a run of background tests, for a build server and for people.",
    discussion:
      "In a job of GitHub Actions (GITHUB_ACTIONS), it also prints annotations, and appends to the files of GITHUB_STEP_SUMMARY and GITHUB_OUTPUT."
  )

  @Option(help: "The event stream of the tests.")
  var events: String?

  @Option(help: "The output of the tests.")
  var testLog: String?

  @Option(help: "The output of the build; its errors are read if the build failed.")
  var buildLog: String?

  @Option(help: "The exit status of the build.")
  var buildStatus: Int32 = 0

  @Option(help: "The exit status of the tests.")
  var testStatus: Int32 = 0

  @Option(help: "A file left-out.json of YobanPort; several may be given.")
  var leftOut: [String] = []

  @Option(help: "The folder of the app's repository.")
  var workspace: String

  @Option(help: "A file with the paths that a pull request changes, one in each line.")
  var changed: String?

  @Option(help: "What was tested, for the headline.")
  var title: String

  @Option(help: "The command that runs the same tests on another machine.")
  var command: String

  @Option(help: "The folder of the report; it exists.")
  var output: String

  func run() throws {
    var run = TestRun()
    run.hasSucceeded = buildStatus == 0 && testStatus == 0
    if buildStatus != 0 {
      run.add(failedBuildOutput: try buildLog.map(text) ?? "")
    }
    if let testLog { run.add(testOutput: try text(testLog)) }
    if let events, let data = FileManager.default.contents(atPath: events) {
      run.add(events: data) { FileManager.default.contents(atPath: $0) }
    }
    for file in leftOut {
      let data = try Data(contentsOf: URL(fileURLWithPath: file))
      run.leftOut.append(try JSONDecoder().decode(LeftOutModule.self, from: data))
    }
    let resolved = URL(fileURLWithPath: workspace).resolvingSymlinksInPath().path
    let changes = try changed.map(text)?.split(separator: "\n").map(String.init) ?? []
    let paths = SourcePaths(roots: [workspace, resolved], changed: Set(changes))
    let annotations = Annotation.all(of: run, paths)
    let summary = JobSummary(run, title: title, command: command, paths).write()
    try write(summary, "summary.md")
    try write(ReportIndex(run, title: title, paths).write(in: output), "index.html")
    try CodeQualityReport(annotations, paths).write().write(
      to: URL(fileURLWithPath: "\(output)/code-quality.json"))
    let outputs = """
      result=\(run.result.rawValue)
      tests=\(run.tests.count)
      failures=\(run.failures.count)
      findings=\(run.findings.count { !$0.isAdvice })
      left-out=\(run.pieceCount)
      report=\(output)

      """
    try write(outputs, "outputs.txt")
    let environment = ProcessInfo.processInfo.environment
    if environment["GITHUB_ACTIONS"] == "true" {
      for command in Annotation.commands(annotations, paths) { print(command) }
    }
    try append(summary, environment["GITHUB_STEP_SUMMARY"])
    try append(outputs, environment["GITHUB_OUTPUT"])
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }

  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(output)/\(name)"))
  }

  private func append(_ text: String, _ path: String?) throws {
    guard let path, !path.isEmpty else { return }
    if !FileManager.default.fileExists(atPath: path) {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
    }
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }
}
