import YobanSimulatedOS
import YobanVirtualTime

/// Searches for a schedule of faults with which a scenario fails, and makes it small.
public struct Explorer: Sendable {
  /// The number of runs after which the search ends; more than 0.
  public var runsMax = 2_000
  /// The real time after which the search ends; without one, only the number of runs ends it, so that a
  /// slow machine finds the same. Making a schedule smaller and explaining it comes on top.
  public var timeMax: Duration?
  /// The number of different failures after which the search ends; more than 0.
  public var failuresMax = 1
  /// The largest number of faults in one run.
  public var depth = 3
  /// The faults that may happen. Default: those that every app should survive; see
  /// `FaultKind.Trait.optional`.
  public var kinds = FaultKind.usual
  /// The seed of the world without faults, and of the choices of the search.
  public var seed: UInt64 = 1
  /// The part of the search that this exploration does.
  public var shard = Shard.whole
  /// The largest number of runs to make a schedule smaller.
  public var shrinkRunsMax = 500
  /// Whether each failure is explained, which takes up to 100 further runs for each fault.
  public var explains = true
  /// The schedules to run first, such as those that failed in an earlier exploration.
  public var known: [Schedule] = []
  /// Called after each run.
  public var onProgress: (@Sendable (ExplorationProgress) -> Void)?

  public init() {}

  /// Runs a scenario once with a schedule, in this process.
  public static func play(
    _ scenario: @escaping Scenario, _ schedule: Schedule
  ) async throws -> RunResult {
    try await InProcessRunner(scenario).run(RunRequest(schedule, .places))
  }

  /// The number of schedules that are proposed before the results of the first of them are known. It does
  /// not depend on the number of cores, so that the search is the same on every machine.
  private static let ahead = 32

  /// Searches until enough runs fail, or until the runs or the time are used up.
  ///
  /// - Throws: an error of the runner.
  public func explore(with runner: any ScheduleRunner) async throws -> ExplorationResult {
    let start = ContinuousClock.now
    let baseline = try await runner.run(RunRequest(Schedule(seed: seed), .places))
    var result = ExplorationResult(baseline: baseline, shard: shard)
    // A scenario that fails without faults has a bug that no search has to find.
    guard baseline.failure == nil, baseline.error == nil else {
      if explains, baseline.failure != nil {
        result.withoutFaults = try await Self.explained(baseline, with: runner)
      }
      result.seconds = start.duration(to: .now).seconds
      return result
    }
    var search = Search(
      baseline: baseline, kinds: kinds, depth: depth, seed: seed, shard: shard, known: known)
    result.reach.singles = search.singleCount
    result.reach.depth = depth
    var failures: [RunFailure.Kind: (run: RunResult, phase: Search.Phase, number: Int)] = [:]
    var order: [RunFailure.Kind] = []
    try await withThrowingTaskGroup(of: (Int, RunResult).self) { group in
      var proposals: [(schedule: Schedule, phase: Search.Phase)] = []
      var (started, applied) = (0, 0)
      var results: [Int: RunResult] = [:]
      func isTimeUp() -> Bool { timeMax.map { start.duration(to: .now) >= $0 } ?? false }
      func propose() {
        // The time does not cut off the failures that are known, nor a first run.
        let isNeeded = proposals.count <= known.count
        guard proposals.count < max(runsMax, known.count),
          isNeeded || !isTimeUp()
        else { return }
        let schedule = search.next()
        proposals.append((schedule, search.phase))
      }
      func startRuns() {
        while started < proposals.count, started - applied - results.count < runner.jobs {
          let (number, schedule) = (started, proposals[started].schedule)
          started += 1
          group.addTask {
            (number, try await runner.run(RunRequest(schedule, schedule.size == 1 ? .places : [])))
          }
        }
      }
      for _ in 0..<Self.ahead { propose() }
      startRuns()
      while let (number, run) = try await group.next() {
        results[number] = run
        // In the order of the proposals, so that the search does not depend on which run ends first.
        while order.count < failuresMax, let run = results.removeValue(forKey: applied) {
          result.add(run, proposals[applied].phase)
          if let kind = run.failure?.kind {
            if failures[kind] == nil {
              failures[kind] = (run, proposals[applied].phase, applied + 1)
              order.append(kind)
            }
          } else {
            search.passed(run)
          }
          applied += 1
          propose()
        }
        onProgress?(
          ExplorationProgress(
            runs: result.runs, failures: order.count, time: start.duration(to: .now)))
        let isOver = applied > known.count && isTimeUp()
        if order.count >= failuresMax || isOver {
          group.cancelAll()
          break
        }
        startRuns()
      }
    }
    result.seconds = start.duration(to: .now).seconds
    result.reach.pairsLeft = search.pairCount
    for kind in order {
      let (run, phase, number) = failures[kind]!
      var found = try await shrink(run, runner)
      (found.phase, found.runsToFailure) = (phase.rawValue, number)
      if explains { found.story = try await Explainer(runner: runner).explain(found) }
      result.found.append(found)
    }
    return result
  }

