import Testing
import UIKit
import YobanTesting

/// The first iOS 7: a task that its expiration handler does not end continues (BG4).
@Suite struct OutlivedTaskTests {
  private static func hour(_ version: SystemVersion, endsLater: Bool = false) async throws -> World
  {
    var app = AppFixture()
    app.enteredBackground = {
      let task = UIApplication.shared.beginBackgroundTask(withName: "job") { print("expired") }
      Kept.of("task", task)
    }
    return try await withPhone(iOS: version) { [app] phone in
      let app = try phone.install(app)
      await phone.open(app)
      await phone.goHome()
      try await phone.world.pass(.minutes(60))
      guard endsLater else { return }
      await phone.touch(app, "end") { UIApplication.shared.endBackgroundTask(Kept.get("task")!) }
      try await phone.world.pass(.minutes(1))
      #expect(app.state == .suspended)
    }
  }

  @Test func `on iOS 7.0 an expired task continues for an hour, until the app ends it (BG4, BG5)`()
    async throws
  {
    let world = try await Self.hour(7, endsLater: true)
    #expect(world.log.timedTexts == ["175.0 expired"])
    #expect(world.ends.isEmpty)
    #expect(world.moments(of: .suspended) == [at(3600)])
  }

  @Test(arguments: [(6.0 as SystemVersion, 600.0), (7.1, 180), (12, 180), (26, 30)])
  func `on every other version an expired task that is not ended gets the app killed (BG4)`(
    _ version: SystemVersion, _ budget: Double
  ) async throws {
    let world = try await Self.hour(version)
    #expect(world.momentsOfEnd == [at(budget)])
    #expect(world.kinds == [.bgtaskLeaked.by(.bg4)])
  }
}
