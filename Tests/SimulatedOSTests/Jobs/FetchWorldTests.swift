import Testing
import YobanSimulatedOS
import YobanVirtualTime

/// Background fetch, scheduled by the system (FT1).
@Suite struct FetchWorldTests {
  /// An app that sets its fetch interval at launch. With `answers` it answers each fetch.
  private static func app(
    minimum: Double? = 3600, modes: [String] = ["fetch"], answers: Bool = true
  ) -> TestApp {
    var app = TestApp().on(.didFinishLaunching) { launch in
      launch.device.scheduler.setMinimumFetchInterval(
        minimum.map { .seconds($0) }, for: launch.process)
    }
    app.modes = modes
    app.onFetch = { _, done in
      print("fetch")
      if answers { done() }
    }
    return app
  }

  private static func day(
    _ app: TestApp, iOS version: SystemVersion = 12, seed: UInt64 = 1,
    _ meanwhile: @escaping @Sendable (Phone, InstalledApp) async throws -> Void = { _, _ in }
  ) async throws -> World {
    let definition = app.definition
    return try await withPhone(seed: seed, iOS: version) { phone in
      let app = try phone.install(definition)
      await phone.open(app)
      await phone.goHome()
      try await meanwhile(phone, app)
      try await minutes(24 * 60)
    }
  }

  @Test func `an app that is removed from memory in the foreground gets later fetches (L8, FT1)`()
    async throws
  {
    let world = try await withPhone(iOS: 12) { phone in
      let app = try phone.install(Self.app().definition)
      await phone.open(app)
      phone.jetsam(app)
      try await minutes(121)
    }
    #expect(world.launches == [.user, .backgroundFetch])
  }

  @Test(arguments: 1...10)
  func `a fetch runs no sooner than the minimum interval, when the system chooses (FT1)`(
    _ seed: UInt64
  ) async throws {
    let world = try await Self.day(Self.app(), seed: seed)
    let moments = world.moments(of: .performFetch)
    // Apple guarantees only the minimum and says that the system chooses when to fetch.
    let waits = zip([.start] + moments, moments).map { $1 - $0 }
    #expect(waits.count > 1)
    #expect(waits.allSatisfy { $0 >= .seconds(3600) })
    #expect(Set(waits).count > 1, "the system chooses the moment")
    #expect(world.launches == [.user])
    #expect(world.output.count == moments.count)
  }

  @Test func `an app that does not set an interval gets no fetch (FT1)`() async throws {
    for app in [Self.app(minimum: nil), TestApp(modes: ["fetch"])] {
      #expect(try await Self.day(app).callbacks.contains(.performFetch) == false)
    }
  }

  @Test(arguments: [(6.0 as SystemVersion, 0), (7, 1), (12, 1), (17, 1)])
  func `fetches exist from iOS 7 on (FT1)`(_ version: SystemVersion, _ expected: Int) async throws {
    let world = try await Self.day(Self.app(), iOS: version)
    #expect(min(1, world.moments(of: .performFetch).count) == expected)
  }

  @Test(arguments: [(12.0 as SystemVersion, true), (13, false), (17, false)])
  func `permitted task identifiers disable fetches from iOS 13 on (FT1)`(
    _ version: SystemVersion, _ isFetched: Bool
  ) async throws {
    var app = Self.app()
    app.lists = ["BGTaskSchedulerPermittedIdentifiers": ["a"]]
    let world = try await Self.day(app, iOS: version) { phone, app in
      phone.performBackgroundFetch(app)
    }
    #expect(world.callbacks.contains(.performFetch) == isFetched)
    #expect(world.findings == (isFetched ? [] : [.fetchDisabled.by("FT1")]))
  }

  @Test func `without the background mode there is no fetch, and a finding is reported (FT1)`()
    async throws
  {
    let world = try await Self.day(Self.app(modes: []))
    #expect(!world.callbacks.contains(.performFetch))
    #expect(world.findings == [.plistMissingKey.by("FT1")])
  }

  @Test func `an app that was removed from memory is launched for a fetch (FT1, L8)`()
    async throws
  {
    let world = try await Self.day(Self.app()) { phone, app in phone.jetsam(app) }
    #expect(world.launches.prefix(2) == [.user, .backgroundFetch])
  }

  @Test func `a handler that is never called gets the app killed after 30 s (FT1, L10)`()
    async throws
  {
    let world = try await Self.day(Self.app(answers: false))
    let fetch = try #require(world.moments(of: .performFetch).first)
    #expect(world.momentsOfEnd.first == fetch + .seconds(30))
    guard case .killed(.backgroundFetch, _)? = world.ends.first else {
      Issue.record("ended as \(world.ends)")
      return
    }
    #expect(world.launches.count > 1, "and is launched for the next one")
  }

  @Test func `no fetch after a force-quit, in Low Power Mode, or with refresh off (L16, L18, L19)`()
    async throws
  {
    let forceQuit = try await Self.day(Self.app()) { phone, app in await phone.swipeAway(app) }
    #expect(!forceQuit.callbacks.contains(.performFetch))
    let lowPower = try await Self.day(Self.app()) { phone, _ in phone.power.isLowPowerMode = true }
    #expect(!lowPower.callbacks.contains(.performFetch))
    let denied = try await Self.day(Self.app()) { phone, app in
      phone.setBackgroundRefresh(false, for: app)
    }
    #expect(!denied.callbacks.contains(.performFetch))
  }

  @Test func `a force-quit app gets fetches again after the user has opened it (L16)`() async throws
  {
    let world = try await Self.day(Self.app()) { phone, app in
      await phone.swipeAway(app)
      try await minutes(300)
      await phone.open(app)
      await phone.goHome()
    }
    #expect(world.moments(of: .performFetch).first.map { $0 >= at(300 * 60) } == true)
  }

  @Test func `the fetch interval survives a reboot (FT1)`() async throws {
    let once = TestApp(modes: ["fetch"]).on(.sceneDidBecomeActive) { launch in
      launch.device.scheduler.setMinimumFetchInterval(.seconds(3600), for: launch.process)
    }
    let world = try await Self.day(once) { phone, _ in try await phone.reboot() }
    #expect(world.launches.prefix(2) == [.user, .backgroundFetch])
  }
}
