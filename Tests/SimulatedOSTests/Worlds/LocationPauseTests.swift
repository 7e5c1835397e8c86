import Dispatch
import Testing
import YobanSimulatedOS
import YobanVirtualTime

@Suite struct LocationPauseTests {
  private static let pause: ClosedRange<Duration> = .seconds(5 * 60)...(.seconds(15 * 60))
  private static let grace: ClosedRange<Duration> = .nanoseconds(1)...(.milliseconds(999))

  /// Opens the app with automatic pauses. Its updates start at once.
  private static func open(_ phone: Phone) async throws -> InstalledApp {
    let app = try phone.install(LocationApp.app().definition)
    phone.location.setAuthorization(.always, for: app)
    await phone.open(app)
    await phone.touch(app, "start") {
      LocationKeeper.current.start { $0.pausesAutomatically = true }
      LocationKeeper.current.renewTasks()
    }
    return app
  }

  private static func paused(_ world: World) -> [VirtualInstant] {
    world.moments { $0 == .location(.paused) }
  }

  @Test(arguments: UInt64(1)...20)
  func `updates of a device at rest are paused, then the app is notified and suspended (LOC3)`(
    _ seed: UInt64
  ) async throws {
    let world = try await withPhone(seed: seed) { phone in
      let app = try await Self.open(phone)
      await phone.goHome()
      // Renewed tasks do not prevent it.
      try await minutes(60)
      #expect(app.state == .suspended)
    }
    let left = try #require(world.moments(of: .sceneDidEnterBackground).first)
    let paused = try #require(Self.paused(world).first)
    #expect(Self.pause.contains(paused - left))
    #expect(Self.paused(world).count == 1)
    #expect(world.moments { $0 == .output("paused") } == [paused])
    #expect(world.findings.first == .locationKeepaliveBroken.by(.loc3))
    // The task at that time still has the budget of 30 s (BG1), or less if it ends earlier.
    let suspended = try #require(world.moments(of: .suspended).first)
    #expect((Duration.nanoseconds(1)...(.seconds(30))).contains(suspended - paused))
    #expect(world.ends == [])
  }

  @Test func `without a task the app is suspended shortly after the pause (LOC3, L7)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(LocationApp.app().definition)
      phone.location.setAuthorization(.always, for: app)
      await phone.open(app)
      await phone.touch(app, "start") {
        LocationKeeper.current.start { $0.pausesAutomatically = true }
      }
      await phone.goHome()
      try await minutes(60)
    }
    let paused = try #require(Self.paused(world).first)
    let suspended = try #require(world.moments(of: .suspended).first)
    #expect(Self.grace.contains(suspended - paused))
    #expect(world.moments { $0 == .output("paused") } == [paused])
  }

  @Test func `the updates of a device in motion are not paused until it is at rest (LOC3)`()
    async throws
  {
    let world = try await withPhone { phone in
      phone.isMoving = true
      let app = try await Self.open(phone)
      await phone.goHome()
      try await minutes(300)
      #expect(app.state == .background)
      phone.isMoving = false
      try await minutes(60)
      #expect(app.state == .suspended)
    }
    let paused = try #require(Self.paused(world).first)
    #expect(Self.pause.contains(paused - at(300 * 60)))
  }

  @Test func `updates in a long time in foreground are paused after the app leaves it (LOC3)`()
    async throws
  {
    let world = try await withPhone { phone in
      _ = try await Self.open(phone)
      try await minutes(40)
      await phone.goHome()
      try await minutes(40)
    }
    let left = try #require(world.moments(of: .sceneDidEnterBackground).first)
    let paused = try #require(Self.paused(world).first)
    #expect(paused > left && paused - left <= .seconds(15 * 60))
  }

  @Test func `a visit to foreground resumes the updates and the keep-alive (LOC3)`() async throws {
    let world = try await withPhone { phone in
      let app = try await Self.open(phone)
      await phone.goHome()
      try await minutes(60)
      #expect(app.state == .suspended)
      phone.isMoving = true
      await phone.open(app)
      await phone.touch(app, "renew") { LocationKeeper.current.renewTasks() }
      await phone.goHome()
      try await minutes(120)
      #expect(app.state == .background)
    }
    #expect(world.output.filter { $0 == "paused" || $0 == "resumed" } == ["paused", "resumed"])
  }

  @Test func `an app may start the updates again in the callback of the pause (LOC3)`() async throws
  {
    final class Restarting: LocationEventReceiver, @unchecked SimulationConfined {
      let launch: TestLaunch
      var client: LocationClient!
      init(_ launch: TestLaunch) { self.launch = launch }
      func paused() { client.start() }
      func renew() {
        let id = launch.process.beginBackgroundTask(name: nil)
        DispatchQueue.main.asyncAfter(deadline: .now() + 60) { [self] in
          renew()
          if let id { launch.process.endBackgroundTask(id) }
        }
      }
    }
    var app = TestApp(modes: ["location"]).on(.sceneDidBecomeActive) { launch in
      let port = Restarting(launch)
      launch.kept.append(port)
      port.client = launch.device.location.openManager(for: launch.process, port)
      var request = LocationRequest()
      request.allowsBackgroundUpdates = true
      port.client.configure(request)
      port.client.start()
      port.renew()
    }
    app.name = "Restarting"
    let definition = app.definition
    let world = try await withPhone { phone in
      let app = try phone.install(definition)
      phone.location.setAuthorization(.always, for: app)
      await phone.open(app)
      await phone.goHome()
      try await minutes(300)
      #expect(app.state == .background)
    }
    #expect(Self.paused(world).count >= 300 / 15 - 1)
    #expect(!world.states.contains(.suspended))
  }

  // MARK: Permission

  @Test(arguments: [true, false])
  func
    `without its usage text a request for permission does nothing, and a finding names the key (LOC11)`(
      _ always: Bool
    ) async throws
  {
    let key = always ? LocationApp.usageKey : LocationApp.whenInUseKey
    var app = LocationApp.app { keeper in
      keeper.client.requestAuthorization(always ? .always : .whenInUse)
    }
    app.info[key] = ""
    let definition = app.definition
    let world = try await withPhone { phone in
      let app = try phone.install(definition)
      await phone.open(app)
      try await sleep(100)
      #expect(phone.location.authorization(of: app) == .notDetermined)
    }
    #expect(world.findings == [.plistMissingKey.by(.loc11)])
    #expect(world.trace.findings[0].remedy.contains(key))
    #expect(world.output == ["authorization notDetermined"])
  }
}
