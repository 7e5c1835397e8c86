import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// The time that background tasks give an app. `BackgroundTaskTests` has the state machine, with the
/// time in each version of iOS.
@Suite(.world()) struct BackgroundTimeTests {
  /// Opens an app that does this when it enters the background, and leaves it after ten seconds.
  private static func leave(
    _ enteredBackground: @escaping @MainActor @Sendable () -> Void
  ) async throws -> WorldFixture {
    var app = AppFixture()
    app.enteredBackground = enteredBackground
    let f = try await startApp(app)
    try await f.world.pass(.seconds(10))
    await f.phone.goHome()
    return f
  }

  @Test
  func `an expiration handler is called once, on the main thread, 5 s before the end (BG1, BG3)`()
    async throws
  {
    let f = try await Self.leave {
      let application = UIApplication.shared
      let task = application.beginBackgroundTask(withName: "long") {
        print("expires", Thread.isMainThread, UIApplication.shared.backgroundTimeRemaining)
      }
      print(task != .invalid, application.backgroundTimeRemaining)
    }
    try await f.world.pass(.minutes(1))
    #expect(
      f.app.log.timedTexts == [
        "10.0 true \(Double.greatestFiniteMagnitude)", "35.0 expires true 5.0",
      ])
  }

  @Test func `a task that is never ended gets the process killed at zero (BG4)`() async throws {
    let f = try await Self.leave { _ = UIApplication.shared.beginBackgroundTask {} }
    try await f.world.pass(.minutes(1))
    #expect(f.world.momentsOfEnd == [at(40)])
    #expect(f.app.terminations == [.watchdog("has active assertions beyond permitted time")])
    #expect(f.world.kinds == [.bgtaskLeaked.by(.bg4)])
    #expect(!f.world.states.contains(.suspended))
  }

  @Test func `the remaining background time can be read on any thread (BG6)`() async throws {
    let f = try await Self.leave {
      let application = UIApplication.shared
      _ = application.beginBackgroundTask {}
      DispatchQueue.global().asyncAfter(deadline: .now() + 10) {
        print(Thread.isMainThread, application.backgroundTimeRemaining)
      }
    }
    try await f.world.pass(.seconds(20))
    #expect(f.app.log.timedTexts == ["20.0 false 20.0"])
  }

  @Test func `an ended task does not expire, and an unknown identifier may be ended`()
    async throws
  {
    let f = try await Self.leave {
      let application = UIApplication.shared
      let task = application.beginBackgroundTask { print("must not expire") }
      DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
        application.endBackgroundTask(task)
        application.endBackgroundTask(task)
        application.endBackgroundTask(UIBackgroundTaskIdentifier(rawValue: 77))
      }
    }
    try await f.world.pass(.minutes(2))
    #expect(f.app.log.isEmpty && f.app.terminations.isEmpty)
  }

  @Test func `an app that returns to foreground in time is neither expired nor killed (BG3, BG4)`()
    async throws
  {
    let f = try await Self.leave {
      _ = UIApplication.shared.beginBackgroundTask { print("expired") }
    }
    for _ in 1...5 {
      try await f.world.pass(.seconds(24))
      await f.phone.open(f.app)
      try await f.world.pass(.seconds(100))
      await f.phone.goHome()
    }
    #expect(f.app.log.isEmpty && f.app.terminations.isEmpty)
    #expect(!f.world.states.contains(.suspended))
  }

  @Test func `renewing a task every ten seconds gains no time (BG2, BG7)`() async throws {
    let f = try await Self.leave {
      let application = UIApplication.shared
      DispatchQueue.global().async {
        var current = application.beginBackgroundTask()
        while true {
          Thread.sleep(forTimeInterval: 10)
          let next = application.beginBackgroundTask()
          application.endBackgroundTask(current)
          current = next
        }
      }
    }
    try await f.world.pass(.hours(1))
    let suspended = f.world.moments(of: .suspended)
    #expect(suspended.count == 1)
    #expect(suspended.allSatisfy { $0 <= at(40) })
    #expect(f.app.terminations.isEmpty)
  }

  @Test func `ending the last task suspends the process at once, between two statements (BG5)`()
    async throws
  {
    let f = try await Self.leave {
      let application = UIApplication.shared
      let task = application.beginBackgroundTask()
      DispatchQueue.global().asyncAfter(deadline: .now() + 10) {
        print("before")
        application.endBackgroundTask(task)
        Thread.sleep(forTimeInterval: 0.001)
        print("after")
      }
    }
    try await f.world.pass(.seconds(100))
    #expect(f.app.log.texts == ["before"])
    #expect(f.world.moments(of: .suspended) == f.app.log.map(\.instant))
    await f.phone.open(f.app)
    try await f.world.pass(.seconds(1))
    #expect(f.app.log.texts == ["before", "after"])
  }

  @Test func `with several tasks each handler is called, and the last end suspends (BG3, BG5)`()
    async throws
  {
    let f = try await Self.leave {
      let application = UIApplication.shared
      for seconds in 1...3 {
        // Used on the main queue only.
        nonisolated(unsafe) var task = UIBackgroundTaskIdentifier.invalid
        task = application.beginBackgroundTask {
          print("expired \(seconds)")
          DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(seconds)) {
            application.endBackgroundTask(task)
          }
        }
      }
    }
    try await f.world.pass(.seconds(100))
    #expect(f.app.log.texts == (1...3).map { "expired \($0)" })
    #expect(f.world.moments(of: .suspended) == [at(10 + 25 + 3)])
  }
}
