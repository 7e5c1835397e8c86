import Foundation
import Testing
import YobanVirtualTime

@testable import YobanSimulatedAndroid
@testable import YobanAppleSystem
@testable import YobanSimulatedDevices
import YobanSimulatedOS

/// Runs a scenario with one watch in its own world.
@discardableResult
func withWatch(
  seed: UInt64 = 1, watchOS version: SystemVersion = 10,
  change: @escaping @Sendable (inout DeviceProfile) -> Void = { _ in },
  _ scenario: @escaping @Sendable (Watch) async throws -> Void
) async throws -> World {
  let world = try World(seed: seed)
  try await world.run {
    var profile = DeviceProfile.watch(watchOS: version)
    change(&profile)
    try await scenario(try world.addWatch("watch", profile))
  }
  return world
}

/// A watch app's workout, in place of HealthKit's. It begins on demand.
final class WorkoutKeeper: WorkoutEventReceiver, @unchecked SimulationConfined {
  private(set) var session: WorkoutSession!

  init(_ launch: TestLaunch) {
    session = launch.device.health.makeSession(
      WorkoutConfiguration(), for: launch.process, self)
    launch.kept.append(self)
  }

  /// Nil in a launch not caused by the user.
  static var existing: WorkoutKeeper? {
    TestLaunch.current.kept.lazy.compactMap { $0 as? WorkoutKeeper }.first
  }
  static var current: WorkoutKeeper { existing! }

  func received(_ event: WorkoutEvent) {
    switch event {
    case .changed(let to, _, _): print(to.name)
    case .failed(let error, _): print("failed", error.rawValue)
    case .generated: break
    }
  }

  /// An app that starts a workout at its launch and pauses it.
  static func app(named name: String = "App", modes: [String] = ["workout-processing"]) -> TestApp {
    var app = TestApp()
    app.name = name
    app.lists = ["WKBackgroundModes": modes]
    return app.on(.didFinishLaunching) { launch in
      guard launch.process.cause == .user else { return }
      let keeper = WorkoutKeeper(launch)
      keeper.session.start()
      keeper.session.pause()
    }
  }
}

extension AppleDevice {
  /// Installs an app and lets it share workouts, without asking the user.
  func installSharing(_ app: TestApp) throws -> InstalledApp {
    let installed = try install(app.definition)
    health.setSharing(true, for: installed)
    return installed
  }
}

