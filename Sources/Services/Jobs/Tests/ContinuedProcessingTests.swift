import BackgroundTasks
import CoreLocation
import Testing
import YobanTesting
import YobanVirtualTime

/// BGContinuedProcessingTask on a phone with iOS 26 (FT5).
@Suite struct ContinuedProcessingTests {
  private static let export = "example.App.export.1"
  private static let app = JobApp(
    permitted: ["example.App.export.*"], registers: ["example.App.export.*"], modes: [],
    takes: nil)

  private static func begun(
    _ phone: Phone, _ scheduled: JobApp = app, waits: Bool = true
  ) async throws -> InstalledApp {
    let app = try phone.install(scheduled)
    await phone.open(app)
    await phone.tasks(of: app) { $0.submit(export, .continued(waits: waits)) }
    // The launch handler is called at the same instant.
    try await phone.world.pass(.zero)
    return app
  }

  /// Makes progress every ten seconds, for this many seconds.
  private static func work(_ phone: Phone, _ app: InstalledApp, seconds: Int) async throws {
    for _ in 0..<(seconds / 10) {
      try await phone.world.pass(.seconds(10))
      await phone.tasks(of: app) { $0.advance() }
    }
  }

  private static func show(_ subtitle: String, in runner: TaskRunner) {
    (runner.tasks[0] as? BGContinuedProcessingTask)?.updateTitle("Exporting", subtitle: subtitle)
  }

  private static func complete(_ phone: Phone, _ app: InstalledApp) async {
    await phone.tasks(of: app) { $0.tasks.last?.setTaskCompleted(success: true) }
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
      try await phone.world.pass(.seconds(5))
      #expect(app.state == .suspended)
    }
    #expect(world.log.texts == ["runs \(Self.export)"])
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
      await phone.tasks(of: app) {
        Self.show("2 of 3", in: $0)
      }
      await Self.complete(phone, app)
      await phone.tasks(of: app) {
        Self.show("too late", in: $0)
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
      try await phone.world.pass(.minutes(5))
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
      try await phone.world.pass(.seconds(1))
      #expect(!phone.cancelContinuedProcessing(app, Self.export), "it is over")
    }
    #expect(world.log.texts.last == "expires \(Self.export)")
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
      try await phone.world.pass(.minutes(1))
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
    app.launched = { _ in CLLocationManager.keepRunning() }
    let scheduled = app
    let world = try await withPhone(iOS: 26) { phone in
      let app = try phone.install(scheduled)
      phone.location.setAuthorization(.always, for: app)
      await phone.open(app)
      await phone.goHome()
      try await phone.world.pass(.seconds(5))
      await phone.tasks(of: app) {
        $0.submit(Self.export, .continued())
      }
    }
    #expect(world.log.texts.last == "refused 3")
    #expect(!world.log.texts.contains("runs \(Self.export)"))
    #expect(world.kinds.contains(.bgtaskRefused.by(.ft5)))
  }

  @Test func `the GPU needs an entitlement (FT5)`() async throws {
    for isEntitled in [false, true] {
      var app = Self.app
      if isEntitled {
        app.entitlements = ["com.apple.developer.background-tasks.continued-processing.gpu"]
      }
      let scheduled = app
      let world = try await withPhone(iOS: 26) { phone in
        let app = try phone.install(scheduled)
        await phone.open(app)
        await phone.tasks(of: app) {
          $0.submit(Self.export, .continued(needsGPU: true))
        }
        try await phone.world.pass(.seconds(1))
      }
      #expect(world.log.texts == [isEntitled ? "runs \(Self.export)" : "refused 3"])
    }
  }

  // MARK: One task at a time

  @Test func `while another task runs, a request waits if it may, otherwise it fails with 4 (FT5)`()
    async throws
  {
    let second = "example.App.export.2"
    let world = try await withPhone(iOS: 26) { phone in
      let app = try await Self.begun(phone)
      await phone.tasks(of: app) {
        $0.submit("example.App.export.3", .continued(waits: false))
        $0.submit(second, .continued(waits: true))
      }
      #expect(app.pendingTaskRequests.map(\.identifier) == [second])
      try await Self.work(phone, app, seconds: 20)
      await Self.complete(phone, app)
      try await phone.world.pass(.seconds(1))
      #expect(app.pendingTaskRequests.isEmpty)
    }
    #expect(
      world.log.texts == ["runs \(Self.export)", "refused 4", "runs \(second)"])
    #expect(world.moments(ofTask: .launched(second, "continued processing")) == [at(20)])
  }

  @Test(arguments: [TerminationReason.jetsam, .crash("trap")])
  func `a waiting task waits for the next launch of its app (FT5, L8)`(
    _ reason: TerminationReason
  ) async throws {
    let second = "example.App.export.2"
    let world = try await withPhone(iOS: 26) { phone in
      let app = try await Self.begun(phone)
      await phone.tasks(of: app) { $0.submit(second, .continued()) }
      app.process?.kill(reason)
      #expect(app.pendingTaskRequests.map(\.identifier) == [second])
      try await phone.world.pass(.minutes(5))
      #expect(app.state == .notRunning, "no task launches an app")
      await phone.open(app)
      try await phone.world.pass(.seconds(5))
      #expect(app.pendingTaskRequests.isEmpty)
    }
    #expect(world.ends == [reason])
    #expect(world.log.texts == ["runs \(Self.export)", "runs \(second)"])
  }

  @Test func `a waiting task is canceled by a reboot (FT5, L8)`() async throws {
    let second = "example.App.export.2"
    let world = try await withPhone(iOS: 26) { phone in
      let app = try await Self.begun(phone)
      await phone.tasks(of: app) { $0.submit(second, .continued()) }
      try await phone.reboot()
      #expect(app.pendingTaskRequests.isEmpty)
      await phone.open(app)
      try await phone.world.pass(.minutes(5))
    }
    #expect(world.ends == [.reboot])
    #expect(world.log.texts == ["runs \(Self.export)"])
    #expect(world.taskEvents.last == .cancelled(second))
  }

  @Test func `a task that waits for another app's task does not begin during a reboot (FT5, L8)`()
    async throws
  {
    let other = "example.Other.export.1"
    let second = JobApp(
      name: "Other", permitted: ["example.Other.export.*"], registers: ["example.Other.export.*"],
      takes: nil)
    let world = try await withPhone(iOS: 26) { phone in
      _ = try await Self.begun(phone)
      let app = try phone.install(second)
      await phone.open(app)
      await phone.tasks(of: app) {
        $0.submit(other, .continued())
      }
      try await phone.reboot()
      try await phone.world.pass(.minutes(5))
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
      await phone.tasks(of: app) { $0.submit(second, .continued()) }
      await phone.swipeAway(app)
      try await phone.world.pass(.minutes(5))
      await phone.open(app)
      #expect(app.pendingTaskRequests.isEmpty)
    }
    #expect(world.log.texts == ["runs \(Self.export)"])
    #expect(world.taskEvents.last == .cancelled(second))
  }
}
