import Testing
import YobanSimulatedOS
import YobanVirtualTime

/// The first iOS 7: a task that its expiration handler does not end continues (BG4).
@Suite struct OutlivedTaskWorldTests {
  private static func hour(_ version: SystemVersion, endsLater: Bool = false) async throws -> World
  {
    var app = TestApp().on(.sceneDidEnterBackground) { launch in
      _ = launch.process.beginBackgroundTask(name: "job")
    }
    app.onExpiry = { _, id in print("expired \(id)") }
    let definition = app.definition
    return try await withPhone(iOS: version) { phone in
      let app = try phone.install(definition)
      await phone.open(app)
      await phone.goHome()
      try await minutes(60)
      guard endsLater else { return }
      await phone.touch(app, "end") { TestLaunch.current.process.endBackgroundTask(1) }
      try await minutes(1)
      #expect(app.state == .suspended)
    }
  }

  @Test func `on iOS 7.0 an expired task continues for an hour, until the app ends it (BG4, BG5)`()
    async throws
  {
    let world = try await Self.hour(7, endsLater: true)
    #expect(world.timedOutput == ["175.0 expired 1"])
    #expect(world.ends.isEmpty)
    #expect(world.moments(of: .suspended) == [at(3600)])
  }

  @Test(arguments: [(6.0 as SystemVersion, 600.0), (7.1, 180), (12, 180), (26, 30)])
  func `on every other version an expired task that is not ended gets the app killed (BG4)`(
    _ version: SystemVersion, _ budget: Double
  ) async throws {
    let world = try await Self.hour(version)
    #expect(world.momentsOfEnd == [at(budget)])
    #expect(world.findings == [.bgtaskLeaked.by(.bg4)])
  }
}
