import Foundation
import Testing

@testable import YobanExploration
@testable import YobanTesting

@Suite struct ExplorationEnvironmentTests {
  @Test func `without variables an exploration keeps the settings of its test`() throws {
    let environment = try ExplorationEnvironment([:])
    var explorer = Explorer()
    explorer.runsMax = 7
    explorer.timeMax = .seconds(8)
    environment.apply(to: &explorer)
    #expect(explorer.runsMax == 7 && explorer.timeMax == .seconds(8))
    #expect(explorer.shard == .whole && environment.results == nil)
  }

  @Test func `the variables replace the budget and choose a part`() throws {
    let environment = try ExplorationEnvironment([
      "YOBAN_EXPLORE_SHARD": "3/16", "YOBAN_EXPLORE_RUNS": "20000", "YOBAN_EXPLORE_TIME": "1800",
    ])
    var explorer = Explorer()
    environment.apply(to: &explorer)
    #expect(explorer.shard == Shard(3, of: 16))
    #expect(explorer.runsMax == 20_000 && explorer.timeMax == .seconds(1800))
  }

  @Test(arguments: [
    ("YOBAN_EXPLORE_SHARD", "17/16"), ("YOBAN_EXPLORE_SHARD", ""), ("YOBAN_EXPLORE_RESULTS", ""),
    ("YOBAN_EXPLORE_RUNS", "0"), ("YOBAN_EXPLORE_RUNS", "many"),
    ("YOBAN_EXPLORE_TIME", "-1"), ("YOBAN_EXPLORE_TIME", "99999999999999999999"),
  ])
  func `a value that cannot be used is an error that names it`(name: String, value: String) {
    let error = #expect(throws: ExplorationEnvironmentError.self) {
      try ExplorationEnvironment([name: value])
    }
    #expect(error?.description.contains("\(name) is \"\(value)\"") == true)
  }

  @Test func `the parts that jobs write are merged to one result`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(component: "\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = RunResult(
      schedule: Schedule(seed: 1), failure: nil, happened: [], places: [], findings: [],
      seen: [], hoped: [], digest: "d", error: nil, targets: .init())
    for part in ["1/2", "2/2"] {
      let environment = try ExplorationEnvironment([
        "YOBAN_EXPLORE_SHARD": part, "YOBAN_EXPLORE_RESULTS": folder.path + "/results",
      ])
      let result = ExplorationResult(baseline: run, shard: environment.shard)
      try environment.write(
        ExplorationFile(scenario: "Night/one", seed: 1, result: result), named: "Night-one")
    }
    let results = folder.appending(component: "results")
    let names = try FileManager.default.contentsOfDirectory(atPath: results.path).sorted()
    #expect(names == ["Night-one-1-of-2.json", "Night-one-2-of-2.json"])
    let files = try names.map {
      try ExplorationFile(Data(contentsOf: results.appending(component: $0)), name: $0)
    }
    #expect(try ExplorationFile.merged(files).result.verdict == .clean)
  }
}
