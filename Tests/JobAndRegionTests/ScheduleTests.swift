import BackgroundTasks
import Foundation
import Testing
import UIKit
import Yoban
import YobanTesting

@Suite(.world(findings: [])) struct ScheduleTests {
  private static let identifier = "example.vendor.app.refresh"
  private static let hour = 3_600.0

  /// Returns an app with one schedule, which is registered and started at each launch, and prints
  /// its events.
  private static func appFixture(
    _ kind: BackgroundJobSchedule.Kind = .refresh, every interval: Duration = .seconds(3_600),
    modes: [String] = ["fetch", "processing"], permits: Bool = true, starts: Bool = true,
    body: @escaping @MainActor @Sendable (BackgroundJobContext) async throws -> Void
  ) -> RuntimeAppFixture {
    RuntimeAppFixture(modes: modes, taskIdentifiers: permits ? [identifier] : ["another"]) { kept in
      let schedule = BackgroundJobSchedule(
        identifier, kind, every: interval, onExpiration: { print("expires") },
        onCompletion: { print("\($0)") }, body: body)
      kept.keep(schedule)
      follow(schedule)
      do throws(BackgroundJobSchedule.Problem) {
        try schedule.register()
        if starts { try schedule.start() }
      } catch {
        print("threw: \(error.message)")
      }
    }
  }

  @MainActor private static func follow(_ schedule: BackgroundJobSchedule) {
    let events = schedule.events()
    Task {
      for await event in events { if case .problem(let it) = event { print(it.message) } }
    }
  }

  @MainActor private static func work(_ context: BackgroundJobContext) async throws {
    print("works")
    try await context.wait(for: .seconds(5))
  }

  @Test
  func `a refresh job runs again and again, with one pending request at each moment (FT2, FT3)`()
    async throws
  {
    let fixture = try await startApp(Self.appFixture(body: Self.work))
    #expect(fixture.pending == 0)
    try await fixture.world.pass(.seconds(1))
    await fixture.phone.goHome()
    for _ in 0..<72 {
      try await fixture.world.pass(.seconds(Self.hour))
      // The system does not run tasks of an app that the user never opens.
      await fixture.phone.open(fixture.app)
      await fixture.phone.goHome()
      #expect(fixture.pending == 1)
    }
    let runs = fixture.scheduled.filter { $0 == "completed true" }.count
    #expect((12...72).contains(runs))
    #expect(fixture.scheduled.filter { $0 == "submitted" }.count == runs + 1)
    #expect(fixture.app.log.texts.filter { $0 == "works" }.count == runs)
    #expect(fixture.app.log.texts.filter { $0 == "completed" }.count == runs)
    #expect(!fixture.scheduled.contains("completed false"))
  }

  @Test func `a launch does not delay the next run (FT2)`() async throws {
    let fixture = try await startApp(Self.appFixture(every: .seconds(86_400), body: Self.work))
    for _ in 0..<5 {
      try await fixture.world.pass(.seconds(60))
      fixture.phone.jetsam(fixture.app)
      await fixture.phone.open(fixture.app)
    }
    await fixture.use { kept in
      for _ in 0..<3 { try? kept.last(BackgroundJobSchedule.self).start() }
    }
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.scheduled == ["submitted"])
  }

  @Test func `a kill during a run does not end the series of runs, nor does a reboot (L8, L17)`()
    async throws
  {
    let fixture = try await startApp(Self.appFixture(body: Self.work))
    try await fixture.world.pass(.seconds(1))
    await fixture.phone.goHome()
    #expect(fixture.phone.runScheduledTask(fixture.app, Self.identifier))
    try await fixture.world.pass(.seconds(2))
    fixture.phone.jetsam(fixture.app)
    #expect(fixture.pending == 1)
    #expect(fixture.phone.runScheduledTask(fixture.app, Self.identifier))
    try await fixture.world.pass(.seconds(2))
    try await fixture.phone.reboot()
    #expect(fixture.pending == 1)
    #expect(fixture.phone.runScheduledTask(fixture.app, Self.identifier))
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.pending == 1)
    #expect(
      fixture.app.log.texts == [
        "launched", "works", "launched", "works", "launched", "works", "completed",
      ])
  }

  @Test func `after a force-quit the series of runs continues at the next launch (L16)`()
    async throws
  {
    let fixture = try await startApp(Self.appFixture(body: Self.work))
    try await fixture.world.pass(.seconds(1))
    await fixture.phone.swipeAway(fixture.app)
    try await fixture.world.pass(.seconds(24 * Self.hour))
    await fixture.phone.open(fixture.app)
    #expect(fixture.app.log.texts == ["launched", "launched"])
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.pending == 1)
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(24 * Self.hour))
    #expect(fixture.app.log.texts.prefix(4) == ["launched", "launched", "works", "completed"])
  }

  @Test
  func
    `a task whose body never checks for its end is completed in time, and no process is killed (FT3)`()
    async throws
  {
    let fixture = try await startApp(
      Self.appFixture { _ in
        for _ in 1...100 { await waitWithoutChecking(1) }
      })
    try await fixture.world.pass(.seconds(1))
    await fixture.phone.goHome()
    #expect(fixture.phone.runScheduledTask(fixture.app, Self.identifier))
    try await fixture.world.pass(.seconds(600))
    #expect(fixture.pending == 1)
    // The body of the earlier run has not ended, so the new task is completed at once.
    #expect(fixture.phone.runScheduledTask(fixture.app, Self.identifier))
    try await fixture.world.pass(.seconds(600))
    #expect(!fixture.history.contains { $0.hasPrefix("(terminated") })
    #expect(
      fixture.scheduled.filter { $0.hasPrefix("completed") }
        == Array(repeating: "completed false", count: 2))
    #expect(fixture.app.log.texts.filter { $0 == "expires" }.count == 1)
    #expect(fixture.app.log.texts.contains(BackgroundJobSchedule.Problem.stillRunning.message))
    #expect(fixture.pending == 1)
  }

  @Test func `after an expiration the body ends, and the task is completed without success (FT3)`()
    async throws
  {
    let fixture = try await startApp(
      Self.appFixture { context in
        while true { try await context.wait(for: .seconds(1)) }
      })
    try await fixture.world.pass(.seconds(1))
    await fixture.phone.goHome()
    #expect(fixture.phone.runScheduledTask(fixture.app, Self.identifier))
    try await fixture.world.pass(.seconds(600))
    #expect(fixture.app.log.texts == ["launched", "expires", "expired"])
    #expect(fixture.scheduled.last == "completed false")
  }

  @Test
  func `a body that throws an error completes its task without success, and is retried (FT3)`()
    async throws
  {
    struct Broken: Error {}
    let fixture = try await startApp(Self.appFixture { _ in throw Broken() })
    try await fixture.world.pass(.seconds(1))
    await fixture.phone.goHome()
    #expect(fixture.phone.runScheduledTask(fixture.app, Self.identifier))
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.pending == 1)
    #expect(fixture.app.log.texts.last?.hasPrefix("failed") == true)
    #expect(fixture.scheduled.last == "completed false")
  }

  @Test func `processing runs for minutes while the phone is not used (FT4)`() async throws {
    let fixture = try await startApp(
      Self.appFixture(.processing(), every: .seconds(60)) { context in
        try await context.wait(for: .seconds(40))
      })
    try await fixture.world.pass(.seconds(1))
    fixture.phone.power.isCharging = true
    await fixture.phone.lock()
    try await fixture.world.pass(.seconds(12 * Self.hour))
    #expect(fixture.pending == 1)
    let runs = fixture.scheduled.filter { $0 == "completed true" }.count
    #expect(runs >= 2)
    #expect(fixture.scheduled.filter { $0 == "submitted" }.count == runs + 1)
  }

  @Test func `a stop cancels the request and the running job`() async throws {
    let fixture = try await startApp(
      Self.appFixture { context in
        while true { try await context.wait(for: .seconds(1)) }
      })
    try await fixture.world.pass(.seconds(1))
    await fixture.phone.goHome()
    #expect(fixture.phone.runScheduledTask(fixture.app, Self.identifier))
    try await fixture.world.pass(.seconds(5))
    await fixture.use { $0.last(BackgroundJobSchedule.self).stop() }
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.pending == 0)
    #expect(fixture.app.log.texts == ["launched", "cancelled"])
    #expect(fixture.scheduled.last == "completed false")
  }

  // MARK: Common mistakes

  @Test func `registering after the launch is an error and does not crash the app (FT2)`()
    async throws
  {
    let fixture = try await startApp(
      RuntimeAppFixture(modes: ["fetch"], taskIdentifiers: [Self.identifier]))
    try await fixture.world.pass(.seconds(1))
    await fixture.use { _ in
      let schedule = BackgroundJobSchedule(Self.identifier, .refresh, every: .seconds(60)) {
        _ in
      }
      for _ in 0..<2 {
        do throws(BackgroundJobSchedule.Problem) { try schedule.register() } catch {
          print(error.message)
        }
        do throws(BackgroundJobSchedule.Problem) { try schedule.start() } catch {
          print(error.message)
        }
      }
    }
    try await fixture.world.pass(.seconds(1))
    #expect(
      fixture.history
        == ["launched"]
        + Array(
          repeating: BackgroundJobSchedule.Problem.registeredTooLate.message, count: 4))
  }

  @Test func `a schedule that was created at launch detects late registration in background (FT2)`()
    async throws
  {
    let fixture = try await startApp(
      RuntimeAppFixture(modes: ["fetch"], taskIdentifiers: [Self.identifier]) { kept in
        kept.keep(
          BackgroundJobSchedule(Self.identifier, .refresh, every: .seconds(60)) { _ in })
      })
    await fixture.phone.goHome()
    await fixture.use { kept in
      let schedule = kept.last(BackgroundJobSchedule.self)
      do throws(BackgroundJobSchedule.Problem) { try schedule.register() } catch {
        print(error.message)
      }
    }
    #expect(
      fixture.app.log.texts == [
        "launched", BackgroundJobSchedule.Problem.registeredTooLate.message,
      ])
  }

  @Test func `an identifier that is missing in Info.plist is an error (FT2)`() async throws {
    let fixture = try await startApp(Self.appFixture(permits: false, body: Self.work))
    try await fixture.world.pass(.seconds(1))
    let message = BackgroundJobSchedule.Problem.notPermitted.message
    #expect(fixture.app.log.texts.sorted() == ["launched", message, "threw: \(message)"].sorted())
  }

  @Test(.world(findings: [.bgtaskRefused.by(.ft2)]))
  func `a missing background mode is reported (FT2)`() async throws {
    let fixture = try await startApp(Self.appFixture(modes: [], body: Self.work))
    try await fixture.world.pass(.seconds(1))
    #expect(
      fixture.app.log.texts == ["launched", BackgroundJobSchedule.Problem.notPermitted.message])
  }

  @Test func `starting without registering is an error (FT2)`() async throws {
    let fixture = try await startApp(
      RuntimeAppFixture(modes: ["fetch"], taskIdentifiers: [Self.identifier]) { kept in
        let schedule = BackgroundJobSchedule(
          Self.identifier, .refresh, every: .seconds(60)
        ) { _ in }
        kept.keep(schedule)
        do throws(BackgroundJobSchedule.Problem) { try schedule.start() } catch {
          print(error.message)
        }
      })
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.history == ["launched", BackgroundJobSchedule.Problem.notRegistered.message])
  }

  @Test
  func
    `disabled Background App Refresh is reported once, and the schedule waits until it is enabled (L18)`()
    async throws
  {
    let fixture = try await startApp(
      Self.appFixture(body: Self.work),
      before: { $0.phone.setBackgroundRefresh(false, for: $0.app) })
    try await fixture.world.pass(.seconds(1))
    await fixture.use { try? $0.last(BackgroundJobSchedule.self).start() }
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.pending == 0)
    fixture.phone.setBackgroundRefresh(true, for: fixture.app)
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.pending == 1)
    #expect(
      fixture.app.log.texts == ["launched", BackgroundJobSchedule.Problem.unavailable.message])
    #expect(fixture.scheduled.last == "submitted")
  }

  @Test(.world(findings: [.bgtaskRefused.by(.ft2)]))
  func `a second refresh job of an app is refused (FT2)`() async throws {
    let fixture = try await startApp(
      RuntimeAppFixture(modes: ["fetch"], taskIdentifiers: ["a", "b"]) { kept in
        for identifier in ["a", "b"] {
          let schedule = BackgroundJobSchedule(identifier, .refresh, every: .seconds(60)) { _ in }
          kept.keep(schedule)
          Self.follow(schedule)
          do {
            try schedule.register()
            try schedule.start()
          } catch { print(error) }
        }
      })
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.pending == 1)
    #expect(
      fixture.app.log.texts == ["launched", BackgroundJobSchedule.Problem.tooManyPending.message])
  }
}

extension RuntimeFixture {
  /// The number of requests that are pending with the scheduler.
  var pending: Int { app.pendingTaskRequests.count }

  /// The actions of the scheduler, in order.
  var scheduled: [String] {
    world.trace.events.compactMap {
      guard let event = $0.kind.scheduledTask else { return nil }
      return switch event {
      case .submitted: "submitted"
      case .launched: "launched"
      case .expired: "expired"
      case .completed(_, let success): "completed \(success)"
      case .cancelled: "cancelled"
      case .refused: "refused"
      default: nil
      }
    }
  }
}
