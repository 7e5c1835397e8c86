import YobanTesting
import YobanVirtualTime

/// Measures the number of events that the engine handles per second of CPU time, with 1,000 pending
/// timers. The yardstick is a binary heap of plain numbers with the same number of operations.
enum EngineBenchmark {
  private static let timers = 1000
  private static let events = 6_000_000

  static func run() async throws {
    let simulation = Simulation(seed: 1)
    let clock = CPUClock()
    try await simulation.run {
      let counter = Counter(simulation, limit: events)
      for i in 0..<timers {
        simulation.schedule(at: .start + .microseconds(i), counter, i)
      }
      try await counter.finished()
    }
    let engine = clock.seconds
    let yardstick = CPUClock()
    heap(operations: events)
    report("engine, \(timers) timers pending", operations: events, seconds: engine, unit: "events")
    report(
      "  yardstick: plain heap", operations: events, seconds: yardstick.seconds, unit: "events")
    print("  ratio engine / yardstick: \(rounded(engine / yardstick.seconds))")
  }

  private final class Counter: EventSink, @unchecked SimulationConfined {
    let simulation: Simulation
    var left: Int
    init(_ simulation: Simulation, limit: Int) { (self.simulation, left) = (simulation, limit) }

    func handleEvent(_ number: Int) {
      left -= 1
      if left > 0 { simulation.schedule(at: simulation.now + .milliseconds(1), self, number) }
    }

    func finished() async throws { while left > 0 { try await Task.sleep(for: .seconds(1)) } }
  }

  /// Replaces the smallest key of a plain binary heap as many times.
  static func heap(operations: Int) {
    var keys = (0..<timers).map { $0 }
    var sum = 0
    for _ in 0..<operations {
      sum &+= keys[0]
      let key = keys[0] + 1000
      var hole = 0
      while true {
        var child = 2 * hole + 1
        guard child < keys.count else { break }
        if child + 1 < keys.count, keys[child + 1] < keys[child] { child += 1 }
        guard keys[child] < key else { break }
        keys[hole] = keys[child]
        hole = child
      }
      keys[hole] = key
    }
    precondition(sum != 0)
  }
}
