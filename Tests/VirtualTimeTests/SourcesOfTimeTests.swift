import Dispatch
import Foundation
import Testing
import YobanVirtualTime

/// A source of time, with code that lets `seconds` pass and then logs.
struct SourceOfTime: CustomTestStringConvertible, Sendable {
  let name: String
  let wait: @Sendable (_ seconds: Int, _ then: @escaping @Sendable () -> Void) async throws -> Void
  var testDescription: String { name }

  init(
    _ name: String,
    _ wait: @escaping @Sendable (Int, @escaping @Sendable () -> Void) async throws -> Void
  ) {
    self.name = name
    self.wait = wait
  }

  static let all: [SourceOfTime] = [
    .init("Task.sleep(for:)") { s, then in
      try await Task.sleep(for: .seconds(s))
      then()
    },
    .init("Task.sleep(nanoseconds:)") { s, then in
      try await Task.sleep(nanoseconds: UInt64(s) * 1_000_000_000)
      then()
    },
    .init("Task.sleep(until:) continuous") { s, then in
      try await Task.sleep(until: .now + .seconds(s), clock: .continuous)
      then()
    },
    .init("Task.sleep(until:) suspending") { s, then in
      try await Task.sleep(until: .now + .seconds(s), clock: .suspending)
      then()
    },
    .init("Task.sleep on the main actor") { s, then in
      try await Task { @MainActor in
        try await Task.sleep(for: .seconds(s))
        then()
      }.value
    },
    .init("Thread.sleep") { s, then in
      blocking {
        Thread.sleep(forTimeInterval: Double(s))
        then()
      }
    },
    .init("Thread.sleep until a date") { s, then in
      blocking {
        Thread.sleep(until: Date(timeIntervalSinceNow: Double(s)))
        then()
      }
    },
    .init("usleep") { s, then in
      usleep(useconds_t(s) * 1_000_000)
      then()
    },
    .init("sleep") { s, then in
      sleep(UInt32(s))
      then()
    },
    .init("asyncAfter on main") { s, then in
      DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(s), execute: then)
    },
    .init("asyncAfter wall deadline") { s, then in
      DispatchQueue.global().asyncAfter(wallDeadline: .now() + .seconds(s), execute: then)
    },
    .init("asyncAfter on an own queue") { s, then in
      DispatchQueue(label: "own").asyncAfter(deadline: .now() + .seconds(s), execute: then)
    },
    .init("a timer source") { s, then in
      let timer = DispatchSource.makeTimerSource(queue: .global())
      timer.setEventHandler {
        then()
        timer.cancel()
      }
      timer.schedule(deadline: .now() + .seconds(s), repeating: .seconds(s))
      timer.resume()
    },
    .init("Timer.scheduledTimer") { s, then in
      await MainActor.run {
        _ = Timer.scheduledTimer(withTimeInterval: Double(s), repeats: false) { _ in then() }
      }
    },
    .init("Timer added to the main run loop") { s, then in
      await MainActor.run {
        RunLoop.main.add(
          Timer(timeInterval: Double(s), repeats: false) { _ in then() }, forMode: .common)
      }
    },
    .init("Timer added to the main run loop from a background queue") { s, then in
      blocking {
        RunLoop.main.add(
          Timer(timeInterval: Double(s), repeats: false) { _ in then() }, forMode: .common)
      }
    },
    .init("semaphore that times out") { s, then in
      blocking {
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .seconds(s))
        then()
      }
    },
    .init("group that times out") { s, then in
      blocking {
        let group = DispatchGroup()
        group.enter()
        _ = group.wait(timeout: .now() + .seconds(s))
        then()
        group.leave()
      }
    },
    .init("NSCondition that times out") { s, then in
      blocking {
        let condition = NSCondition()
        condition.lock()
        _ = condition.wait(until: Date(timeIntervalSinceNow: Double(s)))
        condition.unlock()
        then()
      }
    },
  ]
}

/// Runs blocking calls on a global queue, because they are not allowed in async functions.
private func blocking(_ body: @escaping @Sendable () -> Void) {
  DispatchQueue.global().async(execute: body)
}

@Suite struct SourcesOfTimeTests {
  @Test(arguments: SourceOfTime.all)
  func `a source of time lets exactly the requested virtual time pass`(_ source: SourceOfTime)
    async throws
  {
    let lines = try await simulate { log in
      try await source.wait(90) { log("done") }
      try await Task.sleep(for: .seconds(1000))
    }
    #expect(lines == ["90.0 done"])
  }

