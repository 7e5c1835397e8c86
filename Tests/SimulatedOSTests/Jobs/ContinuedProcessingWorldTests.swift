import Testing
import YobanSimulatedOS
import YobanVirtualTime

/// BGContinuedProcessingTask on a phone with iOS 26 (FT5).
@Suite struct ContinuedProcessingWorldTests {
  private static let export = "example.App.export.1"
  private static let app = SchedulerApp(
    permitted: ["example.App.export.*"], registers: ["example.App.export.*"], modes: [],
    takes: nil)

  private static func begun(
    _ phone: Phone, _ scheduled: SchedulerApp = app, waits: Bool = true
  ) async throws -> InstalledApp {
    let app = try phone.install(scheduled.app.definition)
    await phone.open(app)
    await phone.touch(app, "export") {
      TaskRunner.current.submit(export, SchedulerApp.continued(waits: waits))
    }
    return app
  }

  /// Makes progress every ten seconds, for this many seconds.
  private static func work(_ phone: Phone, _ app: InstalledApp, seconds: Int) async throws {
    for _ in 0..<(seconds / 10) {
      try await sleep(10)
      await phone.touch(app, "nothing") { TaskRunner.current.progress += 1 }
    }
  }

  private static func complete(_ phone: Phone, _ app: InstalledApp) async {
    await phone.touch(app, "nothing") { TaskRunner.current.tasks.last?.complete(success: true) }
  }

