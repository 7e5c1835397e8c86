import Foundation
import Synchronization
import Testing
import YobanExploration
import YobanSimulatedOS

/// Runs a scenario again and again, each time with other faults at other moments, and fails with a short
/// story if one of its properties does not hold.
///
/// ```swift
/// @Test func `beats are counted again`() async throws {
///   try await explore { run in
///     let phone = try run.world.addPhone()
///     let app = try phone.install(.making { AppDelegate() }, infoPlist: plist)
///     run.eventually(within: .minutes(5), "beats are counted") { app.log.contains("beat") }
///     await phone.open(app)
///     try await run.world.pass(.minutes(10))
///   }
/// }
/// ```
/// The runs have processes of their own, which run the code of the test up to this call. The schedule of
/// a failure is kept in the folder `Explorations` beside the source file and is run first the next time.
/// Call it outside of a world.
///
/// - Parameters:
///   - name: tells several explorations at the same place apart, such as those of a loop.
///   - file: the path of the source file; use the default.
///   - sourceLocation: the place of the call; use the default.
///   - scenario: sets up the world, says what must hold, and plays the user.
/// - Throws: `WorldInWorld`; `WorkerError` if no run could be started; an error that names the variable of the
///   environment if one of `YOBAN_EXPLORE_…` cannot be used; an error of the file system if the result cannot
///   be written.
public func explore(
  named name: String = "", file: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ scenario: @escaping Scenario
) async throws {
  guard World.ofTest == nil else { throw WorldInWorld() }
  let settings = ExplorationSettings.current
  let place = ExplorationPlace(name, sourceLocation)
  if let key = WorkerServer.key {
    // Another exploration of the same test is the one that this process is for.
    guard key == place.key else { return }
    await WorkerServer.serve(scenario)
  }
  let folder = ExplorationFolder(besides: file, test: place.testName)
  let environment = try ExplorationEnvironment(ProcessInfo.processInfo.environment)
  var explorer = settings.explorer
  environment.apply(to: &explorer)
  for line in folder.lines() {
    if let schedule = Schedule(line.text) {
      explorer.known.append(schedule)
    } else {
      Issue.record(
        "\(folder.path):\(line.number) is not a schedule of this version of Yoban. Delete the line.",
        sourceLocation: sourceLocation)
    }
  }
  let printer = ProgressPrinter(place.testName)
  explorer.onProgress = { printer.print($0) }
  let runner = place.runner(scenario, inProcesses: settings.processes)
  let result = try await explorer.explore(with: runner)
  try environment.write(
    ExplorationFile(scenario: place.scenario, seed: explorer.seed, result: result),
    named: place.resultName)
  for found in result.found {
    let note = folder.add(found.smallest.schedule, found.smallest.failure!)
    Issue.record("\(found.story.map { "\($0)" } ?? "")\n\(note)", sourceLocation: sourceLocation)
  }
  for found in result.found + [result.withoutFaults].compactMap(\.self) {
    func attach(_ text: String, _ ending: String) {
      Attachment.record(
        text, named: "\(place.fileName)-\(ending)", sourceLocation: sourceLocation)
    }
    if let page = try await Explorer.page(of: found, with: runner) { attach(page, "story.html") }
    guard let story = found.story else { continue }
    attach(story.trace, "trace.txt")
    if story.schedule.size > 0 { attach(story.test, "test.swift") }
  }
  printer.print(result)
  if result.found.isEmpty, result.verdict != .clean {
    Issue.record("\(result)", sourceLocation: sourceLocation)
  }
}

/// Runs a scenario once with the schedule that an exploration has found.
///
/// Paste the test of a story, and the failure stays reproducible after its cause is gone: if a fault of the
/// schedule no longer finds its moment, the test says so with a warning.
///
/// - Parameters:
///   - schedule: the text of a schedule, as a story prints it.
///   - sourceLocation: the place of the call; use the default.
///   - scenario: the scenario of the exploration.
/// - Throws: `WorldInWorld`, or `WorkerError` if the run could not be started.
public func replay(
  _ schedule: String, sourceLocation: SourceLocation = #_sourceLocation,
  _ scenario: @escaping Scenario
) async throws {
  guard World.ofTest == nil else { throw WorldInWorld() }
  let place = ExplorationPlace(schedule, sourceLocation)
  if let key = WorkerServer.key {
    guard key == place.key else { return }
    await WorkerServer.serve(scenario)
  }
  guard let known = Schedule(schedule) else {
    Issue.record(
      "This is not a schedule of this version of Yoban: \(schedule)", sourceLocation: sourceLocation
    )
    return
  }
  let runner = place.runner(scenario, inProcesses: ExplorationSettings.current.processes)
  let run = try await runner.run(RunRequest(known, .page))
  if let failure = run.failure {
    Issue.record("\(failure)", sourceLocation: sourceLocation)
    if let page = run.page {
      Attachment.record(
        page, named: "\(place.fileName)-report.html", sourceLocation: sourceLocation)
    }
    return
  }
  if let error = run.error {
    Issue.record("The scenario ended early: \(error)", sourceLocation: sourceLocation)
  }
  for fault in known.faults where !run.happened.contains(where: { $0.fault == fault }) {
    Issue.record(
      "This did not happen, because its moment did not occur: \(fault.words). Explore again, or delete the test.",
      severity: .warning, sourceLocation: sourceLocation)
  }
}