  /// Explains a run that fails, without making its schedule smaller.
  ///
  /// - Throws: an error of the runner.
  public static func explained(
    _ run: RunResult, with runner: any ScheduleRunner
  ) async throws -> FoundFailure {
    var found = FoundFailure(first: run, smallest: run, shrinkRuns: 0, isMinimal: false)
    found.story = try await Explainer(runner: runner).explain(found)
    return found
  }

  /// Returns a failure as one HTML page: the story, and the run beside the nearest one that passes.
  ///
  /// - Throws: an error of the runner.
  public static func page(
    of found: FoundFailure, with runner: any ScheduleRunner
  ) async throws -> String? {
    guard let story = found.story else { return nil }
    guard !story.events.isEmpty else { return story.page }
    let failing = try await runner.run(RunRequest(story.schedule, .page)).page
    var passing: String?
    if let nearest = story.nearest {
      passing = try await runner.run(RunRequest(nearest.schedule, .page)).page
    }
    return StoryPage(story: story, failingPage: failing, passingPage: passing).write()
  }

  /// Searches in this process.
  ///
  /// - Throws: an error of the simulation.
  public func explore(_ scenario: @escaping Scenario) async throws -> ExplorationResult {
    try await explore(with: InProcessRunner(scenario))
  }

  /// Makes the faults smaller and leaves out steps of the scenario, in turn until neither changes anything.
  private func shrink(
    _ run: RunResult, _ runner: any ScheduleRunner
  ) async throws -> FoundFailure {
    let kind = run.failure!.kind
    var found = FoundFailure(first: run, smallest: run, shrinkRuns: 0, isMinimal: true)
    while true {
      let shrinker = Shrinker(
        fails: { try await runner.run(RunRequest($0)).failure?.kind == kind },
        runsMax: shrinkRunsMax - found.shrinkRuns, apps: run.targets.apps,
        kinds: Set(kinds),
        nearest: Dictionary(
          run.happened.compactMap { one in one.nearest.map { (one.fault.anchor, $0) } },
          uniquingKeysWith: { first, _ in first }))
      let shrunk = try await shrinker.shrink(found.smallest.schedule)
      found.shrinkRuns += shrunk.runs
      let reducer = StepReducer(
        play: { try await runner.run(RunRequest($0)) }, runsMax: shrinkRunsMax - found.shrinkRuns)
      let reduced = try await reducer.reduce(try await runner.run(RunRequest(shrunk.schedule)))
      found.shrinkRuns += reduced.runs
      found.isMinimal = shrunk.isMinimal && reduced.isMinimal
      found.smallest = reduced.run
      let isChanged = reduced.run.schedule != shrunk.schedule
      guard isChanged, found.isMinimal else { return found }
    }
  }
}

/// The progress of an exploration.
public struct ExplorationProgress: Sendable, Hashable {
  /// The number of runs with faults so far.
  public var runs: Int
  /// The number of different failures so far.
  public var failures: Int
  /// The real time since the start.
  public var time: Duration

  public var runsPerSecond: Double { Double(runs) / max(0.001, time.seconds) }
}
