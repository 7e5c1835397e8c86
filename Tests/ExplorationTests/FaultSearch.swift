import Testing
import YobanTesting

@testable import YobanExploration

/// Searches with one kind of fault in an app with a mistake, where it must be found, and in the mended app.
///
/// - Parameters:
///   - broken: the sentence of the property that the mistake breaks.
///   - scenario: the scenario, with the mended app or with the other one.
func expectFound(
  _ kind: FaultKind, breaking broken: String, _ scenario: (_ isMended: Bool) -> Scenario
) async throws {
  var explorer = Explorer()
  explorer.kinds = [kind]
  explorer.depth = 1
  explorer.runsMax = 200
  let result = try await explorer.explore(scenario(false))
  #expect(result.baseline.failure == nil, "without a fault, nothing fails")
  let found = try #require(result.found.first)
  #expect(found.smallest.schedule.faults.map(\.kind) == [kind])
  let story = "\(try #require(found.story))"
  #expect(story.contains("This does not hold: \(broken)"), "\(story)")
  for rule in kind.rules { #expect(story.contains("\(rule) ("), "\(story)") }

  let mended = try await explorer.explore(scenario(true))
  #expect(mended.baseline.failure == nil && mended.found.isEmpty, "\(mended)")
  // It met the fault at more than one moment.
  #expect(mended.runs > 3)
}
