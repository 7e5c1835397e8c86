import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// The wall-clock limits of the callbacks of a transition (L6, L9).
@Suite(.world()) struct WatchdogTests {
  typealias Body = @MainActor @Sendable () -> Void

  /// A callback with a limit in seconds, and how a user or the system causes it.
  struct Row: Sendable, CustomTestStringConvertible {
    var callback: String
    var limit: Double
    var set: @Sendable (inout AppFixture, @escaping Body) -> Void
    var play: @Sendable (WorldFixture) async throws -> Void
    var testDescription: String { callback }
  }

  private static let opens: @Sendable (WorldFixture) async throws -> Void = {
    await $0.phone.open($0.app)
  }
  private static let leaves: @Sendable (WorldFixture) async throws -> Void = {
    await $0.phone.open($0.app)
    await $0.phone.goHome()
  }
  private static let returns: @Sendable (WorldFixture) async throws -> Void = {
    try await leaves($0)
    try await $0.world.pass(.seconds(90))
    await $0.phone.open($0.app)
  }

  static let rows: [Row] = [
    Row(
      callback: "didFinishLaunching", limit: 20,
      set: { app, body in app.launched = { _, _ in body() } }, play: opens),
    Row(
      callback: "didFinishLaunching in background", limit: 20,
      set: { app, body in app.launched = { _, _ in body() } },
      play: { $0.phone.performBackgroundFetch($0.app) }),
    Row(
      callback: "scene willConnectTo", limit: 20,
      set: { app, body in app.scene?.connects = body }, play: opens),
    Row(
      callback: "sceneDidEnterBackground", limit: 5,
      set: { app, body in app.scene?.enteredBackground = body }, play: leaves),
    Row(
      callback: "applicationDidEnterBackground", limit: 5,
      set: { app, body in
        app.scene = nil
        app.enteredBackground = body
      }, play: leaves),
    Row(
      callback: "sceneWillEnterForeground of a return", limit: 10,
      set: { app, body in
        app.scene?.enteredBackground = { Kept.of("left", true) }
        // This callback is also part of the launch.
        app.scene?.entersForeground = { if Kept.get("left", as: Bool.self) != nil { body() } }
      }, play: returns),
    Row(
      callback: "applicationWillEnterForeground", limit: 10,
      set: { app, body in
        app.scene = nil
        app.entersForeground = body
      }, play: returns),
    Row(
      callback: "applicationWillTerminate", limit: 5,
      set: { app, body in app.terminates = body },
      play: {
        await $0.phone.open($0.app)
        await $0.phone.swipeAway($0.app)
      }),
  ]

  @Test(arguments: rows, [-0.1, 0.1])
  func `a main thread that sleeps too long in a callback is killed at the limit (L6, L9)`(
    _ row: Row, _ beyond: Double
  ) async throws {
    var app = AppFixture()
    app.plist = InfoPlist(["UIBackgroundModes": ["fetch"]])
    app.scene = SceneFixture()
    let seconds = row.limit + beyond
    row.set(&app) {
      print("slow")
      Thread.sleep(forTimeInterval: seconds)
      print("returned")
    }
    let f = try await startApp(app, opened: false)
    try await row.play(f)
    try await f.world.pass(.minutes(1))
    let lines = f.app.log.filter { !$0.text.hasPrefix("fetch") }
    guard beyond > 0 else {
      #expect(lines.map(\.text) == ["slow", "returned"])
      #expect(f.app.terminations.allSatisfy { $0 == .forceQuit })
      return
    }
    #expect(lines.map(\.text) == ["slow"])
    guard case .killed(.watchdog, _)? = f.app.terminations.first else {
      Issue.record("ended as \(f.app.terminations)")
      return
    }
    #expect(f.world.momentsOfEnd == lines.map { $0.instant + .seconds(row.limit) })
  }

  @Test func `the launch watchdog includes the time before the first callback (L9)`() async throws {
    let phone = try World.current.addPhone()
    let app = try phone.install(
      .making {
        Thread.sleep(forTimeInterval: 30)
        return ScriptedDelegate(AppFixture { _ in print("launched") })
      })
    await phone.open(app)
    try await phone.world.pass(.minutes(1))
    #expect(phone.world.momentsOfEnd == [at(20)])
    #expect(app.log.isEmpty)
  }
}
