import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// BGAppRefreshTask on a phone (FT2, FT3, L16 to L19).
@Suite struct RefreshTests {
  /// Installs an app that has submitted a refresh and is in the background.
  private static func submitted(
    _ phone: Phone, _ scheduled: JobApp = JobApp(), in seconds: Double? = nil
  ) async throws -> InstalledApp {
    let app = try phone.install(scheduled)
    await phone.open(app)
    await phone.tasks(of: app) { $0.submit("a.refresh", in: seconds) }
    await phone.goHome()
    return app
  }

  private static let launched = TraceEvent.ScheduledTaskEvent.launched("a.refresh", "refresh")

  @Test func `a refresh wakes the app, which is suspended when the refresh is complete (FT3)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try await Self.submitted(phone)
      try await phone.world.pass(.minutes(90))
      #expect(app.state == .suspended)
      #expect(app.pendingTaskRequests.isEmpty)
    }
    #expect(world.log.texts == ["runs a.refresh"])
    #expect(world.launches == [.user])
    let began = try #require(world.moments(ofTask: Self.launched).first)
    #expect(world.moments(of: .suspended).last == began + .seconds(5))
    #expect(world.moments(of: .background).last == began)
    #expect(world.taskEvents.last == .completed("a.refresh", success: true))
  }

  @Test func `an app that is not running is launched for a refresh, in background (FT3, L8, L13)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try await Self.submitted(phone)
      phone.jetsam(app)
      try await phone.world.pass(.minutes(90))
      #expect(app.state == .suspended)
    }
    #expect(world.launches == [.user, .backgroundTask("a.refresh")])
    #expect(world.log.texts == ["runs a.refresh"])
    #expect(world.moments(of: .didFinishLaunching).count == 2)
  }

  @Test(arguments: 1...30)
  func `a refresh runs after its earliest date and a random delay (FT2, FT3)`(_ seed: UInt64)
    async throws
  {
    let floor = 2 * 3600.0
    let world = try await withPhone(seed: seed) { phone in
      _ = try await Self.submitted(phone, in: floor)
      try await phone.world.pass(.minutes(240))
    }
    let began = try #require(world.moments(ofTask: Self.launched).first)
    let range = JobPolicy(iOS: 17).usageDelay
    #expect((at(floor) + range.lowerBound...at(floor) + range.upperBound).contains(began))
  }

  @Test func `the delays of refreshes are spread evenly over their range (FT3)`() async throws {
    var minutesAfter: [Double] = []
    for seed in UInt64(1)...60 {
      let world = try await withPhone(seed: seed) { phone in
        _ = try await Self.submitted(phone)
        try await phone.world.pass(.minutes(90))
      }
      let began = try #require(world.moments(ofTask: Self.launched).first)
      minutesAfter.append((began - .start).seconds / 60)
    }
    // 10 to 60 minutes, evenly: each fifth of the range has about 12 of 60, and the mean is 35.
    for fifth in 0..<5 {
      let share = minutesAfter.filter { Int(($0 - 10) / 10) == fifth }.count
      #expect((3...24).contains(share), "fifth \(fifth)")
    }
    #expect((30...40).contains(minutesAfter.reduce(0, +) / 60))
  }

  @Test func `the expiration handler is called after 25 s, and may complete the task (FT3)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try await Self.submitted(phone, JobApp(takes: nil))
      try await phone.world.pass(.minutes(90))
      #expect(app.state == .suspended)
    }
    let began = try #require(world.moments(ofTask: Self.launched).first)
    #expect(world.log.texts == ["runs a.refresh", "expires a.refresh"])
    #expect(world.moments(printed: "expires a.refresh") == [began + .seconds(25)])
    #expect(world.taskEvents.last == .completed("a.refresh", success: false))
    #expect(world.ends.isEmpty && world.findings.isEmpty)
    #expect(world.moments(of: .suspended).last == began + .seconds(25))
  }

  @Test func `a task that is never completed gets the app killed after 30 s (FT3, L10)`()
    async throws
  {
    let app = JobApp(takes: nil, onExpiration: { _, _ in })
    let world = try await withPhone { phone in
      _ = try await Self.submitted(phone, app)
      try await phone.world.pass(.minutes(90))
    }
    let began = try #require(world.moments(ofTask: Self.launched).first)
    #expect(
      world.ends == [.killed(.backgroundTask, "the task a.refresh was not completed in time")])
    #expect(world.momentsOfEnd == [began + .seconds(30)])
    #expect(world.kinds == [.bgtaskLeaked.by(.ft3)])
  }

  @Test func `without an expiration handler a task ends without success and without a kill (FT3)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try await Self.submitted(phone, JobApp(takes: nil, onExpiration: nil))
      try await phone.world.pass(.minutes(90))
      #expect(app.state == .suspended)
    }
    #expect(world.log.texts == ["runs a.refresh"])
    #expect(world.taskEvents.last == .completed("a.refresh", success: false))
    #expect(world.ends.isEmpty)
  }

  @Test func `an app that submits its next refresh in each refresh is refreshed again (FT2)`()
    async throws
  {
    var app = JobApp()
    app.onLaunch = { runner, _ in runner.submit("a.refresh", in: 600) }
    let scheduled = app
    let world = try await withPhone { phone in
      _ = try await Self.submitted(phone, scheduled)
      try await phone.world.pass(.minutes(600))
    }
    // One every 20 to 70 minutes during ten hours.
    let count = world.moments(ofTask: Self.launched).count
    #expect((8...30).contains(count))
    #expect(world.log.texts.count == count)
  }

  @Test func `a running task is not launched a second time (FT2)`() async throws {
    var app = JobApp(takes: 20)
    app.onLaunch = { runner, task in
      if runner.tasks.count == 1 { runner.submit(task.identifier) }
    }
    let scheduled = app
    let world = try await withPhone(change: { $0.jobs.usageDelay = .zero ... .zero }) { phone in
      _ = try await Self.submitted(phone, scheduled)
      try await phone.world.pass(.minutes(5))
    }
    #expect(world.log.timedTexts == ["0.0 runs a.refresh", "20.0 runs a.refresh"])
  }

  // MARK: Conditions that prevent a refresh

  @Test func `no refresh runs in Low Power Mode, but at once afterwards (L19)`() async throws {
    let world = try await withPhone { phone in
      _ = try await Self.submitted(phone)
      phone.power.isLowPowerMode = true
      try await phone.world.pass(.minutes(300))
      phone.power.isLowPowerMode = false
      try await phone.world.pass(.minutes(1))
    }
    #expect(world.moments(ofTask: Self.launched) == [at(300 * 60)])
  }

  @Test(arguments: [true, false])
  func `no refresh runs with Background App Refresh off (L18)`(_ isGlobal: Bool) async throws {
    let world = try await withPhone { phone in
      let app = try await Self.submitted(phone)
      phone.setBackgroundRefresh(false, for: isGlobal ? nil : app)
      try await phone.world.pass(.minutes(300))
      #expect(app.backgroundRefreshStatus == .denied)
      phone.setBackgroundRefresh(true, for: isGlobal ? nil : app)
      try await phone.world.pass(.minutes(1))
    }
    #expect(world.moments(ofTask: Self.launched) == [at(300 * 60)])
  }

  @Test func `no refresh runs after a force-quit until the user opens the app (L16)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try await Self.submitted(phone)
      await phone.swipeAway(app)
      try await phone.world.pass(.minutes(600))
      await phone.open(app)
      await phone.goHome()
      try await phone.world.pass(.minutes(1))
    }
    #expect(world.launches == [.user, .user])
    #expect(world.moments(ofTask: Self.launched).map { $0 >= at(600 * 60) } == [true])
  }

  @Test func `a reboot of the device ends the effect of a force-quit (L16)`() async throws {
    let world = try await withPhone { phone in
      let app = try await Self.submitted(phone)
      await phone.swipeAway(app)
      try await phone.world.pass(.minutes(600))
      #expect(app.isForceQuit)
      try await phone.reboot()
      #expect(!app.isForceQuit)
      phone.unlock()
      try await phone.world.pass(.minutes(300))
    }
    #expect(world.launches == [.user, .backgroundTask("a.refresh")])
    #expect(world.moments(ofTask: Self.launched).map { $0 >= at(600 * 60) } == [true])
  }

  @Test func `no refresh runs while the app is in the foreground (FT3)`() async throws {
    let world = try await withPhone { phone in
      let app = try await Self.submitted(phone)
      await phone.open(app)
      try await phone.world.pass(.minutes(300))
      await phone.goHome()
      try await phone.world.pass(.minutes(1))
    }
    #expect(world.moments(ofTask: Self.launched) == [at(300 * 60)])
  }

  @Test func `an app that was not opened for a week gets no refresh (FT3)`() async throws {
    let week = 7 * 24 * 3600.0
    let world = try await withPhone { phone in
      _ = try await Self.submitted(phone, in: week - 60)
      try await phone.world.pass(.seconds(2 * week))
    }
    #expect(world.moments(ofTask: Self.launched).isEmpty)
  }

  // MARK: Other launches

  @Test
  func `an app removed from memory in the foreground is launched for a refresh later (L8, FT3)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(JobApp())
      await phone.open(app)
      await phone.tasks(of: app) { $0.submit("a.refresh") }
      try await phone.world.pass(.seconds(5))
      phone.jetsam(app)
      try await phone.world.pass(.minutes(90))
    }
    #expect(world.launches == [.user, .backgroundTask("a.refresh")])
    #expect(world.log.texts == ["runs a.refresh"])
  }

  @Test(arguments: [true, false])
  func `requests survive a reboot and an update (FT2)`(_ isUpdate: Bool) async throws {
    let world = try await withPhone { phone in
      let app = try await Self.submitted(phone)
      if isUpdate { try await phone.update(toIOS: 18) } else { try await phone.reboot() }
      try await phone.world.pass(.minutes(90))
      #expect(app.launchCount == 2)
    }
    #expect(world.launches == [.user, .backgroundTask("a.refresh")])
  }

  @Test func `before the first unlock nothing is launched (L17)`() async throws {
    let world = try await withPhone { phone in
      phone.hasPasscode = true
      _ = try await Self.submitted(phone)
      try await phone.reboot()
      try await phone.world.pass(.minutes(300))
      phone.unlock()
      try await phone.world.pass(.minutes(1))
    }
    #expect(world.moments(ofTask: Self.launched) == [at(300 * 60 + 30)])
  }

  @Test func `requests can be lost in a reboot, if the profile says so (FT2)`() async throws {
    let world = try await withPhone(change: { $0.jobs.requestsOutliveReboot = false }) { phone in
      _ = try await Self.submitted(phone)
      try await phone.reboot()
      try await phone.world.pass(.minutes(300))
    }
    #expect(world.launches == [.user])
  }

  @Test func `deleting an app removes its requests (FT2)`() async throws {
    let world = try await withPhone { phone in
      let app = try await Self.submitted(phone)
      phone.delete(app)
      let again = try phone.install(JobApp())
      try await phone.world.pass(.minutes(300))
      #expect(again.pendingTaskRequests.isEmpty)
    }
    #expect(world.launches == [.user])
  }

  @Test func `a task that was ended by a kill is not repeated (FT3)`() async throws {
    let world = try await withPhone { phone in
      let app = try await Self.submitted(phone, JobApp(takes: nil))
      phone.runScheduledTask(app, "a.refresh")
      try await phone.world.pass(.seconds(2))
      phone.jetsam(app)
      try await phone.world.pass(.minutes(300))
      #expect(app.process == nil)
    }
    #expect(world.log.texts == ["runs a.refresh"])
  }

  // MARK: The debugger

  @Test
  func `the debugger can run and expire a pending task under any conditions (FT2, FT3)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try await Self.submitted(phone, JobApp(takes: nil))
      phone.power.isLowPowerMode = true
      #expect(!phone.runScheduledTask(app, "a.clean"), "nothing of that name is pending")
      #expect(!phone.expireScheduledTask(app, "a.refresh"), "does not run yet")
      #expect(phone.runScheduledTask(app, "a.refresh"))
      try await phone.world.pass(.seconds(3))
      #expect(phone.expireScheduledTask(app, "a.refresh"))
      try await phone.world.pass(.seconds(1))
      #expect(app.state == .suspended)
    }
    #expect(world.log.timedTexts == ["0.0 runs a.refresh", "3.0 expires a.refresh"])
  }
}
