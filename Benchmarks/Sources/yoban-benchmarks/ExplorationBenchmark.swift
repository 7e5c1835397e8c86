import Foundation
import YobanExploration
import YobanNight
import YobanTesting

/// Measures the runs of an exploration, which plays thousands of small worlds: ten minutes of an app
/// with a chest strap, and a night of three minutes on three devices. It also measures what the runs
/// leave behind in the process and on the disk.
enum ExplorationBenchmark {
  private static let strapRuns = 600
  private static let nightRuns = 60
  private static let enduranceRuns = 5_000

  /// Ten minutes of one phone and one strap. The goal is 300 runs per CPU second.
  static func strap() async throws {
    let yardstick = Yardstick()
    yardstick.compare(
      try await measure("strap, 10 min, world only", runs: strapRuns) { seed in
        let world = try World(seed: seed)
        try await world.run { try await StrapScenario.play(in: world) }
        return world.simulation.workCount
      })
    yardstick.compare(
      try await measure("strap, 10 min, explored", runs: strapRuns) { seed in
        try await explore(Schedule(seed: seed))
      })
    yardstick.compare(
      try await measure("strap with a value each 10 s, 10 min, explored", runs: strapRuns) { seed in
        try await explore(Schedule(seed: seed), valueEach: .seconds(10))
      })
    yardstick.compare(
      try await measure("strap, 10 min, explored, killed and launched again", runs: strapRuns) {
        seed in
        try await explore(Schedule(seed: seed, faults: [StrapScenario.jetsam]))
      })
  }

  /// Three minutes of three devices that record and upload. The goal is 60 runs per CPU second.
  static func nights() async throws {
    Yardstick().compare(
      try await measure("night of 3 min, three devices", runs: nightRuns) { seed in
        let run = try NightRun(CrashPointSweep.plan(seed: seed), collector: MemoryCollector())
        let summary = try await run.run()
        precondition(summary.isComplete, "the night's account is not complete")
        return run.world.simulation.workCount
      })
  }

  /// Runs in which the app is killed, and what they leave behind. The goal is nothing.
  static func endurance() async throws {
    try await endure("killed and launched again", StrapScenario.jetsam, isBlocking: false)
    try await endure("killed in a blocking call", StrapScenario.jetsam, isBlocking: true)
  }

  /// Plays runs one after the other. The first few are not measured, because they load what all
  /// others use.
  private static func measure(
    _ name: String, runs: Int, _ play: (UInt64) async throws -> Int
  ) async throws -> RunCost {
    for seed in 1...5 { _ = try await play(UInt64(seed)) }
    let start = ResourceUse.now
    var events = 0
    for seed in 1...runs { events += try await play(UInt64(seed)) }
    return RunCost(name, runs: runs, events: events, from: start, to: .now)
  }

  /// Plays thousands of runs, and prints what they left behind.
  private static func endure(_ name: String, _ fault: Fault, isBlocking: Bool) async throws {
    _ = try await explore(Schedule(faults: [fault]), isBlocking: isBlocking)
    let start = ResourceUse.now
    print("\(enduranceRuns) runs, \(name): resident memory \(Int(start.resident)) MB at first")
    for part in 1...4 {
      for seed in 1...enduranceRuns / 4 {
        _ = try await explore(
          Schedule(seed: UInt64(part * enduranceRuns + seed), faults: [fault]),
          isBlocking: isBlocking)
      }
      let end = ResourceUse.now
      print(
        "  after \(part * enduranceRuns / 4): \(rounded(end.resident)) MB, \(end.threads - start.threads) threads, \(end.descriptors - start.descriptors) descriptors, \(end.folders - start.folders) folders of worlds more"
      )
    }
  }

  private static func explore(
    _ schedule: Schedule, isBlocking: Bool = false, valueEach interval: Duration = .seconds(1)
  ) async throws -> Int {
    let events = Box(0)
    let result = try await Explorer.play(
      { explored in
        explored.always("the phone is up") { explored.world.devices.allSatisfy(\.isUp) }
        try await StrapScenario.play(
          in: explored.world, isBlocking: isBlocking, valueEach: interval, explored)
        events.value = explored.world.simulation.workCount
      }, schedule)
    precondition(result.error == nil, "\(result.error ?? "")")
    precondition(result.happened.count == schedule.faults.count, "the fault did not happen")
    return events.value
  }
}

/// The CPU time of a million replacements in a plain heap, by which machines can be compared.
private struct Yardstick {
  private let seconds: Double

  init() {
    let clock = CPUClock()
    EngineBenchmark.heap(operations: 1_000_000)
    seconds = clock.seconds
    print("yardstick: a million replacements in a plain heap: \(rounded(seconds * 1000)) ms CPU")
  }

  func compare(_ cost: RunCost) {
    print("  ratio run / yardstick: \(rounded(cost.cpu / Double(cost.runs) / seconds))")
  }
}

/// Sendable: used by one run at a time.
private final class Box<Value>: @unchecked Sendable {
  var value: Value
  init(_ value: Value) { self.value = value }
}
