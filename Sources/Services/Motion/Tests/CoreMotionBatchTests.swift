import CoreMotion
import Foundation
import Testing
import YobanTesting
import YobanVirtualTime

/// Tests `CMBatchedSensorManager` in a watch app with a workout (WK8).
@Suite struct CoreMotionBatchTests {
  /// The batches that an app received, with the moment of each.
  private final class Log: @unchecked SimulationConfined {
    private(set) var accelerometer: [(instant: VirtualInstant, timestamps: [Double])] = []
    private(set) var motion: [(instant: VirtualInstant, gravities: [CMAcceleration])] = []
    private(set) var errors: [CMError] = []

    func add(_ batch: [CMAccelerometerData]) {
      accelerometer.append((Simulation.current!.now, batch.map(\.timestamp)))
    }
    func add(_ batch: [CMDeviceMotion]) {
      motion.append((Simulation.current!.now, batch.map(\.gravity)))
    }
    func add(_ error: any Error) {
      let error = error as NSError
      if error.domain == CMErrorDomain { errors.append(CMError(UInt32(error.code))) }
    }

    /// Starts batches of the accelerometer in the app whose code is running.
    @MainActor func start() {
      manager.startAccelerometerUpdates { batch, error in
        if let batch { self.add(batch) }
        if let error { self.add(error) }
      }
    }
    @MainActor func startDeviceMotion() {
      manager.startDeviceMotionUpdates { batch, error in
        if let batch { self.add(batch) }
        if let error { self.add(error) }
      }
    }

    @MainActor var manager: CMBatchedSensorManager {
      let manager = Kept.get("manager") ?? CMBatchedSensorManager()
      Kept.of("manager", manager)
      return manager
    }
  }

  private static var app: WatchAppFixture {
    var app = WatchAppFixture()
    app.plist["NSMotionUsageDescription"] = "Measures your swing."
    return app
  }

  /// Opens the app, and begins a workout.
  private static func open(_ watch: Watch) async throws -> InstalledApp {
    let app = try watch.install(app)
    await watch.open(app)
    await watch.touch(app, "workout") { startWorkout() }
    try await watch.world.pass(.seconds(2))
    return app
  }

