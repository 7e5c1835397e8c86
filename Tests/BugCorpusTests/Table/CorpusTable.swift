import Foundation
import Synchronization
import Testing
import YobanExploration
import YobanTesting

/// Tables of the searches of the corpus, for people. `CorpusSearchTests` has the same searches as tests.
///
/// The environment variable `YOBAN_CORPUS` chooses one; `swift test --filter CorpusTable` then prints a
/// table.
///
/// - `bugs`: the search for each bug with default settings: its runs, time and smallest schedule.
/// - `stories`: the story of each bug, found with default settings.
/// - `twins`: the same search in the mended apps and the control, with `YOBAN_CORPUS_RUNS` runs each.
/// - `play`: one run of the schedule `YOBAN_CORPUS_SCHEDULE`, with its trace.
///
/// `YOBAN_CORPUS_NAMES` restricts all of them to some entries, separated by commas.
@Suite(.serialized) struct CorpusTable {
  private static let environment = ProcessInfo.processInfo.environment
  private static func chosen(_ part: String) -> Bool { environment["YOBAN_CORPUS"] == part }

  private static let everything =
    KnownBug.all + KnownBug.others + KnownBug.withoutFaults + KnownBug.controls

  private static func named(_ entries: [KnownBug]) -> [KnownBug] {
    guard let names = environment["YOBAN_CORPUS_NAMES"] else { return entries }
    return entries.filter { names.split(separator: ",").map(String.init).contains($0.name) }
  }

  private static func show(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  @Test(.enabled(if: chosen("bugs")))
  func `every bug is found within two minutes, with at most two faults`() async throws {
    Self.show("bug | phase | runs | seconds | shrinking | minimal | faults | smallest schedule")
    for bug in Self.named(KnownBug.all + KnownBug.others) {
      var explorer = Explorer()
      explorer.explains = false
      explorer.timeMax = .seconds(120)
      let result = try await explorer.explore(bug.scenario(.faulty))
      guard let found = result.found.first else {
        let why = result.baseline.failure.map { "fails without faults: \($0)" } ?? "-"
        Self.show("\(bug.name) | \(why) | \(result.runs) | \(result.seconds.rounded())")
        Issue.record("nothing found for \(bug.name) in \(result.runs) runs")
        continue
      }
      let smallest = found.smallest
      #expect(smallest.schedule.size <= 2, "\(bug.name)")
      Self.show(
        "\(bug.name) | \(found.phase) | \(found.runsToFailure) | \(Int(result.seconds)) | "
          + "\(found.shrinkRuns) | \(found.isMinimal) | \(smallest.schedule.faults.count) | "
          + "\(smallest.schedule) | \(smallest.failure!) | \(smallest.findings)")
    }
  }

  @Test(.enabled(if: chosen("stories")))
  func `every bug has a story`() async throws {
    for bug in Self.named(KnownBug.all + KnownBug.others + KnownBug.withoutFaults) {
      let result = try await Explorer().explore(bug.scenario(.faulty))
      let story = try #require(
        (result.withoutFaults ?? result.found.first)?.story, "nothing found for \(bug.name)")
      Self.show("\n=== \(bug.name) \(bug.thread)\n\(story)")
    }
  }

  @Test(.enabled(if: chosen("twins")))
  func `no mended app and no control fails`() async throws {
    var total = 0
    Self.show("app | runs | seconds | failure")
    for bug in Self.named(Self.everything) {
      var explorer = Explorer()
      explorer.explains = false
      explorer.runsMax = Self.environment["YOBAN_CORPUS_RUNS"].flatMap { Int($0) } ?? 435
      let result = try await explorer.explore(bug.scenario(.mended))
      total += result.runs
      let failure = result.found.first.map { "\($0.smallest.schedule) | \($0.smallest.failure!)" }
      Self.show("\(bug.name) | \(result.runs) | \(Int(result.seconds)) | \(failure ?? "none")")
      if let failure { Issue.record("\(bug.name) fails: \(failure)") }
      #expect(result.baseline.failure == nil, "\(bug.name)")
    }
    Self.show("\(total) runs")
  }

  @Test(.enabled(if: chosen("play"))) func `one schedule is played`() async throws {
    let variant = Self.environment["YOBAN_CORPUS_VARIANT"] == "faulty" ? Variant.faulty : .mended
    let schedule = try #require(
      Schedule(Self.environment["YOBAN_CORPUS_SCHEDULE"] ?? "yoban1;seed=1"))
    for bug in Self.named(Self.everything) {
      let scenario = bug.scenario(variant)
      let lines = Lines()
      let result = try await Explorer.play(
        { explored in
          let before = explored.world.trace.onEvent
          explored.world.trace.onEvent = { event in
            before?(event)
            let source = event.process.map { "\(event.device)/\($0)" } ?? event.device
            lines.add("\(event.instant) \(source): \(event.kind.words)")
          }
          try await scenario(explored)
        }, schedule)
      Self.show(lines.text)
      Self.show("\(bug.name) \(variant): \(result.failure.map { "\($0)" } ?? "passes")")
      for one in result.happened { Self.show("\(one.instant) \(one.fault.words)") }
      for fault in schedule.faults where !result.happened.contains(where: { $0.fault == fault }) {
        Self.show("did not happen, because its moment did not come: \(fault)")
      }
      Self.show("\(result.findings.joined(separator: ", ")) \(result.error ?? "")")
    }
  }
}

/// The lines of a trace. They are not printed at once, because what is printed in a process is an event.
private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])
  func add(_ line: String) { lines.withLock { $0.append(line) } }
  var text: String { lines.withLock { $0.joined(separator: "\n") } }
}
