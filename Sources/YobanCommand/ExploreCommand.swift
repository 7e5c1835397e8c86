import ArgumentParser
import Foundation
import YobanExperiments
import YobanExploration
import YobanVirtualTime

/// `yoban explore`: explores a scenario, or joins the results of parts.
struct ExploreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract:
      "Play a scenario again and again with other faults at other moments, and tell the smallest story of a failure.",
    subcommands: [
      ExploreSearchCommand.self, ExploreMergeCommand.self, ExploreWorkerCommand.self,
    ],
    defaultSubcommand: ExploreSearchCommand.self)
}

/// `yoban explore search`, and `yoban explore` without a subcommand: searches for faults with which an app
/// of this project fails.
struct ExploreSearchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract:
      "Play a scenario again and again with other faults at other moments, and tell the smallest story of a failure.",
    discussion:
      "The scenarios: \(scenarios) Your own apps are explored in tests, with explore(); see docs/explore.md. Exit code: 0 if no run fails, 1 if one fails, 2 if the run without faults fails, if something that must be seen sometimes was seen in no run, or if a file cannot be used."
  )

  private static let scenarios = ExploredApp.all.map { "\($0.name): \($0.words)" }.joined(
    separator: " ")

  @Argument(help: "The scenario: \(ExploredApp.all.map(\.name).joined(separator: ", ")).")
  var scenario: String

  @Option(help: "The largest number of runs.")
  var runs = 2_000

  @Option(help: "The time in seconds after which the search ends.")
  var time = 120.0

  @Option(help: "The largest number of faults in one run.")
  var depth = 3

  @Option(
    help: ArgumentHelp(
      "The kinds of faults that may happen, such as jetsam,reboot. Default: those that every app should survive. A wrong name lists all.",
      valueName: "kinds"))
  var faults: FaultKinds = .usual

  @Option(help: "The number of different failures after which the search ends.")
  var failures = 1

  @Option(help: "The seed of the world and of the search; the same seed gives the same search.")
  var seed: UInt64 = 1

  @Option(help: "The number of runs at the same time. Default: one per core.")
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "Do only this part of the search, such as 3/16. yoban explore merge joins the parts.",
      valueName: "part"))
  var shard = Shard.whole

  @Option(help: "Play this one schedule, as a story prints it, instead of a search.")
  var replay: Schedule?

  @Option(help: "Write the result to this file, for yoban explore merge and for programs.")
  var json: String?

  @Option(help: "Write the result to this file in the format of JUnit.")
  var junit: String?

  @Option(help: "Write the story of the first failure to this file as an HTML page.")
  var html: String?

  @Option(help: "Write the events of the run of --replay to this file.")
  var trace: String?

  func validate() throws {
    if trace != nil, replay == nil { throw ValidationError("--trace needs --replay.") }
    guard ExploredApp.all.contains(where: { $0.name == scenario }) else {
      throw ValidationError(
        "There is no scenario \(scenario). Give one of \(ExploredApp.all.map(\.name).joined(separator: ", "))."
      )
    }
    guard runs >= 1, depth >= 1, failures >= 1, jobs.map({ $0 >= 1 }) ?? true, time > 0 else {
      throw ValidationError("--runs, --time, --depth, --failures and --jobs must be more than 0.")
    }
  }

  func run() async throws {
    let outputs: ExploreOutputs
    let traceFile: OutputFile?
    do {
      outputs = try ExploreOutputs(json: json, junit: junit, html: html)
      traceFile = try trace.map { try OutputFile("trace", $0) }
    } catch {
      FileHandle.standardError.write(Data("yoban explore: \(error)\n".utf8))
      throw Failure.input
    }
    let runner = WorkerPool(
      WorkerCommand(arguments: ["explore", "worker", scenario], key: scenario),
      jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount)
    if let replay { return try await play(replay, runner, outputs, traceFile) }
    var explorer = Explorer()
    explorer.runsMax = runs
    explorer.timeMax = .seconds(time)
    explorer.depth = depth
    explorer.kinds = faults.kinds
    explorer.failuresMax = failures
    explorer.seed = seed
    explorer.shard = shard
    let progress = ProgressLine()
    let (runs, limit) = (runs, Duration.seconds(time))
    explorer.onProgress = { now in
      let share = max(Double(now.runs) / Double(runs), now.time.seconds / limit.seconds)
      progress.show(
        share,
        "\(grouped(now.runs)) runs, \(Int(now.runsPerSecond)) a second, \(now.failures) failed")
    }
    let result = try await explorer.explore(with: runner)
    progress.clear()
    print(result)
    try outputs.write([ExplorationFile(scenario: scenario, seed: seed, result: result)])
    if let found = result.found.first, outputs.wantsPage {
      try outputs.write(page: try await Explorer.page(of: found, with: runner))
    }
    if result.verdict != .clean { throw ExitCode(result.verdict.rawValue) }
  }

  /// Plays one schedule and explains it if it fails.
  private func play(
    _ schedule: Schedule, _ runner: WorkerPool, _ outputs: ExploreOutputs, _ trace: OutputFile?
  ) async throws {
    let run = try await runner.run(RunRequest(schedule, .events))
    try trace?.write(run.trace)
    for fault in schedule.faults where !run.happened.contains(where: { $0.fault == fault }) {
      print("did not happen, because its moment did not occur: \(fault.words)")
    }
    guard run.failure != nil else {
      print(run.error.map { "the scenario ended early: \($0)" } ?? "no failure")
      if run.error != nil { throw Failure.input }
      return
    }
    let found = try await Explorer.explained(run, with: runner)
    print(found.story.map { "\($0)" } ?? "")
    try outputs.write(page: try await Explorer.page(of: found, with: runner))
    throw Failure.result
  }
}