  @Test func `handlers get one batch per second, of 800 and 200 samples (WK8)`() async throws {
    let log = Log()
    let world = try await withWatch { watch in
      let app = try await Self.open(watch)
      await watch.touch(app, "start") {
        let manager = log.manager
        print(
          CMBatchedSensorManager.isAccelerometerSupported,
          CMBatchedSensorManager.isDeviceMotionSupported, manager.isAccelerometerActive,
          manager.accelerometerDataFrequency, manager.deviceMotionDataFrequency,
          manager.accelerometerBatch == nil)
        log.start()
        log.startDeviceMotion()
      }
      try await watch.world.pass(.milliseconds(4_500))
      await watch.touch(app, "stop one") {
        let manager = log.manager
        print(
          manager.isAccelerometerActive, manager.isDeviceMotionActive,
          manager.accelerometerBatch?.count ?? 0, manager.deviceMotionBatch?.count ?? 0,
          CMBatchedSensorManager.authorizationStatus == .authorized)
        manager.stopAccelerometerUpdates()
        print(manager.isAccelerometerActive, manager.accelerometerBatch == nil)
      }
      try await watch.world.pass(.seconds(2))
      await watch.touch(app, "release") { Kept.release("manager") }
      try await watch.world.pass(.seconds(2))
    }
    #expect(
      world.log.texts.filter { $0.hasPrefix("true") || $0.hasPrefix("false") } == [
        "true true false 800 200 true", "true true 800 200 true", "false true",
      ])
    #expect(log.accelerometer.map(\.timestamps.count) == Array(repeating: 800, count: 4))
    #expect(log.motion.map(\.gravities.count) == Array(repeating: 200, count: 6))
    for (later, earlier) in zip(log.accelerometer.dropFirst(), log.accelerometer) {
      #expect(later.instant - earlier.instant == .seconds(1))
    }
    let times = log.accelerometer.flatMap(\.timestamps)
    #expect(zip(times.dropFirst(), times).allSatisfy { abs($0 - $1 - 1.0 / 800) < 1e-6 })
    for g in log.motion.flatMap(\.gravities) {
      #expect(abs(g.x * g.x + g.y * g.y + g.z * g.z - 1) < 1e-9)
    }
    #expect(log.errors == [])
  }

  @Test func `sequences deliver batches until the workout ends, then throw (WK8)`() async throws {
    let log = Log()
    try await withWatch { watch in
      let app = try await Self.open(watch)
      await watch.touch(app, "start") {
        let manager = log.manager
        Task { @MainActor in
          do {
            for try await batch in manager.accelerometerUpdates() { log.add(batch) }
          } catch { log.add(error) }
        }
        Task { @MainActor in
          do {
            for try await batch in manager.deviceMotionUpdates() {
              log.add(batch)
              if log.motion.count == 2 { break }
            }
          } catch { log.add(error) }
        }
      }
      try await watch.world.pass(.milliseconds(3_500))
      await watch.touch(app, "end") { workout.end() }
      try await watch.world.pass(.seconds(3))
    }
    #expect(log.accelerometer.map(\.timestamps.count) == [800, 800, 800])
    #expect(log.motion.map(\.gravities.count) == [200, 200])
    #expect(log.errors == [CMErrorNotAvailable])
  }

  @Test(.world()) func `an iPhone has no batches (WK8)`() async throws {
    let log = Log()
    var app = AppFixture { _ in
      print(CMBatchedSensorManager.isAccelerometerSupported)
      log.start()
    }
    app.plist = InfoPlist(["NSMotionUsageDescription": "Measures your swing."])
    let fixture = try await startApp(app)
    try await fixture.world.pass(.seconds(3))
    #expect(fixture.world.log.texts == ["false"])
    #expect(log.accelerometer.isEmpty)
    #expect(log.errors == [CMErrorNotAvailable])
  }

  @Test(
    arguments: [
      (SystemVersion(9), WatchModel.ultra, false), (10, .series6, false), (10, .series9, true),
      (10, .ultra, true),
    ] as [(SystemVersion, WatchModel, Bool)])
  func `batches require watchOS 10 and a Series 8 or later (WK8)`(
    _ version: SystemVersion, _ model: WatchModel, _ can: Bool
  ) async throws {
    let log = Log()
    try await withWatch(watchOS: version, model) { watch in
      let app = try await Self.open(watch)
      await watch.touch(app, "start") { log.start() }
      try await watch.world.pass(.milliseconds(2_500))
    }
    #expect(log.errors == (can ? [] : [CMErrorNotAvailable]))
    #expect(log.accelerometer.count == (can ? 2 : 0))
  }

  @Test func `a workout session allows batches until it ends, also while paused (WK8)`()
    async throws
  {
    let log = Log()
    let world = try await withWatch { watch in
      let app = try watch.install(Self.app)
      await watch.open(app)
      await watch.touch(app, "start without") { log.start() }
      try await watch.world.pass(.seconds(3))
      #expect(log.accelerometer.isEmpty && log.errors == [CMErrorNotAvailable])
      await watch.touch(app, "workout") { startWorkout() }
      try await watch.world.pass(.seconds(5))
      await watch.touch(app, "start with") { log.start() }
      try await watch.world.pass(.milliseconds(2_500))
      await watch.touch(app, "pause") { workout.pause() }
      try await watch.world.pass(.seconds(2))
      await watch.touch(app, "end") { workout.end() }
      try await watch.world.pass(.seconds(3))
    }
    #expect(log.accelerometer.map(\.timestamps.count) == Array(repeating: 800, count: 4))
    #expect(log.errors == [CMErrorNotAvailable, CMErrorNotAvailable])
    #expect(world.kinds == Array(repeating: .motionBatchesWithoutWorkout.by(.wk8), count: 2))
  }

  @Test func `what was sampled while the app was suspended is in no batch (WK8)`() async throws {
    let log = Log()
    let world = try await withWatch(change: { $0.watch!.pausedWorkoutLimit = .minutes(1) }) {
      watch in
      let app = try await Self.open(watch)
      await watch.touch(app, "start") { log.start() }
      try await watch.world.pass(.milliseconds(2_500))
      await watch.touch(app, "pause") { workout.pause() }
      await watch.goHome()
      try await watch.world.pass(.minutes(10))
      #expect(app.state == .suspended)
      await watch.open(app)
      try await watch.world.pass(.seconds(3))
    }
    let suspended = try #require(world.moments(of: .suspended).first)
    let resumed = try #require(world.moments(of: .active).last)
    #expect(!log.accelerometer.contains { suspended < $0.instant && $0.instant < resumed })
    let later = log.accelerometer.filter { $0.instant >= resumed }
    #expect(!later.isEmpty)
    #expect(later.allSatisfy { $0.timestamps.count == 800 })
  }

  @Test func `a process that has ended gets no batches (WK8)`() async throws {
    let log = Log()
    try await withWatch { watch in
      let app = try await Self.open(watch)
      await watch.touch(app, "start") { log.start() }
      try await watch.world.pass(.milliseconds(2_500))
      watch.jetsam(app)
      try await watch.world.pass(.seconds(3))
    }
    #expect(log.accelerometer.count == 2)
  }

  @Test func `a watch gives an app about 100 samples a second while it runs (WK8)`() async throws {
    let log = MotionLog()
    try await withWatch { watch in
      let app = try watch.install(Self.app)
      await watch.open(app)
      await watch.touch(app, "record") { log.start(interval: 0.001) }
      try await watch.world.pass(.milliseconds(10_005))
    }
    #expect(log.accelerometer.count == 1000)
  }
}
