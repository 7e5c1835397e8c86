import YobanExploration
import YobanSimulatedOS

extension NightPlan {
  /// The short night of three devices as a scenario of an exploration.
  ///
  /// In every run, no sample may be lost or stored twice, and each missing second must be reported with its
  /// true cause.
  public func exploration() -> Scenario {
    { explored in
      var plan = self
      plan.seed = explored.seed
      let run = try NightRun(plan, collector: MemoryCollector(), in: explored.world)
      let summary = try await run.runInWorld()
      guard Self.couldStore(explored.world) else { return }
      let problem = CrashPointSweep.problem(summary, in: run)
      // Without numbers, because they differ from run to run although the failure is the same.
      let sentence = problem.map {
        "the night is complete, but: \($0.replacing(/[0-9]+/, with: "N"))"
      }
      explored.check(sentence ?? "the night is complete", problem == nil)
    }
  }

  /// Whether every device had space for its samples. A device without space at the end cannot even store that
  /// they are missing, and an app that could not begin to record has told its user so.
  private static func couldStore(_ world: World) -> Bool {
    let isFull = world.devices.contains { $0.storage.free < enough }
    let isRefused = world.trace.events.contains { event in
      if let line = event.kind.output { line.hasPrefix("cannot ") } else { false }
    }
    return !isFull && !isRefused
  }

  /// In bytes; more than the night needs.
  private static let enough: Int64 = 100_000_000
}
