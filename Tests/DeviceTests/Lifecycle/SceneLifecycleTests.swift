import Testing
import UIKit
import YobanTesting

/// The callbacks of an app with scenes. `ApplicationTests` has those of an app without scenes (L5).
@Suite(.world()) struct SceneLifecycleTests {
  private static func app() -> AppFixture {
    var app = AppFixture { print("launched", "\($0.applicationState)") }
    app.scene = .printing
    app.terminates = { print("terminates", "\(UIApplication.shared.applicationState)") }
    return app
  }

  @Test func `the callbacks and the states that an app reads are as measured (L1, L2, L3, L4)`()
    async throws
  {
    let f = try await startApp(Self.app())
    #expect(f.app.state == .active)
    await f.phone.goHome()
    #expect(f.app.state == .background)
    try await f.world.pass(.seconds(10))
    #expect(f.app.state == .suspended)
    await f.phone.open(f.app)
    #expect(f.app.state == .active)
    await f.phone.lock()
    #expect(f.app.state == .background)
    await f.phone.open(f.app)
    await f.phone.swipeAway(f.app)
    #expect(f.app.state == .notRunning)
    let leaving = ["resigns active active", "entered background background"]
    let returning = ["enters foreground background", "became active inactive"]
    let visits = [["launched background", "connects background"], returning, leaving, returning]
    let end = ["resigns active active", "disconnected background", "terminates background"]
    #expect(f.app.log.texts == (visits + [leaving, returning, end]).flatMap(\.self))
    #expect(f.app.terminations == [.forceQuit])
  }

  @Test func `a suspended app that is swiped away receives no callback (L4)`() async throws {
    let f = try await startApp(Self.app())
    await f.phone.goHome()
    try await f.world.pass(.seconds(10))
    await f.phone.swipeAway(f.app)
    #expect(f.app.terminations == [.forceQuit])
    #expect(f.app.log.texts.last == "entered background background")
  }

  @Test(arguments: [false, true])
  func `a launch in background connects no scene unless the profile says so (L13)`(
    _ connects: Bool
  ) async throws {
    var app = Self.app()
    app.plist = InfoPlist(["UIBackgroundModes": ["fetch"]])
    let f = try await startApp(
      app, opened: false, change: { $0.lifecycle.backgroundSceneOnLaunch = connects })
    f.phone.performBackgroundFetch(f.app)
    try await f.world.pass(.seconds(5))
    #expect(f.app.state == .suspended)
    await f.phone.open(f.app)
    // The scene is connected in the background, or when the user opens the app.
    let connection =
      connects ? ["connects background", "fetch 2"] : ["fetch 2", "connects background"]
    let visit = ["enters foreground background", "became active inactive"]
    #expect(f.app.log.texts == ["launched background"] + connection + visit)
  }

  @Test func `a scene session keeps its identifier over the launches of the app`() async throws {
    var app = AppFixture()
    app.scene = SceneFixture()
    app.scene?.connects = { print(UIApplication.shared.openSessions.first!.persistentIdentifier) }
    app.scene?.disconnected = {
      print(UIApplication.shared.connectedScenes.first?.activationState == .unattached)
    }
    let f = try await startApp(app)
    f.phone.jetsam(f.app)
    await f.phone.open(f.app)
    await f.phone.swipeAway(f.app)
    try #require(f.app.log.count == 3)
    #expect(UUID(uuidString: f.app.log.texts[0]) != nil)
    #expect(f.app.log.texts[1...] == [f.app.log.texts[0], "true"])
  }
}
