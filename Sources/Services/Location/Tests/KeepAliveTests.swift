import CoreLocation
import Testing
import UIKit
import YobanTesting

/// Location updates that keep an app running in the background.
@Suite struct KeepAliveTests {
  /// Begins a task every minute and ends none: the opposite case of LOC8.
  @MainActor private static func leakTasks() {
    _ = UIApplication.shared.beginBackgroundTask(withName: "leaked")
    DispatchQueue.main.asyncAfter(deadline: .now() + 60) { leakTasks() }
  }

  /// Installs and opens the app with permission, starts it, and goes to the home screen.
  private static func leave(
    _ phone: Phone, modes: [String] = ["location"],
    authorization: LocationAuthorization = .always,
    _ start: @escaping @MainActor @Sendable (LocationListener) -> Void
  ) async throws -> InstalledApp {
    let installed = try phone.install(
      locationApp(monitoring: [], modes: modes), allowed: authorization)
    await phone.open(installed)
    await phone.listener(installed, start)
    await phone.goHome()
    return installed
  }

  private static func ended(_ world: World) throws -> Duration {
    let left = try #require(world.moments(of: .applicationDidEnterBackground).first)
    return try #require(world.moments(of: .suspended).first) - left
  }

  // MARK: Keeping an app running (LOC8)

  @Test(arguments: [LocationAuthorization.always, .whenInUse])
  func `location and a task renewed each minute keep an app running for twelve hours (LOC8, E5)`(
    _ authorization: LocationAuthorization
  ) async throws {
    let world = try await withPhone(change: Self.observed) { phone in
      let app = try await Self.leave(phone, authorization: authorization) {
        $0.manager.keepRunning()
        renewTasks()
      }
      for _ in 1...12 {
        try await phone.world.pass(.minutes(60))
        #expect(app.state == .background)
      }
    }
    #expect(!world.states.contains(.suspended) && world.ends == [] && world.kinds == [])
    #expect(!world.log.texts.contains("paused"))
    // One per second (assumed), beginning half a second after the start.
    #expect(world.moments(printed: "fix 5").count == 12 * 3600)
  }

  /// The behavior that the article measured.
  private static func observed(_ profile: inout DeviceProfile) {
    profile.location.keepAlive = .observed
  }

