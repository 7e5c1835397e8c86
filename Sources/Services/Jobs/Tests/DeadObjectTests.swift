import BackgroundTasks
import Testing
import UIKit
import YobanTesting

/// Objects of a launch that has ended, which static variables still hold (L8).
@Suite(.world()) struct DeadObjectTests {
  /// The objects of the first launch.
  ///
  /// Sendable: used only by the code that holds the simulation's baton.
  private final class Old: @unchecked Sendable {
    var scheduler: BGTaskScheduler!
    var application: UIApplication!
    var task: BGTask!
    var answer: JobApp.Answer = { _ in }
  }

  private static let export = "example.App.export.1"

  private static func app(_ old: Old) -> JobApp {
    JobApp(
      permitted: ["a.refresh", "a.clean", "example.App.export.*"],
      registers: ["a.refresh", "example.App.export.*"],
      modes: ["fetch", "processing", "remote-notification", "voip"],
      entitlements: ["aps-environment"], takes: nil,
      onLaunch: { _, task in old.task = old.task ?? task },
      launched: { application in
        application.registerForRemoteNotifications()
        guard old.application == nil else { return }
        (old.application, old.scheduler) = (application, .shared)
      }, onPush: { old.answer = $1 })
  }

  /// The app ran a task and received a push, was removed from memory, was opened again, and has submitted a
  /// refresh. Then the old objects are used, in the new launch.
  private static func play(
    iOS version: SystemVersion = 17, _ task: String = "a.refresh", _ kind: JobKind = .refresh,
    _ use: @escaping @MainActor @Sendable (Old) -> Void
  ) async throws -> World {
    let world = try World.current
    let phone = try world.addPhone(iOS: version)
    let old = Old()
    let app = try phone.install(Self.app(old))
    await phone.open(app)
    try await world.pass(.seconds(5))
    await phone.tasks(of: app) { $0.submit(task, kind) }
    await phone.goHome()
    phone.runScheduledTask(app, task)
    try? phone.push(to: app, payload: #"{"aps":{"content-available":1}}"#)
    try await world.pass(.seconds(1))
    phone.jetsam(app)
    await phone.open(app)
    try await world.pass(.seconds(5))
    await phone.tasks(of: app) { $0.submit("a.refresh") }
    await phone.touch(app, "use") { use(old) }
    #expect(phone.scheduler.isRegisteredForPushes(app))
    if version >= 13 {
      #expect(app.pendingTaskRequests.map(\.identifier) == ["a.refresh"])
    }
    return world
  }

  private static func findings(_ count: Int) -> [Finding.Kind] {
    Array(repeating: .processDeadObject.by(.l8), count: count)
  }

  @Test func `a scheduler of a launch that has ended accepts and cancels no requests (L8, FT2)`()
    async throws
  {
    let world = try await Self.play { old in
      #expect(!old.scheduler.register(forTaskWithIdentifier: "a.clean", using: nil) { _ in })
      try! old.scheduler.submit(BGAppRefreshTaskRequest(identifier: "a.clean"))
      old.scheduler.cancel(taskRequestWithIdentifier: "a.refresh")
      old.scheduler.cancelAllTaskRequests()
    }
    #expect(world.kinds == Self.findings(4))
    #expect(!world.taskEvents.contains(.cancelled("a.refresh")))
  }

  @Test func `a task of a launch that has ended does not complete (L8, FT3)`() async throws {
    let world = try await Self.play { $0.task.setTaskCompleted(success: true) }
    #expect(world.kinds == Self.findings(1))
    #expect(!world.taskEvents.contains(.completed("a.refresh", success: true)))
  }

  @Test func `a continued task of a launch that has ended shows nothing (L8, FT5)`() async throws {
    let world = try await Self.play(iOS: 26, Self.export, .continued()) { old in
      (old.task as? BGContinuedProcessingTask)?.updateTitle("too", subtitle: "late")
    }
    #expect(world.kinds == Self.findings(1))
    #expect(!world.taskEvents.contains(.activity(Self.export, title: "too", subtitle: "late")))
  }

  @Test func `a push to a launch that has ended cannot be answered (L8, FT6)`() async throws {
    let world = try await Self.play { $0.answer(.newData) }
    #expect(world.kinds == Self.findings(1))
    #expect(answers(world) == 0)
  }

  @Test func `a push is answered once, even if the handler is called again (FT6)`() async throws {
    var app = Self.app(Old())
    app.onPush = { _, done in
      done(.newData)
      done(.failed)
    }
    let world = try World.current
    let phone = try world.addPhone(iOS: 17)
    let installed = try phone.install(app)
    await phone.open(installed)
    try await world.pass(.seconds(5))
    try phone.push(to: installed, payload: #"{"aps":{"content-available":1}}"#)
    try await world.pass(.seconds(5))
    #expect(answers(world) == 1)
    #expect(world.findings.isEmpty)
  }

  @Test func `an application of a launch that has ended changes no registration (L8, FT6, BG8)`()
    async throws
  {
    let world = try await Self.play(iOS: 6) { old in
      old.application.unregisterForRemoteNotifications()
      #expect(!old.application.setKeepAliveTimeout(600) {})
    }
    #expect(world.kinds == Self.findings(2))
  }

  private func answers(_ world: World) -> Int {
    world.moments { if case .answered = $0.remoteNotification { true } else { false } }.count
  }
}
