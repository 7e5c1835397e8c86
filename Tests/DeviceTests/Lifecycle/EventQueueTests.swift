import Testing
import YobanSimulatedDevices
import YobanTesting

/// Tests how elements are delivered from the system to an asynchronous sequence.
@Suite struct EventQueueTests {
  private final class Log: @unchecked SimulationConfined { var lines: [String] = [] }

  /// Runs a closure in virtual time.
  private func run(_ body: @escaping @Sendable (EventQueue<Int>, Log) async throws -> Void)
    async throws
    -> [String]
  {
    let log = Log()
    try await World().run { try await body(EventQueue<Int>(), log) }
    return log.lines
  }

  private static func words(_ element: Int?) -> String { element.map(String.init) ?? "end" }

  @Test func `elements that arrived before a request are delivered in order, then the end`()
    async throws
  {
    let lines = try await run { events, log in
      for number in 1...3 { events.give(number) }
      events.finish()
      events.give(4)  // too late
      for _ in 0..<5 { log.lines.append(Self.words(await events.take())) }
    }
    #expect(lines == ["1", "2", "3", "end", "end"])
  }

  @Test func `waiting tasks get one element each, in order`() async throws {
    let lines = try await run { events, log in
      for name in ["a", "b", "c"] {
        Task { log.lines.append("\(name) \(Self.words(await events.take()))") }
        try await Task.sleep(for: .seconds(1))
      }
      events.give(1)
      events.give(2)
      try await Task.sleep(for: .seconds(1))
      #expect(log.lines == ["a 1", "b 2"])
      events.finish()
      try await Task.sleep(for: .seconds(1))
    }
    #expect(lines == ["a 1", "b 2", "c end"])
  }

  @Test func `a canceled task takes no element from the others`() async throws {
    let lines = try await run { events, log in
      let first = Task { log.lines.append("first \(Self.words(await events.take()))") }
      try await Task.sleep(for: .seconds(1))
      Task { log.lines.append("second \(Self.words(await events.take()))") }
      try await Task.sleep(for: .seconds(1))
      first.cancel()
      try await Task.sleep(for: .seconds(1))
      events.give(1)
      try await Task.sleep(for: .seconds(1))
    }
    #expect(lines == ["first end", "second 1"])
  }

  @Test func `a task that was canceled before its request gets the end, and no element is lost`()
    async throws
  {
    let lines = try await run { events, log in
      events.give(1)
      let late = Task {
        try? await Task.sleep(for: .seconds(60))
        log.lines.append("late \(Self.words(await events.take()))")
      }
      try await Task.sleep(for: .seconds(1))
      late.cancel()
      try await Task.sleep(for: .seconds(1))
      log.lines.append(Self.words(await events.take()))
    }
    #expect(lines == ["late end", "1"])
  }
}
