import Foundation
import Testing
import YobanVirtualTime

@testable import YobanExploration

@Suite struct ExplorationFileTests {
  private static func run(_ failure: RunFailure? = nil, digest: String = "d") -> RunResult {
    RunResult(
      schedule: Schedule(seed: 1), failure: failure, happened: [], places: [], findings: [],
      seen: [], hoped: ["connected", "suspended"], digest: digest, error: nil, targets: .init())
  }

  private static func failure(_ sentence: String) -> RunFailure {
    RunFailure(.property(sentence), at: RunMoment(.start, after: 0))
  }

  private static func file(
    _ shard: String, scenario: String = "night", seed: UInt64 = 1, digest: String = "d",
    seen: Set<String> = [], failures: [String] = [], endedEarly: Int = 0
  ) -> ExplorationFile {
    var result = ExplorationResult(baseline: run(digest: digest), shard: Shard(shard)!)
    result.runs = 10
    result.seconds = 2
    result.seen = seen
    if endedEarly > 0 {
      result.endedEarly = .init(
        runs: endedEarly, error: "error of \(shard)", schedule: Schedule(seed: 1))
    }
    result.found = failures.map {
      FoundFailure(
        first: run(failure($0)), smallest: run(failure($0)), shrinkRuns: 0, isMinimal: true)
    }
    return ExplorationFile(scenario: scenario, seed: seed, result: result)
  }

  @Test func `a file is read as it was written, with the same bytes each time`() throws {
    let file = Self.file("1/2", seen: ["connected", "suspended"], failures: ["a", "b"])
    let data = try file.write()
    let again = try ExplorationFile(data, name: "part.json")
    #expect(try again.write() == data)
    #expect(again.result.found.map(\.smallest.failure?.kind) == [.property("a"), .property("b")])
  }

  @Test(arguments: ["", "{}", "not JSON", #"{"version": 99}"#, #"{"version": 1}"#])
  func `a file that is no result is refused with its name`(text: String) {
    let error = #expect(throws: ExplorationFileError.self) {
      try ExplorationFile(Data(text.utf8), name: "part.json")
    }
    #expect(error?.description.contains("part.json") == true)
  }

  @Test func `merged parts have all runs, and each failure once`() throws {
    let merged = try ExplorationFile.merged([
      Self.file("2/2", seen: ["suspended"], failures: ["b", "a"]),
      Self.file("1/2", seen: ["connected"], failures: ["a"]),
    ]).result
    #expect(merged.runs == 20 && merged.seconds == 4)
    #expect(merged.found.map { $0.smallest.failure!.kind.words } == ["a", "b"])
    #expect(merged.unseen == [] && merged.verdict == .failed)
  }

  @Test func `merged parts name the first run that ended early, and count all`() throws {
    let merged = try ExplorationFile.merged([
      Self.file("3/3", endedEarly: 2), Self.file("1/3"), Self.file("2/3", endedEarly: 3),
    ]).result
    #expect(
      merged.endedEarly == .init(runs: 5, error: "error of 2/3", schedule: Schedule(seed: 1)))
    #expect(merged.found.isEmpty)
    #expect(merged.description.contains("In 5 runs the scenario ended early"))
  }

  /// Part 1 has not seen it, but part 2 could have.
  @Test func `what must be seen sometimes is judged only when all parts are merged`() throws {
    let parts = [Self.file("1/2", seen: ["connected"]), Self.file("2/2")]
    #expect(parts.map(\.result.verdict) == [.clean, .clean])
    let merged = try ExplorationFile.merged(parts).result
    #expect(merged.unseen == ["suspended"] && merged.verdict == .unusable)
    #expect(Self.file("1/1").result.verdict == .unusable)
  }

  @Test(arguments: [
    ([file("1/2")], "part 2/2 of night is missing"), ([file("1/2"), file("1/2")], "given twice"),
    ([file("1/2"), file("2/3")], "same number of parts"),
    ([file("1/2"), file("2/2", scenario: "beacon")], "different searches"),
    ([file("1/2"), file("2/2", seed: 2)], "different searches"),
    ([file("1/2"), file("2/2", digest: "e")], "same program"), ([], "no file"),
  ])
  func `files that are not the parts of one search are refused`(
    files: [ExplorationFile], reason: String
  ) {
    let error = #expect(throws: ExplorationFileError.self) { try ExplorationFile.merged(files) }
    #expect(error?.description.contains(reason) == true, "\(error as Any)")
  }

  @Test func `the parts of several searches are merged search by search`() throws {
    let merged = try ExplorationFile.mergedByScenario([
      Self.file("2/2", scenario: "b", failures: ["x"]), Self.file("1/2", scenario: "a"),
      Self.file("1/2", scenario: "b", seen: ["connected", "suspended"]),
      Self.file("2/2", scenario: "a", seen: ["connected", "suspended"]),
    ])
    #expect(merged.map(\.scenario) == ["a", "b"])
    #expect(merged.map(\.result.verdict) == [.clean, .failed])
    let report = JUnitReport(merged).write()
    #expect(report.contains("<testsuite name=\"a\" tests=\"1\" failures=\"0\""))
    #expect(report.contains("<testsuite name=\"b\" tests=\"1\" failures=\"1\""))
    let error = #expect(throws: ExplorationFileError.self) {
      try ExplorationFile.mergedByScenario([
        Self.file("1/1", scenario: "a"), Self.file("1/2", scenario: "b"),
      ])
    }
    #expect(error?.description == "The part 2/2 of b is missing.")
  }

  @Test func `a file for build servers has a test case for each failure, with escaped text`() {
    let clean = Self.file("1/1", seen: ["connected", "suspended"])
    #expect(JUnitReport([clean]).write().contains("tests=\"1\" failures=\"0\""))
    let failed = Self.file("1/1", failures: ["a < b", "\"c\" & d"])
    let report = JUnitReport([failed]).write()
    #expect(report.contains("tests=\"2\" failures=\"2\""))
    #expect(
      report.contains("name=\"a &lt; b\"") && report.contains("name=\"&quot;c&quot; &amp; d\""))
    let unseen = JUnitReport([Self.file("1/1", seen: ["connected"])]).write()
    #expect(unseen.contains("name=\"sometimes: suspended\""))
  }
}
