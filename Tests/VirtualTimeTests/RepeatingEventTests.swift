import Testing

@testable import YobanVirtualTime

/// A repeating event with a fixed interval in nanoseconds that records the moments at which it
/// fires.
private final class Ticks: RepeatingEvent, @unchecked SimulationConfined {
  private let interval: Int64
  private var next: Int64
  private(set) var moments: [Int64] = []
  var onTick: (Ticks) -> Void = { _ in }

  init(every interval: Int64, in process: SimulatedProcess) {
    self.interval = interval
    next = process.simulation.now.nanoseconds + interval
    super.init(in: process)
  }

  override func firstMoment() -> Int64 { next }
  override func advance(at now: Int64) -> Int64 {
    next = max(next, now) + interval
    return next
  }
  override func fire(at now: Int64) {
    moments.append(now)
    onTick(self)
  }
}

@Suite struct RepeatingEventTests {
  private static func run(
    _ body: @escaping @Sendable (Simulation, SimulatedProcess) async throws -> Void
  ) async throws {
    let simulation = Simulation(seed: 1)
    try await simulation.run {
      try await body(simulation, simulation.makeProcess(named: "app"))
    }
  }

  @Test func `a repeating event fires at its moments until it ends, in order with other events`()
    async throws
  {
    try await Self.run { simulation, process in
      let (a, b) = (Ticks(every: 10, in: process), Ticks(every: 15, in: process))
      nonisolated(unsafe) var order: [String] = []
      a.onTick = { _ in order.append("a\(simulation.now.nanoseconds)") }
      b.onTick = { _ in order.append("b\(simulation.now.nanoseconds)") }
      a.begin()
      b.begin()
      simulation.schedule(at: VirtualInstant(nanoseconds: 30)) { order.append("call30") }
      try await Task.sleep(for: .nanoseconds(46))
      a.end()
      b.end()
      try await Task.sleep(for: .nanoseconds(100))
      // At 30: the call was scheduled first, then the third firing of b (at 15), then that of a (at
      // 20).
      #expect(order == ["a10", "b15", "a20", "call30", "b30", "a30", "a40", "b45"])
    }
  }

  @Test func `an event scheduled for the same moment as the next firing runs after it`()
    async throws
  {
    try await Self.run { simulation, process in
      let ticks = Ticks(every: 10, in: process)
      nonisolated(unsafe) var order: [String] = []
      ticks.onTick = { ticks in
        order.append("tick")
        let next = VirtualInstant(nanoseconds: simulation.now.nanoseconds + 10)
        if ticks.moments.count == 1 { simulation.schedule(at: next) { order.append("call") } }
      }
      ticks.begin()
      try await Task.sleep(for: .nanoseconds(25))
      ticks.end()
      #expect(order == ["tick", "tick", "call"])
    }
  }

  @Test func `a repeating event can end itself, and begin others, while it fires`() async throws {
    try await Self.run { simulation, process in
      let first = Ticks(every: 10, in: process)
      nonisolated(unsafe) var others: [Ticks] = []
      first.onTick = { ticks in
        ticks.end()
        for interval in [3, 4] as [Int64] {
          let other = Ticks(every: interval, in: process)
          others.append(other)
          other.begin()
        }
      }
      first.begin()
      try await Task.sleep(for: .nanoseconds(21))
      #expect(first.moments == [10])
      #expect(others.map(\.moments) == [[13, 16, 19], [14, 18]])
      for other in others { other.end() }
      // The slots of the ended events are used again.
      let last = Ticks(every: 5, in: process)
      last.begin()
      try await Task.sleep(for: .nanoseconds(11))
      last.end()
      #expect(last.moments.map { $0 - 21 } == [5, 10])
    }
  }