  @Test
  func `updates need no renewed tasks by the documentation, which is the default (LOC1, LOC8)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try await Self.leave(phone) { $0.manager.keepRunning() }
      try await phone.world.pass(.minutes(12 * 60))
      #expect(app.state == .background)
      let world = phone.world
      #expect(!world.states.contains(.suspended) && world.ends == [] && world.kinds == [])
    }
    #expect(world.moments(printed: "fix 5").count == 12 * 3600)
  }

  @Test(arguments: UInt64(1)...10)
  func `as observed, without renewed tasks the app stops after about 30 minutes (LOC8)`(
    _ seed: UInt64
  ) async throws {
    let world = try await withPhone(seed: seed, change: Self.observed) { phone in
      let app = try await Self.leave(phone) { $0.manager.keepRunning() }
      try await phone.world.pass(.minutes(120))
      #expect(app.state == .suspended)
    }
    #expect((Duration.seconds(29 * 60)...(.seconds(31 * 60))).contains(try Self.ended(world)))
    #expect(world.kinds == [.locationKeepaliveBroken.by(.loc8)])
    #expect(world.ends == [])
    let stopped = world.moments { $0 == .location(.keepAliveEnded) }
    #expect(stopped == world.moments(of: .suspended))
  }

  @Test func `without location updates renewed tasks last as long as one budget (BG1, LOC8)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try await Self.leave(phone) { _ in renewTasks() }
      try await phone.world.pass(.minutes(60))
      #expect(app.process == nil || app.state == .suspended)
    }
    // iOS 17 gives about 30 s (BG1). The next task begins a minute after the first.
    let end = world.moments(of: .suspended).first ?? world.momentsOfEnd.first
    let left = try #require(world.moments(of: .applicationDidEnterBackground).first)
    #expect((Duration.seconds(25)...(.seconds(35))).contains(try #require(end) - left))
  }

  @Test func `with automatic pauses the app stops on a phone at rest (LOC3, LOC8)`() async throws {
    let world = try await withPhone { phone in
      let app = try await Self.leave(phone) { listener in
        listener.manager.keepRunning { $0.pausesLocationUpdatesAutomatically = true }
        renewTasks()
      }
      try await phone.world.pass(.minutes(12 * 60))
      #expect(app.process == nil || app.state == .suspended)
    }
    #expect(world.log.texts.contains("paused"))
  }

  @Test func `as observed, the app stops 30 minutes after its last renewed task (LOC8)`()
    async throws
  {
    let world = try await withPhone(change: Self.observed) { phone in
      _ = try await Self.leave(phone) { listener in
        listener.manager.keepRunning()
        for minute in 1...120 {
          DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(minute * 60)) {
            UIApplication.shared.endBackgroundTask(UIApplication.shared.beginBackgroundTask())
          }
        }
      }
      try await phone.world.pass(.minutes(300))
    }
    let length = try Self.ended(world)
    #expect((Duration.seconds(149 * 60)...(.seconds(151 * 60))).contains(length))
  }

  @Test(arguments: UInt64(1)...10)
  func `leaked tasks get the process killed after 30 to 60 minutes even with location (LOC8)`(
    _ seed: UInt64
  ) async throws {
    let world = try await withPhone(seed: seed) { phone in
      _ = try await Self.leave(phone) {
        $0.manager.keepRunning()
        Self.leakTasks()
      }
      try await phone.world.pass(.minutes(120))
    }
    let left = try #require(world.moments(of: .applicationDidEnterBackground).first)
    let end = try #require(world.momentsOfEnd.first)
    #expect((Duration.seconds(30 * 60)...(.seconds(60 * 60))).contains(end - left))
    #expect(world.ends == [.watchdog("has active assertions beyond permitted time")])
    #expect(Set(world.kinds) == [.bgtaskLeaked.by(.bg4)])
  }

  // MARK: Conditions (LOC1, LOC2, LOC4)

  struct Broken: Sendable, CustomTestStringConvertible {
    var rule: String
    var iOS: SystemVersion = 17
    var modes = ["location"]
    var authorization = LocationAuthorization.always
    var change: @Sendable (CLLocationManager) -> Void = { _ in }
    var testDescription: String { "\(rule) \(iOS) \(modes) \(authorization)" }
  }

  static let broken: [Broken] = [
    .init(rule: "LOC1", modes: []),
    .init(rule: "LOC1", modes: ["audio"]),
    .init(rule: "LOC1", change: { $0.allowsBackgroundLocationUpdates = false }),
    .init(rule: "LOC1", authorization: .denied),
    .init(rule: "LOC1", authorization: .notDetermined),
    .init(
      rule: "LOC4",
      change: {
        $0.distanceFilter = 10
        $0.startMonitoringSignificantLocationChanges()
      }),
    .init(
      rule: "LOC4",
      change: {
        $0.desiredAccuracy = 3000
        $0.startMonitoringSignificantLocationChanges()
      }),
  ]

  @Test(arguments: broken)
  func `updates against the rules do not keep an app running, and bring no positions in background`(
    _ row: Broken
  ) async throws {
    let world = try await withPhone(iOS: row.iOS) { phone in
      let installed = try await Self.leave(
        phone, modes: row.modes, authorization: row.authorization
      ) { listener in
        let manager = listener.manager
        manager.allowsBackgroundLocationUpdates = row.modes.contains("location")
        manager.pausesLocationUpdatesAutomatically = false
        row.change(manager)
        manager.startUpdatingLocation()
        // Keeps the app running for a while by other means, so that positions could be delivered.
        let task = UIApplication.shared.beginBackgroundTask()
        DispatchQueue.main.asyncAfter(deadline: .now() + 20) {
          print("after")
          UIApplication.shared.endBackgroundTask(task)
        }
      }
      try await phone.world.pass(.minutes(60))
      #expect(installed.state == .suspended)
    }
    #expect(try Self.ended(world) <= .seconds(20))
    // The start of significant changes brings a position of its own.
    let fixes = world.log.texts.filter { $0.hasPrefix("fix") }
    #expect(world.log.texts.contains("after") && fixes.count == (row.rule == "LOC4" ? 1 : 0))
    #expect(!world.trace.events.contains { $0.kind == .location(.keepAliveEnded) })
  }

  @Test(arguments: [LocationAuthorization.whenInUse, .always])
  func `updates that start in background keep the app running only with Always (LOC2)`(
    _ authorization: LocationAuthorization
  ) async throws {
    let world = try await withPhone { phone in
      let installed = try await Self.leave(phone, authorization: authorization) { listener in
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.05) { listener.manager.keepRunning() }
      }
      try await phone.world.pass(.minutes(10))
      #expect(installed.state == (authorization == .always ? .background : .suspended))
    }
    #expect(
      world.kinds == (authorization == .always ? [] : [.locationKeepaliveBroken.by(.loc1)]))
  }
}