  @Test
  func `a task begins in foreground, shows a Live Activity, and continues in background (FT5)`()
    async throws
  {
    let world = try await withPhone(iOS: 26) { phone in
      let app = try await Self.begun(phone)
      #expect(phone.world.taskEvents.contains(.launched(Self.export, "continued processing")))
      try await Self.work(phone, app, seconds: 60)
      await phone.goHome()
      try await Self.work(phone, app, seconds: 1800)
      #expect(app.state == .background, "half an hour in background")
      await Self.complete(phone, app)
      try await sleep(5)
      #expect(app.state == .suspended)
    }
    #expect(world.output == ["runs \(Self.export)"])
    #expect(
      world.taskEvents == [
        .submitted(Self.export, "continued processing"),
        .launched(Self.export, "continued processing"),
        .activity(Self.export, title: "Exporting", subtitle: "0 of 3"),
        .completed(Self.export, success: true),
      ])
    #expect(world.launches == [.user])
  }

  @Test func `the texts of the Live Activity can be changed while the task runs (FT5)`()
    async throws
  {
    let world = try await withPhone(iOS: 26) { phone in
      let app = try await Self.begun(phone)
      await phone.touch(app, "nothing") {
        TaskRunner.current.tasks[0].show(title: "Exporting", subtitle: "2 of 3")
      }
      await Self.complete(phone, app)
      await phone.touch(app, "nothing") {
        TaskRunner.current.tasks[0].show(title: "too", subtitle: "late")
      }
    }
    let shown = world.taskEvents.filter { if case .activity = $0 { true } else { false } }
    #expect(shown.last == .activity(Self.export, title: "Exporting", subtitle: "2 of 3"))
  }

  @Test(arguments: [0, 600])
  func `without progress a task expires after a minute (FT5)`(_ seconds: Int) async throws {
    let world = try await withPhone(iOS: 26) { phone in
      let app = try await Self.begun(phone)
      await phone.goHome()
      try await Self.work(phone, app, seconds: seconds)
      try await minutes(5)
      #expect(app.state == .suspended)
    }
    #expect(
      world.taskEvents.suffix(2) == [
        .expired(Self.export, "no progress"), .completed(Self.export, success: false),
      ])
    let expired = try #require(world.moments(ofTask: .expired(Self.export, "no progress")).first)
    // The system checks every ten seconds.
    #expect((at(Double(seconds) + 60)...at(Double(seconds) + 70)).contains(expired))
  }

  @Test func `the user can stop a task, which calls the expiration handler (FT5)`() async throws {
    let world = try await withPhone(iOS: 26) { phone in
      let app = try await Self.begun(phone)
      await phone.goHome()
      try await Self.work(phone, app, seconds: 30)
      #expect(phone.cancelContinuedProcessing(app, Self.export))
      try await sleep(1)
      #expect(!phone.cancelContinuedProcessing(app, Self.export), "it is over")
    }
    #expect(world.output.last == "expires \(Self.export)")
    #expect(
      world.taskEvents.suffix(2) == [
        .expired(Self.export, "the user stopped it"), .completed(Self.export, success: false),
      ])
  }

  @Test func `an app in background that does not complete its expired task is killed (FT5, L10)`()
    async throws
  {
    var app = Self.app
    app.onExpiration = { _, _ in }
    let scheduled = app
    let world = try await withPhone(iOS: 26) { phone in
      let app = try await Self.begun(phone, scheduled)
      await phone.goHome()
      phone.cancelContinuedProcessing(app, Self.export)
      try await minutes(1)
    }
    #expect(world.ends.count == 1)
    #expect(world.momentsOfEnd == [at(5)])
    guard case .killed(.backgroundTask, _)? = world.ends.first else {
      Issue.record("ended as \(world.ends)")
      return
    }
  }

  @Test func `a continued processing task cannot be submitted from background (FT5)`()
    async throws
  {
    var app = Self.app
    app.modes = ["location"]
    let definition = app.app.on(.didFinishLaunching) { LocationKeeper($0).start() }.definition
    let world = try await withPhone(iOS: 26) { phone in
      let app = try phone.install(definition)
      phone.location.setAuthorization(.always, for: app)
      await phone.open(app)
      await phone.goHome()
      try await sleep(5)
      await phone.touch(app, "nothing") {
        TaskRunner.current.submit(Self.export, SchedulerApp.continued())
      }
    }
    #expect(world.output.last == "notPermitted 3")
    #expect(!world.output.contains("runs \(Self.export)"))
    #expect(world.findings.contains(.bgtaskRefused.by("FT5")))
  }

  @Test func `the GPU needs an entitlement (FT5)`() async throws {
    for isEntitled in [false, true] {
      var app = Self.app
      if isEntitled {
        app.entitlements = ["com.apple.developer.background-tasks.continued-processing.gpu"]
      }
      let definition = app.app.definition
      let world = try await withPhone(iOS: 26) { phone in
        let app = try phone.install(definition)
        await phone.open(app)
        await phone.touch(app, "export") {
          TaskRunner.current.submit(Self.export, SchedulerApp.continued(needsGPU: true))
        }
        try await sleep(1)
      }
      #expect(world.output == [isEntitled ? "runs \(Self.export)" : "notPermitted 3"])
    }
  }

  // MARK: One task at a time

  @Test func `while another task runs, a request waits if it may, otherwise it fails with 4 (FT5)`()
    async throws
  {
    let second = "example.App.export.2"
    let world = try await withPhone(iOS: 26) { phone in
      let app = try await Self.begun(phone)
      await phone.touch(app, "more") {
        TaskRunner.current.submit("example.App.export.3", SchedulerApp.continued(waits: false))
        TaskRunner.current.submit(second, SchedulerApp.continued(waits: true))
      }
      #expect(phone.scheduler.pendingRequests(of: app).map(\.identifier) == [second])
      try await Self.work(phone, app, seconds: 20)
      await Self.complete(phone, app)
      try await sleep(1)
      #expect(phone.scheduler.pendingRequests(of: app).isEmpty)
    }
    #expect(
      world.output == ["runs \(Self.export)", "immediateRunIneligible 4", "runs \(second)"])
    #expect(world.moments(ofTask: .launched(second, "continued processing")) == [at(20)])
  }

  @Test(arguments: [TerminationReason.jetsam, .crash("trap"), .reboot])
  func `a waiting task is canceled when its process ends, for whatever reason (FT5, L8)`(
    _ reason: TerminationReason
  ) async throws {
    let second = "example.App.export.2"
    let world = try await withPhone(iOS: 26) { phone in
      let app = try await Self.begun(phone)
      await phone.touch(app, "more") { TaskRunner.current.submit(second, SchedulerApp.continued()) }
      if reason == .reboot { try await phone.reboot() } else { app.process?.kill(reason) }
      #expect(phone.scheduler.pendingRequests(of: app).isEmpty)
      await phone.open(app)
      try await minutes(5)
    }
    #expect(world.ends == [reason])
    #expect(world.output == ["runs \(Self.export)"])
    #expect(world.taskEvents.last == .cancelled(second))
  }

  @Test func `a task that waits for another app's task does not begin during a reboot (FT5, L8)`()
    async throws
  {
    let other = "example.Other.export.1"
    var second = SchedulerApp(
      permitted: ["example.Other.export.*"], registers: ["example.Other.export.*"], takes: nil
    ).app
    second.name = "Other"
    let definition = second.definition
    let world = try await withPhone(iOS: 26) { phone in
      _ = try await Self.begun(phone)
      let app = try phone.install(definition)
      await phone.open(app)
      await phone.touch(app, "export") {
        TaskRunner.current.submit(other, SchedulerApp.continued())
      }
      try await phone.reboot()
      try await minutes(5)
    }
    #expect(world.taskEvents.last == .cancelled(other))
    #expect(!world.taskEvents.contains(.launched(other, "continued processing")))
  }

  @Test func `a force-quit ends a task without a callback, and cancels waiting tasks (FT5, L16)`()
    async throws
  {
    let second = "example.App.export.2"
    let world = try await withPhone(iOS: 26) { phone in
      let app = try await Self.begun(phone)
      await phone.touch(app, "more") { TaskRunner.current.submit(second, SchedulerApp.continued()) }
      await phone.swipeAway(app)
      try await minutes(5)
      await phone.open(app)
      #expect(phone.scheduler.pendingRequests(of: app).isEmpty)
    }
    #expect(world.output == ["runs \(Self.export)"])
    #expect(world.taskEvents.last == .cancelled(second))
  }
}
