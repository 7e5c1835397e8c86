import Testing
import YobanSimulatedOS
import YobanVirtualTime

/// Launches in the background (L12, L13).
@Suite struct LaunchWorldTests {
  private static var app: TestApp {
    var app = TestApp(modes: ["fetch"])
    app.onFetch = { _, done in done() }
    return app
  }

  @Test(arguments: [false, true])
  func `a launch in background connects no scene unless the profile says so (L13)`(_ connects: Bool)
    async throws
  {
    let world = try World()
    let definition = Self.app.definition
    try await world.run {
      var profile = DeviceProfile.iPhone(iOS: 17)
      profile.lifecycle.backgroundSceneOnLaunch = connects
      let phone = try world.addPhone("phone", profile)
      let app = try phone.install(definition)
      phone.performBackgroundFetch(app)
      try await sleep(5)
      #expect(app.state == .suspended)
      await phone.open(app)
    }
    // The scene is connected in the background, or when the user opens the app.
    let scene: [LifecycleCallback] = [.sceneWillConnect]
    #expect(
      world.callbacks
        == [.didFinishLaunching] + (connects ? scene : []) + [.performFetch]
        + (connects ? [] : scene) + [.sceneWillEnterForeground, .sceneDidBecomeActive])
  }

  @Test
  func `after a launch in background the app's state is background, not foreground (L13, L14)`()
    async throws
  {
    let app = Self.app.on(.didFinishLaunching) { print($0.process.visibleState) }
    let definition = app.definition
    try await withPhone { phone in
      let app = try phone.install(definition)
      phone.performBackgroundFetch(app)
      try await sleep(1)
      #expect(phone.world.output == ["background"])
      #expect(app.lastOpened == nil)
    }
  }
}
