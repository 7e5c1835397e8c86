import Dispatch
import Foundation
import Testing
import YobanVirtualTime

@Suite struct ProcessTests {
  /// Logs a counter once a second in an endless loop, as in experiment E0 (`LifecycleApp`).
  private static func tick(_ log: Log) {
    DispatchQueue.global().async {
      for i in 0... {
        log("tick \(i)")
        Thread.sleep(forTimeInterval: 1)
      }
    }
  }

  @Test
  func `a frozen process runs nothing, and continues in the middle of a loop when thawed (L7)`()
    async throws
  {
    let lines = try await simulate { log in
      let process = Simulation.current!.makeProcess(named: "app")
      process.onMain { Self.tick(log) }
      try await Task.sleep(for: .milliseconds(2500))
      process.freeze()
      try await Task.sleep(for: .seconds(100))
      log("thaw")
      process.thaw()
      try await Task.sleep(for: .milliseconds(1800))
    }
    #expect(
      lines == [
        "0.0 tick 0", "1.0 tick 1", "2.0 tick 2", "102.5 thaw", "102.5 tick 3", "103.5 tick 4",
      ])
  }

  @Test func `an immediate task continues in its own process if another one resumes it`()
    async throws
  {
    let lines = try await simulate { log in
      let (first, second) = (
        Simulation.current!.makeProcess(named: "first"),
        Simulation.current!.makeProcess(named: "second")
      )
      let (values, continuation) = AsyncStream.makeStream(of: Int.self)
      first.onMain {
        Task.immediate {
          for await value in values {
            log("\(value) in \(Simulation.current!.currentProcess!.name)")
          }
        }
      }
      try await Task.sleep(for: .seconds(1))
      second.onMain { continuation.yield(1) }
      try await Task.sleep(for: .seconds(1))
      second.kill()
      continuation.yield(2)
      try await Task.sleep(for: .seconds(1))
    }
    #expect(lines == ["1.0 1 in first", "2.0 2 in first"])
  }

  static let deadlines: [(String, @Sendable (Log) -> Void)] = [
    (
      "Task.sleep",
      { log in
        Task {
          try await Task.sleep(for: .seconds(5))
          log("late")
        }
      }
    ),
    ("asyncAfter", { log in DispatchQueue.main.asyncAfter(deadline: .now() + 5) { log("late") } }),
    (
      "Timer",
      { log in _ = Timer.scheduledTimer(withTimeInterval: 5, repeats: false) { _ in log("late") } }
    ),
    (
      "main actor sleep",
      { log in
        Task { @MainActor in
          try await Task.sleep(for: .seconds(5))
          log("late")
        }
      }
    ),
    (
      "timer source",
      { log in
        let source = DispatchSource.makeTimerSource()
        source.setEventHandler {
          log("late")
          source.cancel()
        }
        source.schedule(deadline: .now() + 5, repeating: 5)
        source.resume()
      }
    ),
  ]

  @Test(arguments: deadlines.indices)
  func `deadlines that pass while a process is frozen fire once, late, when it is thawed`(
    _ index: Int
  ) async throws {
    let lines = try await simulate { log in
      let process = Simulation.current!.makeProcess(named: "app")
      process.onMain { Self.deadlines[index].1(log) }
      try await Task.sleep(for: .seconds(1))
      process.freeze()
      try await Task.sleep(for: .seconds(60))
      process.thaw()
      try await Task.sleep(for: .seconds(1))
    }
    #expect(lines == ["61.0 late"], "\(Self.deadlines[index].0)")
  }

  @Test func `a killed process never runs again and releases its objects`() async throws {
    final class Delegate: @unchecked SimulationConfined {
      let log: Log
      init(_ log: Log) { self.log = log }
      deinit { log("delegate released") }
    }
    let lines = try await simulate { log in
      let process = Simulation.current!.makeProcess(named: "app")
      process.onMain {
        _ = Simulation.current!.currentProcess.resident(Delegate.self) { Delegate(log) }
        Self.tick(log)
        DispatchQueue.main.asyncAfter(deadline: .now() + 5) { log("must not run") }
        Task {
          try await Task.sleep(for: .seconds(5))
          log("must not run")
        }
      }
      try await Task.sleep(for: .milliseconds(1500))
      process.kill()
      try await Task.sleep(for: .seconds(60))
    }
    #expect(lines == ["0.0 tick 0", "1.0 tick 1", "1.5 delegate released"])
  }

  @Test func `the objects of a killed process are released in the order of their creation`()
    async throws
  {
    final class Resident: Sendable {
      let number: Int
      let log: Log
      init(_ number: Int, _ log: Log) { (self.number, self.log) = (number, log) }
      deinit { log("\(number)") }
    }
    final class First {
      let resident: Resident
      init(_ resident: Resident) { self.resident = resident }
    }
    final class Second {
      let resident: Resident
      init(_ resident: Resident) { self.resident = resident }
    }
    final class Third {
      let resident: Resident
      init(_ resident: Resident) { self.resident = resident }
    }
    let lines = try await simulate { log in
      let process = Simulation.current!.makeProcess(named: "app")
      process.onMain {
        for number in 1...20 {
          let queue = DispatchQueue(label: "\(number)")
          let resident = Resident(number, log)
          queue.suspend()
          queue.async { _ = resident }
        }
        _ = process.resident(First.self) { First(Resident(21, log)) }
        _ = process.resident(Second.self) { Second(Resident(22, log)) }
        _ = process.resident(Third.self) { Third(Resident(23, log)) }
      }
      try await Task.sleep(for: .seconds(1))
      process.kill()
    }
    #expect(lines == (1...23).map { "1.0 \($0)" })
  }

  @Test
  func `a continuation resumes its task in the right process, even if another process resumes it`()
    async throws
  {
    actor Mailbox {
      var waiting: CheckedContinuation<Void, Never>?
      func wait() async { await withCheckedContinuation { waiting = $0 } }
      func resume() { waiting?.resume() }
    }
    let lines = try await simulate { log in
      let process = Simulation.current!.makeProcess(named: "app")
      let mailbox = Mailbox()
      process.onMain {
        Task { @MainActor in
          await mailbox.wait()
          log("resumed \(Thread.isMainThread)")
        }
      }
      try await Task.sleep(for: .seconds(1))
      process.freeze()
      await mailbox.resume()
      try await Task.sleep(for: .seconds(10))
      process.thaw()
      try await Task.sleep(for: .seconds(1))
    }
    #expect(lines == ["11.0 resumed true"])
  }

  @Test func `a thread that the app creates runs in virtual time and freezes with its process`()
    async throws
  {
    let lines = try await simulate { log in
      let process = Simulation.current!.makeProcess(named: "app")
      process.onMain {
        Thread.detachNewThread {
          for i in 0..<4 {
            log("thread \(i), main \(Thread.isMainThread)")
            Thread.sleep(forTimeInterval: 1)
          }
        }
      }
      try await Task.sleep(for: .milliseconds(1500))
      process.freeze()
      try await Task.sleep(for: .seconds(10))
      process.thaw()
      try await Task.sleep(for: .seconds(5))
    }
    #expect(
      lines == [
        "0.0 thread 0, main false", "1.0 thread 1, main false", "11.5 thread 2, main false",
        "12.5 thread 3, main false",
      ])
  }

  @Test func `exit only ends the simulated process`() async throws {
    let lines = try await simulate { log in
      let process = Simulation.current!.makeProcess(named: "app")
      process.onMain {
        Self.tick(log)
        DispatchQueue.main.asyncAfter(deadline: .now() + 1.5) { exit(3) }
      }
      try await Task.sleep(for: .seconds(10))
      log("\(process.state)")
    }
    #expect(lines == ["0.0 tick 0", "1.0 tick 1", "10.0 dead"])
  }

  @Test func `a main thread that waits forever is reported`() async throws {
    let simulation = Simulation()
    try await simulation.run {
      let process = Simulation.current!.makeProcess(named: "app")
      process.onMain { DispatchSemaphore(value: 0).wait() }
      try await Task.sleep(for: .seconds(1))
    }
    #expect(simulation.escapes.map(\.kind) == [.mainThreadBlocked])
    #expect(simulation.escapes.map(\.process) == ["app"])
  }

  @Test func `each process has its own main queue`() async throws {
    let lines = try await simulate { log in
      let (a, b) = (
        Simulation.current!.makeProcess(named: "a"), Simulation.current!.makeProcess(named: "b")
      )
      a.onMain {
        DispatchQueue.main.async {
          Thread.sleep(forTimeInterval: 5)
          log("a")
        }
      }
      b.onMain { DispatchQueue.main.async { log("b") } }
      try await Task.sleep(for: .seconds(10))
    }
    #expect(lines == ["0.0 b", "5.0 a"])
  }

  @Test
  func `a scenario that waits for an event that cannot occur ends with an error that says so`()
    async throws
  {
    await #expect(throws: SimulationError.stalled(waiting: [])) {
      try await Simulation().run {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
    }
  }

  @Test func `a scenario that never returns ends at the time limit`() async throws {
    let simulation = Simulation()
    simulation.limit = .start + .seconds(3600)
    await #expect(throws: SimulationError.limitReached(.start + .seconds(3600))) {
      try await simulation.run {
        let process = simulation.makeProcess(named: "app")
        process.onMain { Self.tick(Log()) }
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
    }
  }

  @Test func `a scenario that calls exit ends with an error, and the tests go on`() async throws {
    await #expect(throws: SimulationError.scenarioEnded("it called exit(3)")) {
      try await Simulation().run {
        try await Task.sleep(for: .seconds(1))
        exit(3)
      }
    }
  }

  @Test
  func `endless work at one moment of virtual time ends with an error that names the process`()
    async throws
  {
    await #expect(throws: SimulationError.livelock(.start, process: "app")) {
      try await Simulation().run {
        let process = Simulation.current!.makeProcess(named: "app")
        process.onMain { Task { while true { await Task.yield() } } }
        try await Task.sleep(for: .seconds(1))
      }
    }
  }

  @Test func `many simulations run in parallel, each in its own world`() async throws {
    let results = try await withThrowingTaskGroup(of: [String].self) { group in
      for i in 1...8 {
        group.addTask {
          try await simulate(seed: UInt64(i)) { log in
            for _ in 0..<50 {
              try await Task.sleep(for: .seconds(i))
              DispatchQueue.global().async { Thread.sleep(forTimeInterval: 0.5) }
            }
            log("seed \(i)")
          }
        }
      }
      var all: [String] = []
      for try await lines in group { all += lines }
      return all
    }
    #expect(results.sorted() == (1...8).map { "\($0 * 50).0 seed \($0)" }.sorted())
  }
}
