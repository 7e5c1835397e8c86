import Testing
import YobanSimulatedOS
import YobanVirtualTime

/// Processes that are started before they are needed (L15), and processes that are reused (L14).
@Suite struct PrewarmWorldTests {
  private static var app: TestApp {
    var app = TestApp(modes: ["fetch"])
    app.beforeMain = { print("main") }
    app.onFetch = { _, done in
      print("fetch")
      done()
    }
    app.onEvent = { _, event in print("\(event)") }
    return app
  }

  @Test func `a prewarmed process waits before main, for hours if necessary (L15)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.app.definition)
      phone.prewarm(app)
      try await minutes(300)
      #expect(app.process != nil && app.state == .notRunning)
      phone.warnOfLowMemory()
      phone.power.isLowPowerMode = true
      try await minutes(1)
    }
    #expect(world.launches == [.prewarming])
    #expect(world.output.isEmpty && world.callbacks.isEmpty)
  }

  @Test func `opened by the user an app launches as usual, in its prewarmed process (L1, L15)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.app.definition)
      phone.prewarm(app)
      phone.prewarm(app)
      try await minutes(60)
      await phone.open(app)
      #expect(app.launchCount == 1 && app.state == .active)
      #expect(app.process?.cause == .user)
    }
    #expect(
      world.callbacks == [
        .didFinishLaunching, .sceneWillConnect, .sceneWillEnterForeground, .sceneDidBecomeActive,
      ])
    #expect(world.output == ["main"])
    #expect(world.ends.isEmpty)
  }

  @Test func `an event launches the app in the prewarmed process (L13, L15)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.app.definition)
      phone.prewarm(app)
      try await minutes(60)
      phone.performBackgroundFetch(app)
      try await sleep(5)
      #expect(app.launchCount == 1 && app.state == .suspended)
    }
    #expect(world.output == ["main", "fetch"])
    #expect(world.callbacks == [.didFinishLaunching, .performFetch])
  }

  @Test(arguments: [(14.8 as SystemVersion, false), (15, true), (26, true)])
  func `processes are prewarmed from iOS 15 on (L15)`(_ version: SystemVersion, _ happens: Bool)
    async throws
  {
    try await withPhone(iOS: version) { phone in
      let app = try phone.install(Self.app.definition)
      phone.prewarm(app)
      #expect((app.process != nil) == happens)
    }
  }

  @Test func `an app that was force-quit is not prewarmed until it is opened (L15, L16)`()
    async throws
  {
    try await withPhone { phone in
      let app = try phone.install(Self.app.definition)
      await phone.open(app)
      await phone.swipeAway(app)
      phone.prewarm(app)
      #expect(app.process == nil)
      await phone.open(app)
      phone.jetsam(app)
      phone.prewarm(app)
      #expect(app.process != nil)
    }
  }

  @Test func `a prewarmed process can be removed from memory (L8, L15)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.app.definition)
      phone.prewarm(app)
      phone.memoryPressure(removing: 1)
      #expect(app.process == nil)
      await phone.open(app)
      #expect(app.launchCount == 2)
    }
    #expect(world.ends == [.jetsam])
  }

  @Test func `a prewarmed process is swiped away without a callback (L4, L15)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.app.definition)
      phone.prewarm(app)
      await phone.swipeAway(app)
      #expect(app.process == nil)
    }
    #expect(world.ends == [.forceQuit])
    #expect(world.output.isEmpty && world.callbacks.isEmpty)
  }

  @Test func `the app of a prewarmed process has no control to touch (L15)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.app.definition)
      phone.prewarm(app)
      await phone.touch(app, "a control") { print("touched") }
      try await minutes(1)
    }
    #expect(world.output.isEmpty)
  }

  @Test func `a prewarmed process ends once (L15)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.app.definition)
      phone.prewarm(app)
      let process = app.process
      phone.jetsam(app)
      process?.kill(.crash("again"))
    }
    #expect(world.ends == [.jetsam])
  }

  @Test func `the variant that field reports describe also runs didFinishLaunching (L15)`()
    async throws
  {
    let world = try World()
    let definition = Self.app.definition
    try await world.run {
      var profile = DeviceProfile.iPhone(iOS: 17)
      profile.lifecycle.prewarmingLaunches = true
      let phone = try world.addPhone("phone", profile)
      let app = try phone.install(definition)
      phone.prewarm(app)
      try await minutes(60)
      #expect(app.state == .suspended)
      #expect(world.callbacks == [.didFinishLaunching])
      await phone.open(app)
      #expect(app.state == .active && app.launchCount == 1)
    }
    #expect(
      world.callbacks == [
        .didFinishLaunching, .sceneWillConnect, .sceneWillEnterForeground, .sceneDidBecomeActive,
      ])
  }

  @Test func `a second event uses the existing process, without a second launch (L14)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.app.definition)
      for _ in 1...3 {
        phone.performBackgroundFetch(app)
        try await minutes(5)
      }
      #expect(app.launchCount == 1)
    }
    #expect(world.launches == [.backgroundFetch])
    #expect(world.output == ["main", "fetch", "fetch", "fetch"])
    #expect(world.callbacks.filter { $0 == .didFinishLaunching }.count == 1)
  }
}
