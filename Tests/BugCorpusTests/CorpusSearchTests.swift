import Testing
import YobanExploration
import YobanTesting

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

/// Searches for the bugs of the corpus with faults at bad moments.
///
/// The other bugs of the corpus need kinds of faults or a freedom of the system that the search does not
/// have yet, or more runs than a test should take.
@Suite(.serialized) struct CorpusSearchTests {
  private static let found: [KnownBug] = [
    .invalidPeripheral, .peripheralNotHeld, .delegateSetToNil, .notSubscribedAgain,
    .canceledByForceQuit, .completionWithoutHandler, .acknowledgedTooEarly, .storageReset,
    .lockedDatabase, .defaultsOverwritten, .lockAtSuspension, .absolutePath, .clockSetBack,
    .noSpaceLeft,
  ]

  private static func explorer(runs: Int) -> Explorer {
    var explorer = Explorer()
    explorer.runsMax = runs
    // The number of runs ends the search, so that it does not depend on the speed of the machine.
    explorer.timeMax = .seconds(86_400)
    explorer.explains = false
    return explorer
  }

  @Test(arguments: found.indices)
  func `a single fault shows the bug, and its schedule plays the same run again`(_ index: Int)
    async throws
  {
    let bug = Self.found[index]
    let scenario = bug.scenario(.faulty)
    let result = try await Self.explorer(runs: 600).explore(scenario)
    #expect(result.baseline.failure == nil)
    let found = try #require(
      result.found.first, "nothing found for \(bug.name) in \(result.runs) runs")
    #expect(found.smallest.schedule.faults.count == 1, "\(found.smallest.schedule)")
    #expect(found.isMinimal)
    let schedule = try #require(Schedule("\(found.smallest.schedule)"))
    let again = try await Explorer.play(scenario, schedule)
    #expect(again.failure == found.smallest.failure)
    #expect(again.digest == found.smallest.digest)
  }

  /// The first faults of the search show most of the bugs above; the mended apps hold in all of them.
  @Test(arguments: KnownBug.controls + found.filter { $0.name != "CompletionWithoutHandler" })
  func `nothing is found in a mended app and in the control`(_ bug: KnownBug) async throws {
    let result = try await Self.explorer(runs: 64).explore(bug.scenario(.mended))
    #expect(result.found.isEmpty, "\(result)")
    #expect(result.runs == 64)
  }
}
