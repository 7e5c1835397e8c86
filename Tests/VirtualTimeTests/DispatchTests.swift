@preconcurrency import Dispatch
import Foundation
import Synchronization
import Testing
import YobanVirtualTime

@Suite struct DispatchTests {
  @Test func `a serial queue runs its blocks one after the other, even if they block`()
    async throws
  {
    let lines = try await simulate { log in
      let queue = DispatchQueue(label: "serial")
      for i in 1...3 {
        queue.async {
          log("begin \(i)")
          Thread.sleep(forTimeInterval: 2)
          log("end \(i)")
        }
      }
      try await Task.sleep(for: .seconds(10))
    }
    #expect(
      lines == ["0.0 begin 1", "2.0 end 1", "2.0 begin 2", "4.0 end 2", "4.0 begin 3", "6.0 end 3"])
  }

  @Test
  func `a concurrent queue runs blocks in parallel, and a barrier waits for all earlier blocks`()
    async throws
  {
    let lines = try await simulate { log in
      let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
      for i in 1...2 {
        queue.async {
          Thread.sleep(forTimeInterval: Double(i))
          log("\(i)")
        }
      }
      queue.async(flags: .barrier) {
        log("barrier")
        Thread.sleep(forTimeInterval: 1)
      }
      queue.async { log("after") }
      try await Task.sleep(for: .seconds(10))
    }
    #expect(lines == ["1.0 1", "2.0 2", "2.0 barrier", "3.0 after"])
  }

  @Test func `sync waits for the blocks on the queue and returns a value`() async throws {
    let lines = try await simulate { log in
      let queue = DispatchQueue(label: "serial")
      queue.async {
        Thread.sleep(forTimeInterval: 5)
        log("async")
      }
      DispatchQueue.global().async {
        log("asks")
        log("got \(queue.sync { 42 })")
      }
      try await Task.sleep(for: .seconds(10))
    }
    #expect(lines == ["0.0 asks", "5.0 async", "5.0 got 42"])
  }

  @Test func `groups notify and wait`() async throws {
    let lines = try await simulate { log in
      let group = DispatchGroup()
      for i in 1...3 {
        DispatchQueue.global().async(group: group) { Thread.sleep(forTimeInterval: Double(i)) }
      }
      group.notify(queue: .main) { log("all done on main \(Thread.isMainThread)") }
      DispatchQueue.global().async {
        group.wait()
        log("waited")
      }
      try await Task.sleep(for: .seconds(10))
    }
    #expect(lines.sorted() == ["3.0 all done on main true", "3.0 waited"])
  }

  @Test func `a semaphore passes work from queue to queue`() async throws {
    let lines = try await simulate { log in
      let (full, empty) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 1))
      DispatchQueue.global().async {
        for i in 1...3 {
          empty.wait()
          Thread.sleep(forTimeInterval: 1)
          log("put \(i)")
          full.signal()
        }
      }
      DispatchQueue.global().async {
        for i in 1...3 {
          full.wait()
          Thread.sleep(forTimeInterval: 0.5)
          log("got \(i)")
          empty.signal()
        }
      }
      try await Task.sleep(for: .seconds(10))
    }
    #expect(
      lines == ["1.0 put 1", "1.5 got 1", "2.5 put 2", "3.0 got 2", "4.0 put 3", "4.5 got 3"])
  }

  @Test func `work items can be waited for, observed and canceled`() async throws {
    let lines = try await simulate { log in
      let item = DispatchWorkItem {
        Thread.sleep(forTimeInterval: 3)
        log("ran")
      }
      item.notify(queue: .main) { log("notified") }
      DispatchQueue.global().async(execute: item)
      DispatchQueue.global().async {
        item.wait()
        log("waited")
      }
      let cancelled = DispatchWorkItem { log("must not run") }
      DispatchQueue.main.asyncAfter(deadline: .now() + 1, execute: cancelled)
      cancelled.cancel()
      try await Task.sleep(for: .seconds(10))
    }
    #expect(lines.count == 3 && lines.first == "3.0 ran")
    #expect(Set(lines.dropFirst()) == ["3.0 notified", "3.0 waited"])
  }

  @Test func `a suspended queue and an inactive queue do not run their blocks`() async throws {
    let lines = try await simulate { log in
      let queue = DispatchQueue(label: "q")
      queue.suspend()
      queue.async { log("resumed") }
      let inactive = DispatchQueue(label: "i", attributes: .initiallyInactive)
      inactive.async { log("activated") }
      try await Task.sleep(for: .seconds(5))
      queue.resume()
      try await Task.sleep(for: .seconds(5))
      inactive.activate()
      try await Task.sleep(for: .seconds(5))
    }
    #expect(lines == ["5.0 resumed", "10.0 activated"])
  }

  @Test func `an activated queue stays active, however many other queues are used`() async throws {
    let lines = try await simulate { log in
      let queue = DispatchQueue(label: "i", attributes: .initiallyInactive)
      queue.activate()
      queue.async { log("first") }
      for number in 1...100 {
        let other = DispatchQueue(label: "\(number)")
        other.async { log("\(number)") }
        try await Task.sleep(for: .seconds(1))
      }
      queue.async { log("last") }
      try await Task.sleep(for: .seconds(1))
    }
    #expect(lines.count == 102)
    #expect(lines.first == "0.0 first" && lines.last == "100.0 last")
  }

  @Test func `queues with a common serial target never run at the same time`() async throws {
    let lines = try await simulate { log in
      let target = DispatchQueue(label: "target")
      let (a, b) = (
        DispatchQueue(label: "a", target: target), DispatchQueue(label: "b", target: target)
      )
      a.async {
        log("a")
        Thread.sleep(forTimeInterval: 2)
        dispatchPrecondition(condition: .onQueue(target))
      }
      b.async { log("b") }
      try await Task.sleep(for: .seconds(10))
    }
    #expect(lines == ["0.0 a", "2.0 b"])
  }

  @Test func `queue-specific values and preconditions work on the simulated queue`() async throws {
    let lines = try await simulate { log in
      let key = DispatchSpecificKey<String>()
      let queue = DispatchQueue(label: "q")
      queue.setSpecific(key: key, value: "mine")
      queue.async {
        dispatchPrecondition(condition: .onQueue(queue))
        dispatchPrecondition(condition: .notOnQueue(.main))
        log(DispatchQueue.getSpecific(key: key) ?? "none")
      }
      DispatchQueue.main.async { MainActor.assumeIsolated { log("main actor") } }
      try await Task.sleep(for: .seconds(1))
    }
    #expect(lines == ["0.0 mine", "0.0 main actor"])
  }

  @Test func `sync on the current queue is reported as an error`() async throws {
    let simulation = Simulation()
    try await simulation.run {
      let queue = DispatchQueue(label: "q")
      queue.async { queue.sync {} }
      try await Task.sleep(for: .seconds(1))
    }
    #expect(simulation.escapes.map(\.kind) == [.queueDeadlock])
  }

  @Test func `a lock held during a sleep blocks only threads that need it`() async throws {
    let lines = try await simulate { log in
      let lock = NSLock()
      DispatchQueue.global().async {
        lock.lock()
        Thread.sleep(forTimeInterval: 4)
        lock.unlock()
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) { lock.withLock { log("locked") } }
      DispatchQueue.global().asyncAfter(deadline: .now() + 2) { log("free") }
      try await Task.sleep(for: .seconds(10))
    }
    #expect(lines == ["2.0 free", "4.0 locked"])
  }

  @Test func `operation queues respect dependencies and the maximum concurrency`() async throws {
    let lines = try await simulate { log in
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 2
      let slow = BlockOperation {
        Thread.sleep(forTimeInterval: 3)
        log("slow")
      }
      let then = BlockOperation { log("then") }
      then.addDependency(slow)
      queue.addOperation(slow)
      queue.addOperation(then)
      queue.addOperation {
        Thread.sleep(forTimeInterval: 1)
        log("quick")
      }
      OperationQueue.main.addOperation { log("main \(Thread.isMainThread)") }
      try await Task.sleep(for: .seconds(10))
    }
    #expect(lines == ["0.0 main true", "1.0 quick", "3.0 slow", "3.0 then"])
  }

  /// The internal locks of the Swift runtime are of this kind: all simulations and the host share
  /// them.
  @Test func `a lock that a host thread holds is waited for in real time`() async throws {
    let lock = HostLock()
    let lines = try await simulate { log in
      for round in 1...20 {
        Simulation.onHost { lock.holdElsewhere() }
        lock.lock()
        log("round \(round)")
        lock.unlock()
      }
    }
    #expect(lines == (1...20).map { "0.0 round \($0)" })
  }

  /// `RunLoop` takes a lock of Core Foundation, which simulations and the host also share.
  @Test func `a Core Foundation lock that other threads take does not change the order of events`()
    async throws
  {
    let others = RunLoopUsers()
    defer { others.isDone.store(true, ordering: .relaxed) }
    others.start(2)
    let lines = try await simulate { log in
      for round in 1...500 {
        DispatchQueue.main.async {
          for _ in 1...200 { _ = RunLoop.current }
          log("main \(round)")
        }
        DispatchQueue.global().async { log("global \(round)") }
        try await Task.sleep(for: .seconds(1))
      }
    }
    let expected = (1...500).flatMap { ["\($0 - 1).0 main \($0)", "\($0 - 1).0 global \($0)"] }
    #expect(lines == expected)
  }

  /// Threads of the host that continuously take the lock.
  private final class RunLoopUsers: Sendable {
    let isDone = Atomic(false)

    /// Starts the threads and returns when all of them run.
    func start(_ count: Int) {
      let running = DispatchSemaphore(value: 0)
      for _ in 0..<count {
        Thread.detachNewThread { [self] in
          running.signal()
          while !isDone.load(ordering: .relaxed) { _ = RunLoop.current }
        }
      }
      for _ in 0..<count { running.wait() }
    }
  }

  /// Sendable: consists only of values that threads may share.
  private final class HostLock: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() { pthread_mutex_init(mutex, nil) }

    func lock() { pthread_mutex_lock(mutex) }
    func unlock() { pthread_mutex_unlock(mutex) }

    /// Returns when a host thread has taken the lock, which it keeps for two milliseconds.
    func holdElsewhere() {
      let isHeld = DispatchSemaphore(value: 0)
      Thread.detachNewThread { [self] in
        lock()
        isHeld.signal()
        usleep(2_000)
        unlock()
      }
      isHeld.wait()
    }
  }
}