  @Test func `all clocks show the same virtual time`() async throws {
    let lines = try await simulate { log in
      let (wall, continuous, suspending) = (Date(), ContinuousClock.now, SuspendingClock.now)
      let (dispatch, uptime) = (DispatchTime.now(), ProcessInfo.processInfo.systemUptime)
      try await Task.sleep(for: .seconds(3600))
      log("\(Date().timeIntervalSince(wall)) \(ContinuousClock.now - continuous)")
      log("\(SuspendingClock.now - suspending) \(ProcessInfo.processInfo.systemUptime - uptime)")
      log("\((DispatchTime.now().uptimeNanoseconds - dispatch.uptimeNanoseconds) / 1_000_000_000)")
      log("\(Date(timeIntervalSince1970: 1_705_356_000 + 3600) == Date())")
    }
    #expect(
      lines == [
        "3600.0 3600.0 3600.0 seconds", "3600.0 3600.0 seconds 3600.0", "3600.0 3600",
        "3600.0 true",
      ])
  }

  @Test func `a repeating timer stays on its time grid`() async throws {
    let lines = try await simulate { log in
      await MainActor.run {
        nonisolated(unsafe) var count = 0  // accessed on the main queue only
        _ = Timer.scheduledTimer(withTimeInterval: 10, repeats: true) { timer in
          count += 1
          log("timer \(count)")
          if count == 3 { timer.invalidate() }
        }
      }
      let source = DispatchSource.makeTimerSource()
      source.setEventHandler { log("source") }
      source.schedule(deadline: .now() + 15, repeating: 15)
      source.activate()
      try await Task.sleep(for: .seconds(50))
      source.cancel()
      log("cancelled \(source.isCancelled)")
      try await Task.sleep(for: .seconds(50))
    }
    #expect(
      lines == [
        "10.0 timer 1", "15.0 source", "20.0 timer 2", "30.0 source", "30.0 timer 3", "45.0 source",
        "50.0 cancelled true",
      ]
        || lines == [
          "10.0 timer 1", "15.0 source", "20.0 timer 2", "30.0 timer 3", "30.0 source",
          "45.0 source",
          "50.0 cancelled true",
        ])
  }

  @MainActor private final class DeadlineWait {
    private let deadline: ContinuousClock.Instant
    private let passed: @MainActor () -> Void

    init(until deadline: ContinuousClock.Instant, _ passed: @escaping @MainActor () -> Void) {
      (self.deadline, self.passed) = (deadline, passed)
    }

    func wait() {
      let left = deadline - .now
      guard left > .zero else { return passed() }
      _ = Timer.scheduledTimer(withTimeInterval: left / .seconds(1), repeats: false) { _ in
        MainActor.assumeIsolated { self.wait() }
      }
    }
  }

  /// A `Date` has a resolution of a tenth of a microsecond, so a timer may fire before a moment
  /// that is given in nanoseconds. The loop below shows how careful code handles that.
  @Test(arguments: [1, 59, 119, 1_234_567, 10_000_000_061, 3_600_000_000_001] as [Int64])
  func `a timer that is repeatedly set for the remaining time reaches its end`(_ nanoseconds: Int64)
    async throws
  {
    let lines = try await simulate { log in
      await MainActor.run {
        DeadlineWait(until: .now + .nanoseconds(nanoseconds)) { log("passed") }.wait()
      }
      try await Task.sleep(for: .nanoseconds(nanoseconds) + .milliseconds(1))
      log("over")
    }
    #expect(lines.map { $0.split(separator: " ").last } == ["passed", "over"])
  }

  @Test func `a released timer source stops`() async throws {
    let lines = try await simulate { log in
      var source: (any DispatchSourceTimer)? = DispatchSource.makeTimerSource()
      source!.setEventHandler { log("fired") }
      source!.schedule(deadline: .now() + 1, repeating: 1)
      source!.resume()
      try await Task.sleep(for: .milliseconds(2500))
      source = nil
      try await Task.sleep(for: .seconds(10))
    }
    #expect(lines == ["1.0 fired", "2.0 fired"])
  }

  @Test func `code outside a simulation uses real time`() async throws {
    async let inside = simulate { log in
      try await Task.sleep(for: .seconds(43_200))
      log("morning")
    }
    let start = ContinuousClock.now
    try await Task.sleep(for: .milliseconds(50))
    let (semaphore, queue) = (DispatchSemaphore(value: 0), DispatchQueue(label: "real"))
    queue.async { semaphore.signal() }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        semaphore.wait()
        continuation.resume()
      }
    }
    let passed = ContinuousClock.now - start
    #expect(passed >= .milliseconds(50) && passed < .seconds(3600))
    #expect(try await inside == ["43200.0 morning"])
  }
}
