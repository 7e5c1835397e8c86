import CoreLocation
import Testing
import UIKit
import YobanTesting

/// Automatic pauses of the updates of a device at rest.
@Suite struct LocationPauseTests {
  private static let pause: ClosedRange<Duration> = .seconds(10 * 60)...(.seconds(20 * 60))
  private static let grace: ClosedRange<Duration> = .nanoseconds(1)...(.milliseconds(999))

  /// Opens the app with automatic pauses. Its updates start at once.
  private static func open(_ phone: Phone) async throws -> InstalledApp {
    let app = try phone.install(locationApp(monitoring: []), allowed: .always)
    await phone.open(app)
    await phone.listener(app) { listener in
      listener.manager.keepRunning { $0.pausesLocationUpdatesAutomatically = true }
      renewTasks()
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
      try await phone.world.pass(.minutes(60))
      #expect(app.state == .suspended)
    }
    let left = try #require(world.moments(of: .applicationDidEnterBackground).first)
    let paused = try #require(Self.paused(world).first)
    #expect(Self.pause.contains(paused - left))
    #expect(Self.paused(world).count == 1)
    #expect(world.moments { $0 == .output("paused") } == [paused])
    #expect(world.kinds.first == .locationKeepaliveBroken.by(.loc3))
    // The task at that time still has the budget of 30 s (BG1), or less if it ends earlier.
    let suspended = try #require(world.moments(of: .suspended).first)
    #expect((Duration.nanoseconds(1)...(.seconds(30))).contains(suspended - paused))
    #expect(world.ends == [])
  }

  @Test func `without a task the app is suspended shortly after the pause (LOC3, L7)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(locationApp(monitoring: []), allowed: .always)
      await phone.open(app)
      await phone.listener(app) { listener in
        listener.manager.keepRunning { $0.pausesLocationUpdatesAutomatically = true }
      }
      await phone.goHome()
      try await phone.world.pass(.minutes(60))
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
      try await phone.world.pass(.minutes(300))
      #expect(app.state == .background)
      phone.isMoving = false
      try await phone.world.pass(.minutes(60))
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
      try await phone.world.pass(.minutes(40))
      await phone.goHome()
      try await phone.world.pass(.minutes(40))
    }
    let left = try #require(world.moments(of: .applicationDidEnterBackground).first)
    let paused = try #require(Self.paused(world).first)
    #expect(paused > left && paused - left <= .seconds(20 * 60))
  }

  @Test func `a visit to foreground resumes the updates and the keep-alive (LOC3)`() async throws {
    let world = try await withPhone(change: { $0.location.keepAlive = .observed }) { phone in
      let app = try await Self.open(phone)
      await phone.goHome()
      try await phone.world.pass(.minutes(60))
      #expect(app.state == .suspended)
      phone.isMoving = true
      await phone.open(app)
      await phone.touch(app, "renew") { renewTasks() }
      await phone.goHome()
      try await phone.world.pass(.minutes(120))
      #expect(app.state == .background)
    }
    #expect(world.log.texts.filter { $0 == "paused" || $0 == "resumed" } == ["paused", "resumed"])
  }

  @Test func `an app may start the updates again in the callback of the pause (LOC3)`() async throws
  {
    final class Restarting: NSObject, CLLocationManagerDelegate {
      func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) {
        manager.startUpdatingLocation()
      }
    }
    let app = locationApp(monitoring: []) { listener in
      let restarting = Restarting()
      Kept.of("restarting", restarting)
      listener.manager.delegate = restarting
      listener.manager.keepRunning { $0.pausesLocationUpdatesAutomatically = true }
      renewTasks()
    }
    let world = try await withPhone { phone in
      let app = try phone.install(app, allowed: .always)
      await phone.open(app)
      await phone.goHome()
      try await phone.world.pass(.minutes(300))
      #expect(app.state == .background)
    }
    #expect(Self.paused(world).count >= 300 / 15 - 1)
    #expect(!world.states.contains(.suspended))
  }
}
