import Foundation
import YobanVirtualTime

/// Searches for a schedule of faults with which a scenario fails, and makes it small.
public struct Explorer: Sendable {
  /// The number of runs after which the search ends; more than 0.
  public var runsMax = 2_000
  /// The time after which the search ends, in real time.
  public var timeMax = Duration.seconds(120)
  /// The largest number of faults in one run.
  public var depth = 3
  /// The faults that may happen.
  public var kinds = FaultKind.allCases
  /// The seed of the world without faults, and of the choices of the search.
  public var seed: UInt64 = 1
  /// The number of runs at the same time. The result does not depend on it.
  public var jobs = ProcessInfo.processInfo.activeProcessorCount
  /// The largest number of runs to make a schedule smaller.
  public var shrinkRunsMax = 500
  /// Called with the number of runs after each batch.
  public var onProgress: (@Sendable (Int) -> Void)?

  public init() {}

  /// Runs a scenario once with a schedule.
  ///
  /// - Throws: an error of the simulation.
  public static func play(
    _ scenario: @escaping Scenario, _ schedule: Schedule
  ) async throws -> RunResult {
    try await ExplorationRun(schedule).run(scenario)
  }

  /// Searches until a run fails, or until the runs or the time are used up.
  ///
  /// - Throws: an error of the simulation.
  public func explore(_ scenario: @escaping Scenario) async throws -> ExplorationResult {
    let start = ContinuousClock.now
    let baseline = try await Self.play(scenario, Schedule(seed: seed))
    var result = ExplorationResult(baseline: baseline)
    if baseline.failure != nil || baseline.error != nil {
      result.seconds = start.duration(to: .now).seconds
      return result
    }
    var search = Search(baseline: baseline, kinds: kinds, depth: depth, seed: seed)
    result.singleFaults = search.singleCount
    while result.runs < runsMax, start.duration(to: .now) < timeMax {
      let batch = (0..<min(jobs * 8, runsMax - result.runs)).map { _ in
        let schedule = search.next()
        return (schedule, search.phase)
      }
      let runs = try await play(scenario, batch.map(\.0))
      for (i, run) in runs.enumerated() {
        result.runs += 1
        result.seen.formUnion(run.seen)
        if run.failure != nil {
          result.found = try await shrink(run, scenario)
          result.found?.phase = batch[i].1.rawValue
          result.found?.runsToFailure = result.runs
          result.seconds = start.duration(to: .now).seconds
          return result
        }
        search.passed(run)
      }
      onProgress?(result.runs)
    }
    result.seconds = start.duration(to: .now).seconds
    return result
  }

  /// Runs schedules at the same time, and returns their results in the order of the schedules.
  private func play(
    _ scenario: @escaping Scenario, _ schedules: [Schedule]
  ) async throws -> [RunResult] {
    try await withThrowingTaskGroup(of: (Int, RunResult).self) { group in
      var results: [Int: RunResult] = [:]
      var next = 0
      func add() {
        guard next < schedules.count else { return }
        let (number, schedule) = (next, schedules[next])
        next += 1
        group.addTask {
          (number, try await Self.play(scenario, schedule))
        }
      }
      for _ in 0..<max(1, jobs) { add() }
      while let (number, result) = try await group.next() {
        results[number] = result
        add()
      }
      return schedules.indices.map { results[$0]! }
    }
  }

  private func shrink(
    _ run: RunResult, _ scenario: @escaping Scenario
  ) async throws -> FoundFailure {
    let kind = run.failure!.kind
    let shrinker = Shrinker(
      fails: {
        try await Self.play(scenario, $0).failure?.kind == kind
      }, runsMax: shrinkRunsMax)
    let shrunk = try await shrinker.shrink(run.schedule)
    let smallest = try await Self.play(scenario, shrunk.schedule)
    return FoundFailure(
      first: run, smallest: smallest, shrinkRuns: shrunk.runs, isMinimal: shrunk.isMinimal)
  }
}

/// The result of an exploration.
public struct ExplorationResult: Sendable {
  /// The run without faults. If it failed, nothing was searched.
  public var baseline: RunResult
  /// The number of runs with faults, without those that made the schedule smaller.
  public var runs = 0
  /// The number of single faults that the search tries.
  public var singleFaults = 0
  /// The first failure; nil if there was none.
  public var found: FoundFailure?
  /// The sentences of `sometimes` that were true in a run.
  public var seen: Set<String>
  /// Real time, in seconds.
  public var seconds = 0.0

  init(baseline: RunResult) {
    self.baseline = baseline
    seen = baseline.seen
  }

  /// The sentences of `sometimes` that were true in no run.
  public var unseen: [String] { baseline.hoped.filter { !seen.contains($0) } }
}

/// A failure, with the smallest schedule that shows it.
public struct FoundFailure: Sendable {
  /// The run in which it was found.
  public var first: RunResult
  /// The run with the smallest schedule.
  public var smallest: RunResult
  /// The number of runs that made the schedule smaller.
  public var shrinkRuns: Int
  /// Whether the schedule fails no longer with any fault less, any weaker one or any simpler anchor.
  public var isMinimal: Bool
  /// The part of the search that found it: `single`, `pair` or `swarm`.
  public var phase = ""
  /// The number of runs until the failure, with its own.
  public var runsToFailure = 0
}
