import YobanSimulatedOS
import YobanVirtualTime

/// Leaves out the steps of a scenario that a failure does not need: devices that stay off, actions of the
/// user that do not take place, and times that pass faster.
///
/// A step is left out only if the run still fails in the same way, and if the scenario without this step
/// passes when no fault happens. Otherwise the step that is missing could be the reason of the failure: an
/// app that its user never opens records nothing.
struct StepReducer {
  /// Plays a schedule.
  let play: (Schedule) async throws -> RunResult
  /// The largest number of runs.
  let runsMax: Int

  /// The result of the reduction.
  struct Result {
    var run: RunResult
    var runs: Int
    /// Whether all steps were tried.
    var isMinimal: Bool
  }

  /// The times that are tried in place of a longer one, in milliseconds.
  private static let shorterWaits: [Int64] = [0, 1_000, 10_000, 60_000, 600_000, 3_600_000]
  /// The number of waits that are made shorter, the longest ones.
  private static let waitsMax = 8

  /// - Parameter run: a run that fails.
  func reduce(_ run: RunResult) async throws -> Result {
    var result = Result(run: run, runs: 0, isMinimal: true)
    guard let kind = run.failure?.kind, run.schedule.size > 0 else { return result }

    /// Returns whether the reductions were accepted; nil when no more runs are allowed.
    func accept(_ more: [ChoiceOverride]) async throws -> Bool? {
      guard result.runs + 2 <= runsMax else {
        result.isMinimal = false
        return nil
      }
      var smaller = result.run.schedule
      smaller.reductions += more
      result.runs += 1
      let shorter = try await play(smaller)
      guard shorter.failure?.kind == kind else { return false }
      var calm = smaller
      (calm.faults, calm.choices) = ([], [])
      result.runs += 1
      let without = try await play(calm)
      guard without.failure == nil, without.error == nil else { return false }
      result.run = shorter
      return true
    }

    var steps = Self.omissions(run.steps)
    var size = steps.count
    while size > 0 {
      var start = 0
      var hasChanged = false
      while start < steps.count {
        let chunk = start..<min(start + size, steps.count)
        guard let isAccepted = try await accept(Array(steps[chunk])) else { return result }
        if isAccepted {
          steps.removeSubrange(chunk)
          hasChanged = true
        } else {
          start += size
        }
      }
      // A step can be superfluous only after another one has been left out.
      if size == 1, hasChanged { continue }
      size /= 2
    }
    for wait in Self.waits(result.run.steps) {
      for value in Self.shorterWaits where value < wait.standard {
        guard let isAccepted = try await accept([ChoiceOverride(wait.place, value: value)]) else {
          return result
        }
        if isAccepted { break }
      }
    }
    return result
  }

  /// The omissions that are tried: devices first, then the user's actions from the last to the first.
  static func omissions(_ steps: [Choice]) -> [ChoiceOverride] {
    let (devices, others) = (
      steps.filter { $0.kind == ScenarioSteps.presence },
      steps.filter { $0.kind == ScenarioSteps.action }
    )
    return (devices + others.reversed()).filter { $0.value == $0.standard }.map {
      ChoiceOverride($0.place, value: 0)
    }
  }

  private static func waits(_ steps: [Choice]) -> [Choice] {
    Array(
      steps.filter {
        $0.kind == ScenarioSteps.wait && $0.value == $0.standard
      }.sorted { ($0.standard, $0.place.number) > ($1.standard, $1.place.number) }
        .prefix(waitsMax))
  }
}