/// `yoban explore merge`: joins the results of the parts of a search.
struct ExploreMergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract:
      "Join the results of all parts of a search, which yoban explore --shard --json has written.",
    discussion:
      "Also joins the results that tests have written to the folder of YOBAN_EXPLORE_RESULTS, of any number of explorations. Exit code: as that of yoban explore, for all parts together; with several explorations, the highest."
  )

  @Argument(help: "The files of all parts.")
  var files: [String]

  @Option(help: "Write the joined result to this file.")
  var json: String?

  @Option(help: "Write the joined result to this file in the format of JUnit.")
  var junit: String?

  @Option(help: "Write the story of the first failure to this file as an HTML page.")
  var html: String?

  func run() async throws {
    let merged: [ExplorationFile]
    let outputs: ExploreOutputs
    do {
      outputs = try ExploreOutputs(json: json, junit: junit, html: html)
      merged = try ExplorationFile.mergedByScenario(
        files.map { path in
          guard let data = FileManager.default.contents(atPath: path) else {
            throw UnreadableFile(description: "\(path) cannot be read.")
          }
          return try ExplorationFile(data, name: path)
        })
    } catch {
      FileHandle.standardError.write(Data("yoban explore merge: \(error)\n".utf8))
      throw Failure.input
    }
    for (index, file) in merged.enumerated() {
      if index > 0 { print() }
      if merged.count > 1 { print("== \(file.scenario)") }
      print(file.result)
    }
    try outputs.write(merged)
    try outputs.write(page: merged.lazy.compactMap { $0.result.found.first?.story }.first?.page)
    let code = merged.map(\.result.verdict.rawValue).max() ?? 0
    if code != 0 { throw ExitCode(code) }
  }

  private struct UnreadableFile: Error, CustomStringConvertible { var description: String }
}

/// `yoban explore worker`: plays the schedules that another process of the program sends.
struct ExploreWorkerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker", abstract: "Play schedules for yoban explore.", shouldDisplay: false)

  @Argument var scenario: String

  func run() async throws {
    guard WorkerServer.key == scenario,
      let app = ExploredApp.all.first(where: { $0.name == scenario })
    else { throw ValidationError("yoban explore starts its workers itself.") }
    await WorkerServer.serve(app.scenario)
  }
}