@Suite struct WatchWorldTests {
  @Test func `a workout keeps its app frontmost and running while the wrist is down (WK1, WK2)`()
    async throws
  {
    let world = try await withWatch { watch in
      let app = try watch.installSharing(WorkoutKeeper.app())
      await watch.open(app)
      await watch.lowerWrist()
      #expect(!watch.isScreenOn)
      try await minutes(600)
      #expect(app.state == .inactive)
      await watch.raiseWrist()
      #expect(watch.isScreenOn)
      #expect(app.state == .active)
      await watch.lowerWrist()
      try await minutes(5)
      await watch.touch(app, "end") { WorkoutKeeper.current.session.end() }
      // To touch the app the user looks at the watch.
      #expect(app.state == .active)
      await watch.lowerWrist()
      try await minutes(5)
      #expect(app.state == .suspended)
    }
    #expect(
      world.callbacks.filter { $0 == .applicationDidEnterBackground }.count == 1,
      "only after the session's end")
    #expect(world.output == ["running", "paused", "ended"])
    #expect(world.findings == [])
  }

  @Test func `an app without a session is suspended soon after the wrist is lowered (WK1)`()
    async throws
  {
    let world = try await withWatch { watch in
      let app = try watch.install(TestApp().definition)
      await watch.open(app)
      await watch.lowerWrist()
      try await sleep(1)
      #expect(app.state == .inactive)
      try await sleep(2)
      #expect(app.state == .suspended)
      try await minutes(10)
    }
    #expect(world.moments(of: .applicationDidEnterBackground) == [at(120)])
    #expect(world.states.last == .suspended)
  }

  @Test func `opening one app sends the frontmost one to background (WK1)`() async throws {
    let world = try await withWatch { watch in
      var other = TestApp()
      other.name = "Other"
      let first = try watch.install(TestApp().definition)
      let second = try watch.install(other.definition)
      await watch.open(first)
      await watch.lowerWrist()
      try await sleep(30)
      await watch.open(second)
      try await sleep(30)
      #expect(first.state == .suspended)
      #expect(second.state == .active)
      await watch.lowerWrist()
      watch.jetsam(second)
      await watch.raiseWrist()
      #expect(second.state == .notRunning)
    }
    #expect(world.moments(of: .applicationDidEnterBackground) == [at(30)])
  }

  static let limits: [(hours: Double?, runs: Bool)] = [(nil, true), (12, false)]

  @Test(arguments: limits.indices)
  func `a paused workout runs for more than 12 h, unless the profile sets a limit (WK3)`(
    _ row: Int
  ) async throws {
    let (hours, runs) = Self.limits[row]
    try await withWatch(
      change: { $0.watch!.pausedWorkoutLimit = hours.map { .seconds($0 * 3600) } }
    ) { watch in
      let app = try watch.installSharing(WorkoutKeeper.app())
      await watch.open(app)
      await watch.pressCrown()
      try await minutes(12 * 60 - 1)
      #expect(app.state == .background)
      try await minutes(2)
      #expect((app.state == .background) == runs)
    }
  }

  @Test func `a workout that its app never recovers ends after three launches (WK2)`()
    async throws
  {
    let world = try await withWatch { watch in
      let app = try watch.installSharing(
        WorkoutKeeper.app().on(.didFinishLaunching) { launch in
          if launch.process.cause == .workoutRecovery { launch.process.kill(.crash("again")) }
        })
      await watch.open(app)
      try await minutes(1)
      app.process?.kill(.crash("first"))
      try await minutes(10)
      #expect(app.state == .notRunning)
      #expect(!watch.health.hasActiveWorkout(app))
    }
    #expect(world.launches == [.user, .workoutRecovery, .workoutRecovery, .workoutRecovery])
    let events = world.trace.events.map(\.kind)
    #expect(events.contains(.watch(.workout("not recovered"))))
  }

  @Test func `an app that does not recover its session gets a finding (WK2)`() async throws {
    let world = try await withWatch { watch in
      let app = try watch.installSharing(WorkoutKeeper.app())
      await watch.open(app)
      try await minutes(1)
      watch.jetsam(app)
      try await minutes(2)
      #expect(app.state == .background, "the session gives run time")
    }
    #expect(world.findings == [.healthkitNotRecovered.by(.wk2)])
  }

  static let caps: [(load: Double, isKilling: Bool, ends: Bool)] = [
    (0.10, true, false), (0.5, true, true), (0.5, false, false),
  ]

  @Test(arguments: caps.indices)
  func `a workout app above the cap is killed with 0xc51bad01, or suspended (WK6)`(_ row: Int)
    async throws
  {
    let (load, isKilling, ends) = Self.caps[row]
    let world = try await withWatch(
      change: { $0.watch!.workoutAboveCapIsKilled = isKilling }
    ) { watch in
      let app = try watch.installSharing(WorkoutKeeper.app())
      await watch.open(app)
      app.process?.processorLoad = load
      try await minutes(10)
      #expect(app.state == .active, "in front nothing is counted")
      await watch.lowerWrist()
      try await sleep(47)  // 18 s until it is above the cap, then at least 30 s.
      #expect(app.state == .inactive)
      try await sleep(22)
      #expect((app.state == .inactive) == (load < 0.15))
      try await minutes(1)
      guard load > 0.15 else { return }
      #expect(app.state == (ends ? .background : .suspended), "launched again, or frozen")
      guard !ends else { return }
      app.process?.processorLoad = 0
      await watch.raiseWrist()
      await watch.lowerWrist()
      try await minutes(1)
      #expect(app.state == .inactive)
    }
    let codes = world.ends.map { end -> TerminationCode? in
      if case .killed(let code, _) = end { code } else { nil }
    }
    #expect(codes == (ends ? [.watchProcessor] : []))
    #expect(world.findings.contains(.watchCpuCap.by(.wk6)) == (load > 0.15))
  }

  @Test func `a reboot and the deletion of the app both end a workout (WK2)`() async throws {
    let world = try await withWatch { watch in
      let app = try watch.installSharing(WorkoutKeeper.app())
      await watch.open(app)
      try await watch.reboot()
      try await minutes(10)
      #expect(app.state == .notRunning)
      #expect(!watch.health.hasActiveWorkout(app))
      await watch.open(app)
      try await minutes(1)
      #expect(watch.health.hasActiveWorkout(app))
      watch.delete(app)
      try await minutes(1)
      #expect(watch.apps.isEmpty)
    }
    #expect(world.launches == [.user, .user])
  }

  @Test
  func `a call on a session of a launch that has ended does nothing and reports a finding (L8)`()
    async throws
  {
    let world = try await withWatch { watch in
      let app = try watch.installSharing(WorkoutKeeper.app())
      await watch.open(app)
      nonisolated(unsafe) var session: WorkoutSession?
      await watch.touch(app, "keep") { session = WorkoutKeeper.current.session }
      await watch.swipeAway(app)
      await watch.open(app)
      session?.end()
      try await minutes(1)
      #expect(watch.health.hasActiveWorkout(app))
    }
    #expect(world.findings == [.processDeadObject.by(.l8)])
  }
}
