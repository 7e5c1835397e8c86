import Dispatch
import Foundation
import Glibc
import Synchronization
import Testing
import YobanVirtualTime

/// The threads that are left of a simulation after its end.
@Suite struct ThreadsAtEndTests {
  /// The number by which the kernel knows the calling thread.
  private static func currentThread() -> Int {
    let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
    return path.flatMap { Int(($0 as NSString).lastPathComponent) } ?? 0
  }

  private static func isAlive(_ thread: Int) -> Bool {
    access("/proc/self/task/\(thread)", F_OK) == 0
  }

  /// Waits in real time, because a thread ends a little after its simulation.
  private static func hasEnded(_ thread: Int) async throws -> Bool {
    for _ in 0..<2_000 {
      if !isAlive(thread) { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return false
  }

  /// The ways in which code can wait for ever on a thread of its own.
  static let waits: [(String, @Sendable () -> Void)] = [
    ("semaphore", { DispatchSemaphore(value: 0).wait() }),
    ("sleep", { Thread.sleep(forTimeInterval: 1_000_000) }),
    (
      "condition",
      {
        let condition = NSCondition()
        condition.lock()
        while true { condition.wait() }
      }
    ),
  ]

  @Test(arguments: waits.indices, [true, false])
  func
    `a thread that waits for ever ends with its simulation, whether its process was killed or not`(
      _ wait: Int, _ isKilled: Bool
    ) async throws
  {
    let thread = Mutex(Int(0))
    let continued = Mutex(false)
    try await Simulation(seed: 1).run {
      let process = Simulation.current!.makeProcess(named: "app")
      process.onMain {
        DispatchQueue.global().async {
          thread.withLock { $0 = Self.currentThread() }
          Self.waits[wait].1()
          continued.withLock { $0 = true }
        }
      }
      try await Task.sleep(for: .seconds(1))
      if isKilled { process.kill() }
      try await Task.sleep(for: .seconds(1))
      #expect(Self.isAlive(thread.withLock { $0 }))
    }
    #expect(try await Self.hasEnded(thread.withLock { $0 }))
    #expect(!continued.withLock { $0 })
  }

  @Test func `a thread that the app started ends with its simulation`() async throws {
    let thread = Mutex(Int(0))
    try await Simulation(seed: 1).run {
      let process = Simulation.current!.makeProcess(named: "app")
      process.onMain {
        Thread.detachNewThread {
          thread.withLock { $0 = Self.currentThread() }
          DispatchSemaphore(value: 0).wait()
        }
      }
      try await Task.sleep(for: .seconds(1))
      process.kill()
    }
    #expect(try await Self.hasEnded(thread.withLock { $0 }))
  }

  /// `exit` never returns to the code that called it.
  @Test func `a thread that called exit ends with its simulation`() async throws {
    let thread = Mutex(Int(0))
    try await Simulation(seed: 1).run {
      let process = Simulation.current!.makeProcess(named: "app")
      process.onMain {
        thread.withLock { $0 = Self.currentThread() }
        exit(1)
      }
      try await Task.sleep(for: .seconds(1))
      #expect(process.state == .dead)
    }
    #expect(try await Self.hasEnded(thread.withLock { $0 }))
  }
}
