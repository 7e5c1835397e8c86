import Dispatch
import Testing
import YobanVirtualTime

@testable import YobanSimulatedAndroid
@testable import YobanAppleSystem
@testable import YobanSimulatedDevices
import YobanSimulatedOS

@Suite struct LocationWorldTests {
  /// Installs and opens the app with permission, starts it, and goes to the home screen.
  private static func leave(
    _ phone: Phone, _ app: TestApp = LocationApp.app(),
    authorization: LocationAuthorization = .always,
    _ start: @escaping @MainActor @Sendable (LocationKeeper) -> Void
  ) async throws -> InstalledApp {
    let installed = try phone.install(app.definition)
    phone.location.setAuthorization(authorization, for: installed)
    await phone.open(installed)
    await phone.touch(installed, "start") { start(.current) }
    await phone.goHome()
    return installed
  }

  private static func ended(_ world: World) throws -> Duration {
    let left = try #require(world.moments(of: .sceneDidEnterBackground).first)
    return try #require(world.moments(of: .suspended).first) - left
  }

  // MARK: Keeping an app running (LOC8)

  @Test(arguments: [LocationAuthorization.always, .whenInUse])
  func `location and a task renewed each minute keep an app running for twelve hours (LOC8, E5)`(
    _ authorization: LocationAuthorization
  ) async throws {
    let world = try await withPhone { phone in
      let app = try await Self.leave(phone, authorization: authorization) {
        $0.start()
        $0.renewTasks()
      }
      for _ in 1...12 {
        try await minutes(60)
        #expect(app.state == .background)
      }
      await phone.touch(app, "look") { print("fixes \(LocationKeeper.current.fixes)") }
    }
    #expect(!world.states.contains(.suspended) && world.ends == [] && world.findings == [])
    #expect(!world.output.contains("paused"))
    // One per second (assumed), beginning half a second after the start.
    #expect(world.output.last == "fixes \(12 * 3600)")
  }

  @Test(arguments: UInt64(1)...10)
  func `without renewed tasks the app stops after about 30 minutes (LOC8)`(
    _ seed: UInt64
  ) async throws {
    let world = try await withPhone(seed: seed) { phone in
      let app = try await Self.leave(phone) { $0.start() }
      try await minutes(120)
      #expect(app.state == .suspended)
    }
    #expect((Duration.seconds(29 * 60)...(.seconds(31 * 60))).contains(try Self.ended(world)))
    #expect(world.findings == [.locationKeepaliveBroken.by(.loc8)])
    #expect(world.ends == [])
    let stopped = world.moments { $0 == .location(.keepAliveEnded) }
    #expect(stopped == world.moments(of: .suspended))
  }

  @Test func `without location updates renewed tasks last as long as one budget (BG1, LOC8)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try await Self.leave(phone) { $0.renewTasks() }
      try await minutes(60)
      #expect(app.process == nil || app.state == .suspended)
    }
    // iOS 17 gives about 30 s (BG1). The next task begins a minute after the first.
    let end = world.moments(of: .suspended).first ?? world.momentsOfEnd.first
    let left = try #require(world.moments(of: .sceneDidEnterBackground).first)
    #expect((Duration.seconds(25)...(.seconds(35))).contains(try #require(end) - left))
  }

  @Test func `with automatic pauses the app stops on a phone at rest (LOC3, LOC8)`() async throws {
    let world = try await withPhone { phone in
      let app = try await Self.leave(phone) { keeper in
        keeper.start { $0.pausesAutomatically = true }
        keeper.renewTasks()
      }
      try await minutes(12 * 60)
      #expect(app.process == nil || app.state == .suspended)
    }
    #expect(world.output.contains("paused"))
  }

  @Test func `when its renewals end the app stops 30 minutes after the last one (LOC8)`()
    async throws
  {
    let app = LocationApp.app()
    let world = try await withPhone { phone in
      _ = try await Self.leave(phone, app) { keeper in
        keeper.start()
        for minute in 1...120 {
          DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(minute * 60)) {
            let id = keeper.launch.process.beginBackgroundTask(name: nil)!
            keeper.launch.process.endBackgroundTask(id)
          }
        }
      }
      try await minutes(300)
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
        $0.start()
        $0.leakTasks()
      }
      try await minutes(120)
    }
    let left = try #require(world.moments(of: .sceneDidEnterBackground).first)
    let end = try #require(world.momentsOfEnd.first)
    #expect((Duration.seconds(30 * 60)...(.seconds(60 * 60))).contains(end - left))
    #expect(world.ends == [.watchdog("has active assertions beyond permitted time")])
    #expect(Set(world.findings) == [.bgtaskLeaked.by(.bg4)])
  }

  // MARK: Conditions (LOC1, LOC2, LOC4)

  struct Broken: Sendable, CustomTestStringConvertible {
    var rule: String
    var iOS: SystemVersion = 17
    var modes = ["location"]
    var authorization = LocationAuthorization.always
    var change: @Sendable (inout LocationRequest) -> Void = { _ in }
    var testDescription: String { "\(rule) \(iOS) \(modes) \(authorization)" }
  }

  static let broken: [Broken] = [
    .init(rule: "LOC1", modes: []),
    .init(rule: "LOC1", modes: ["audio"]),
    .init(rule: "LOC1", change: { $0.allowsBackgroundUpdates = false }),
    .init(rule: "LOC1", authorization: .denied),
    .init(rule: "LOC1", authorization: .notDetermined),
    .init(rule: "LOC4", change: { $0.distanceFilter = 10 }),
    .init(rule: "LOC4", change: { $0.desiredAccuracy = 3000 }),
  ]

  @Test(arguments: broken)
  func `updates against the rules do not keep an app running, and bring no positions in background`(
    _ row: Broken
  ) async throws {
    let world = try await withPhone(iOS: row.iOS) { phone in
      let app = LocationApp.app(modes: row.modes)
      let installed = try await Self.leave(phone, app, authorization: row.authorization) { keeper in
        keeper.start(row.change)
        // Keeps the app running for a while by other means, so that positions could be delivered.
        let id = keeper.launch.process.beginBackgroundTask(name: nil)!
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.3) { print("before \(keeper.fixes)") }
        DispatchQueue.main.asyncAfter(deadline: .now() + 20) {
          print("after \(keeper.fixes)")
          keeper.launch.process.endBackgroundTask(id)
        }
      }
      try await minutes(60)
      #expect(installed.state == .suspended)
    }
    #expect(try Self.ended(world) <= .seconds(20))
    #expect(world.output.contains("before 0") && world.output.contains("after 0"))
    #expect(!world.trace.events.contains { $0.kind == .location(.keepAliveEnded) })
  }

  @Test(arguments: [LocationAuthorization.whenInUse, .always])
  func `updates that start in background keep the app running only with Always (LOC2)`(
    _ authorization: LocationAuthorization
  ) async throws {
    let world = try await withPhone { phone in
      let installed = try await Self.leave(phone, authorization: authorization) { keeper in
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.05) { keeper.start() }
      }
      try await minutes(10)
      #expect(installed.state == (authorization == .always ? .background : .suspended))
    }
    #expect(
      world.findings == (authorization == .always ? [] : [.locationKeepaliveBroken.by(.loc1)]))
  }
}
