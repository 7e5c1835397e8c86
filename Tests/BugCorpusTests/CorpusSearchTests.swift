import Testing
import YobanTesting

@testable import YobanExploration

extension KnownBug {
  /// The entry's world, property and scenario, for an exploration.
  func scenario(_ variant: Variant) -> Scenario {
    { explored in
      let stage = try build(explored.world, variant)
      let (sentence, holds) = (property.sentence, property.holds)
      if property.patience == .zero {
        explored.always(sentence) { holds(stage) }
      } else {
        explored.eventually(within: property.patience, sentence) { holds(stage) }
      }
      try await scenario(stage)
    }
  }
}

/// Searches for the bugs of the corpus with the settings of a default exploration.
@Suite(.serialized) struct CorpusSearchTests {
  private static let bugs = KnownBug.all + KnownBug.others

  @Test(arguments: bugs)
  func `every bug is found, its story shows it, and its smallest schedule plays the same run again`(
    _ bug: KnownBug
  ) async throws {
    let scenario = bug.scenario(.faulty)
    let result = try await Explorer().explore(scenario)
    #expect(result.baseline.failure == nil)
    let found = try #require(
      result.found.first, "nothing found for \(bug.name) in \(result.runs) runs")
    #expect(found.smallest.schedule.size <= 2, "\(found.smallest.schedule)")
    #expect(found.isMinimal)
    let story = try #require(found.story)
    let clue = try #require(bug.clue)
    #expect(story.lines.contains { $0.text.contains(clue) }, "\(story)")
    let schedule = try #require(Schedule("\(found.smallest.schedule)"))
    let again = try await Explorer.play(scenario, schedule)
    #expect(again.failure == found.smallest.failure)
    #expect(again.digest == found.smallest.digest)
    // The run is the same when the calls of the app are noted, which count among its events.
    let noted = try await InProcessRunner(scenario).run(RunRequest(schedule, .events))
    #expect(noted.failure?.kind == again.failure?.kind)
    #expect(noted.failure?.instant == again.failure?.instant)
    #expect(noted.digest == again.digest)
  }

  /// Four machines that share a search have its budget together. Each writes a file, and the files are merged.
  @Test(arguments: KnownBug.all.prefix(6))
  func `four parts of a search find, shrink and tell one fault as one search does`(
    _ bug: KnownBug
  ) async throws {
    let scenario = bug.scenario(.faulty)
    var explorer = Explorer()
    let whole = try await explorer.explore(scenario)
    explorer.runsMax = (whole.runs + 3) / 4
    var files: [ExplorationFile] = []
    for number in 1...4 {
      explorer.shard = Shard(number, of: 4)!
      let part = try await explorer.explore(scenario)
      let file = ExplorationFile(scenario: bug.name, seed: explorer.seed, result: part)
      files.append(try ExplorationFile(file.write(), name: "\(number).json"))
    }
    let merged = try ExplorationFile.merged(files.shuffled()).result
    #expect(whole.found.first?.phase == "single")
    let (found, expected) = (try #require(merged.found.first), try #require(whole.found.first))
    #expect(found.smallest.schedule == expected.smallest.schedule)
    #expect(found.smallest.failure == expected.smallest.failure)
    #expect(found.story?.lines == expected.story?.lines)
    #expect(merged.found.count == 1)
    #expect(merged.reach.singles == whole.reach.singles)
  }

  @Test(arguments: KnownBug.withoutFaults)
  func `a bug that needs no fault fails the run without faults, with a story that shows it`(
    _ bug: KnownBug
  ) async throws {
    let result = try await Explorer().explore(bug.scenario(.faulty))
    #expect(result.baseline.failure != nil)
    let story = try #require(result.withoutFaults?.story)
    let clue = try #require(bug.clue)
    #expect(story.lines.contains { $0.text.contains(clue) }, "\(story)")
  }

  /// More than 10,000 runs together.
  private static let runsOfMended = 220
  private static let mended = bugs + KnownBug.withoutFaults + KnownBug.controls

  @Test func `the mended apps and the control are played more than 10,000 times in all`() {
    #expect(Self.mended.count * Self.runsOfMended > 10_000)
  }

  @Test(arguments: mended)
  func `nothing is found in a mended app and in the control`(_ bug: KnownBug) async throws {
    var explorer = Explorer()
    explorer.runsMax = Self.runsOfMended
    let result = try await explorer.explore(bug.scenario(.mended))
    #expect(result.found.isEmpty, "\(result)")
    #expect(result.baseline.failure == nil)
    #expect(result.runs == Self.runsOfMended)
  }
}