  @Test func `in a frozen process a repeating event fires once, late; in a dead process never`()
    async throws
  {
    try await Self.run { simulation, process in
      let ticks = Ticks(every: 10, in: process)
      ticks.begin()
      try await Task.sleep(for: .nanoseconds(25))
      process.freeze()
      try await Task.sleep(for: .nanoseconds(100))
      #expect(ticks.moments == [10, 20])
      process.thaw()
      try await Task.sleep(for: .nanoseconds(12))
      #expect(ticks.moments == [10, 20, 125, 135])
      process.kill()
      try await Task.sleep(for: .nanoseconds(100))
      #expect(ticks.moments == [10, 20, 125, 135])
      ticks.end()
    }
  }

  @Test func `a repeating event that ended while its process was frozen does not fire`()
    async throws
  {
    try await Self.run { simulation, process in
      let ticks = Ticks(every: 10, in: process)
      ticks.begin()
      process.freeze()
      try await Task.sleep(for: .nanoseconds(50))
      ticks.end()
      process.thaw()
      try await Task.sleep(for: .nanoseconds(50))
      #expect(ticks.moments == [])
    }
  }

  @Test
  func `a repeating event may begin again, before or after its end, and fires once per interval`()
    async throws
  {
    try await Self.run { simulation, process in
      let ticks = Ticks(every: 10, in: process)
      ticks.begin()
      ticks.begin()
      try await Task.sleep(for: .nanoseconds(25))
      #expect(ticks.moments == [10, 20])
      ticks.end()
      try await Task.sleep(for: .nanoseconds(20))
      ticks.begin()
      // Its next moment, 30, has passed, so it fires at once.
      try await Task.sleep(for: .nanoseconds(15))
      #expect(ticks.moments == [10, 20, 45, 55])
      ticks.end()
    }
  }

  @Test func `a repeating event that began again while its process was frozen fires once`()
    async throws
  {
    try await Self.run { simulation, process in
      let ticks = Ticks(every: 10, in: process)
      ticks.begin()
      try await Task.sleep(for: .nanoseconds(5))
      process.freeze()
      // It is due at 10 and delayed until the process runs again.
      try await Task.sleep(for: .nanoseconds(10))
      ticks.end()
      ticks.begin()
      ticks.begin()
      try await Task.sleep(for: .nanoseconds(10))
      process.thaw()
      try await Task.sleep(for: .nanoseconds(1))
      #expect(ticks.moments == [25])
      try await Task.sleep(for: .nanoseconds(10))
      #expect(ticks.moments == [25, 35])
      ticks.end()
    }
  }

  @Test func `a repeating event that begins again while it fires uses its first moment`()
    async throws
  {
    try await Self.run { simulation, process in
      let ticks = Ticks(every: 10, in: process)
      ticks.onTick = { $0.begin() }
      ticks.begin()
      try await Task.sleep(for: .nanoseconds(35))
      ticks.end()
      #expect(ticks.moments == [10, 20, 30])
    }
  }

  @Test(arguments: UInt64(1)...20)
  func `many repeating events keep the order of (deadline, sequence)`(_ seed: UInt64) async throws {
    try await Self.run { simulation, process in
      var random = RandomStream(seed: seed, name: "ticks")
      nonisolated(unsafe) var seen: [Int64] = []
      var all: [Ticks] = []
      for _ in 0..<30 {
        let ticks = Ticks(every: 1 + Int64(random.next(below: 40)), in: process)
        ticks.onTick = { _ in seen.append(simulation.now.nanoseconds) }
        ticks.begin()
        all.append(ticks)
      }
      for _ in 0..<20 {
        try await Task.sleep(for: .nanoseconds(17))
        all.remove(at: Int(random.next(below: UInt64(all.count)))).end()
      }
      #expect(seen == seen.sorted() && seen.count > 100)
      for ticks in all {
        let steps = zip(ticks.moments.dropFirst(), ticks.moments).map { $0 - $1 }
        #expect(Set(steps).count == 1)
        ticks.end()
      }
    }
  }
}
