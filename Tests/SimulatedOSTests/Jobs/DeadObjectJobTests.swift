import Testing
import YobanSimulatedOS
import YobanVirtualTime

/// Objects of a launch that has ended, which static variables still hold (L8).
@Suite struct DeadObjectJobTests {
  /// The objects of the first launch.
  private final class Kept: @unchecked SimulationConfined {
    var launch: TestLaunch!
    var process: AppProcess { launch.process }
    var runner: TaskRunner!
    var task: ScheduledTask!
    var answer: (FetchResult) -> Void = { _ in }
  }

  private static func app(_ kept: Kept) -> TestApp {
    var scheduled = SchedulerApp(
      modes: ["fetch", "processing", "remote-notification", "voip"],
      entitlements: ["aps-environment"], takes: nil)
    scheduled.onLaunch = { runner, task in
      guard kept.task == nil else { return }
      kept.task = task
      kept.runner = runner
    }
    var app = scheduled.app.on(.didFinishLaunching) { launch in
      kept.launch = kept.launch ?? launch
      launch.device.scheduler.registerForPushes(launch.process)
    }
    app.onPush = { _, _, done in kept.answer = done }
    return app
  }

  /// The app ran a task and received a push, was removed from memory, was opened again, and has
  /// submitted a refresh. Then the old objects are used.
  private static func play(
    iOS version: SystemVersion = 17, _ kept: Kept,
    _ use: @escaping @Sendable (Kept, SchedulerService) throws -> Void
  ) async throws -> World {
    let definition = app(kept).definition
    return try await withPhone(iOS: version) { phone in
      let app = try phone.install(definition)
      await phone.open(app)
      try await sleep(5)
      await phone.touch(app, "submit") { TaskRunner.current.submit("a.refresh") }
      await phone.goHome()
      phone.runScheduledTask(app, "a.refresh")
      try? phone.push(to: app, payload: #"{"aps":{"content-available":1}}"#)
      try await sleep(1)
      phone.jetsam(app)
      await phone.open(app)
      try await sleep(5)
      await phone.touch(app, "submit") { TaskRunner.current.submit("a.refresh") }
      try use(kept, phone.scheduler)
      #expect(phone.scheduler.isRegisteredForPushes(app))
      if version >= 13 {
        #expect(phone.scheduler.pendingRequests(of: app).map(\.identifier) == ["a.refresh"])
      }
    }
  }

  private static let one: [Finding.Kind] = [.processDeadObject.by("L8")]

  @Test func `a scheduler of a launch that has ended accepts and cancels no requests (L8, FT2)`()
    async throws
  {
    let world = try await Self.play(Kept()) { kept, service in
      let isRegistered = try service.register("a.clean", for: kept.process, kept.runner)
      #expect(!isRegistered)
      try service.submit(ScheduledTaskRequest("a.clean", .refresh), for: kept.process)
      service.cancel("a.refresh", for: kept.process)
      service.cancelAll(for: kept.process)
    }
    #expect(world.findings == Array(repeating: Self.one[0], count: 4))
    #expect(!world.taskEvents.contains(.cancelled("a.refresh")))
  }

  @Test
  func `a task of a launch that has ended does not complete and shows nothing (L8, FT3, FT5)`()
    async throws
  {
    let world = try await Self.play(Kept()) { kept, _ in
      kept.task.show(title: "too", subtitle: "late")
      kept.task.complete(success: true)
    }
    #expect(world.findings == Self.one + Self.one)
    #expect(!world.taskEvents.contains(.completed("a.refresh", success: true)))
    #expect(!world.taskEvents.contains { if case .activity = $0 { true } else { false } })
  }

  @Test func `a task object that outlives its process completes nothing (L8, FT3)`() async throws {
    let world = try await Self.play(Kept()) { kept, _ in
      kept.launch.kept = []  // The runner, which holds the launch.
      (kept.launch, kept.runner) = (nil, nil)
      kept.task.complete(success: true)
    }
    #expect(world.findings == Self.one)
    #expect(!world.taskEvents.contains(.completed("a.refresh", success: true)))
  }

  @Test func `a push to a launch that has ended cannot be answered (L8, FT6)`() async throws {
    let world = try await Self.play(Kept()) { kept, _ in kept.answer(.newData) }
    #expect(world.findings == Self.one)
    #expect(answers(world) == 0)
  }

  @Test func `a push is answered once, even if the handler is called again (FT6)`() async throws {
    var app = Self.app(Kept())
    app.onPush = { _, _, done in
      done(.newData)
      done(.failed)
    }
    let definition = app.definition
    let world = try await withPhone { phone in
      let app = try phone.install(definition)
      await phone.open(app)
      try await sleep(5)
      try phone.push(to: app, payload: #"{"aps":{"content-available":1}}"#)
      try await sleep(5)
    }
    #expect(answers(world) == 1)
    #expect(world.findings.isEmpty)
  }

  @Test func `an application of a launch that has ended changes no registration (L8, FT6, BG8)`()
    async throws
  {
    let world = try await Self.play(iOS: 6, Kept()) { kept, service in
      service.unregisterForPushes(kept.process)
      #expect(!service.setKeepAlive(every: .seconds(600), for: kept.process))
    }
    #expect(world.findings == Self.one + Self.one)
  }

  private func answers(_ world: World) -> Int {
    world.moments {
      if case .answered = $0.remoteNotification { true } else { false }
    }.count
  }
}
