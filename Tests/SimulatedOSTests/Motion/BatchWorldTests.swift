import Testing
import YobanVirtualTime

@testable import YobanPlatformProfiles
@testable import YobanSimulatedAndroid
@testable import YobanSimulatedDevices
import YobanSimulatedOS

/// Stores the batches that a process received, with the moment of each.
private final class BatchProbe: BatchEventReceiver, @unchecked SimulationConfined {
  private(set) var accelerometer: [(instant: VirtualInstant, batch: [MotionReading])] = []
  private(set) var motion: [(instant: VirtualInstant, batch: [DeviceMotionReading])] = []
  private(set) var failures: [BatchFailure] = []

  func received(_ batch: [MotionReading]) {
    accelerometer.append((Simulation.current!.now, batch))
  }
  func received(_ batch: [DeviceMotionReading]) { motion.append((Simulation.current!.now, batch)) }
  func failed(_ failure: BatchFailure) { failures.append(failure) }

  func start(_ kind: BatchKind) {
    let launch = TestLaunch.current
    launch.device.motion.startBatches(kind, for: launch.process, self)
  }
}

/// A workout that a test begins and ends.
private final class Workout: @unchecked SimulationConfined { var isRunning = true }

extension Device {
  /// Replaces HealthKit's workout, which the services set up first, with that of the test.
  fileprivate func setWorkout(_ isRunning: @escaping () -> Bool) {
    _ = services.count
    motion.hasActiveWorkout = { _ in isRunning() }
  }
}

@Suite struct BatchWorldTests {
  @Test func `the accelerometer delivers 800 Hz, in one batch a second (WK8)`() async throws {
    let probe = BatchProbe()
    try await withSensorWatch { watch in
      watch.setWorkout { true }
      let app = try watch.install(SensorRecorderWorldTests.app.definition)
      await watch.open(app)
      await watch.touch(app, "start") { probe.start(.accelerometer) }
      try await sleep(10.5)
    }
    #expect(probe.accelerometer.count == 10)
    #expect(probe.accelerometer.allSatisfy { $0.batch.count == 800 })
    let steps = zip(probe.accelerometer.dropFirst(), probe.accelerometer).map {
      $0.instant - $1.instant
    }
    #expect(steps.allSatisfy { $0 == .seconds(1) })
    let times = probe.accelerometer.flatMap { $0.batch.map(\.timestamp) }
    #expect(zip(times.dropFirst(), times).allSatisfy { abs($0 - $1 - 1.0 / 800) < 1e-6 })
    #expect(probe.failures == [])
  }

  @Test func `device motion delivers 200 Hz, in one batch a second (WK8)`() async throws {
    let probe = BatchProbe()
    try await withSensorWatch { watch in
      watch.setWorkout { true }
      let app = try watch.install(SensorRecorderWorldTests.app.definition)
      await watch.open(app)
      await watch.touch(app, "start") { probe.start(.deviceMotion) }
      try await sleep(5.5)
    }
    #expect(probe.motion.map(\.batch.count) == [200, 200, 200, 200, 200])
    for reading in probe.motion.flatMap(\.batch) {
      #expect(abs((reading.gravity * reading.gravity).sum() - 1) < 1e-9)
    }
  }

  @Test func `without a workout session there are no batches, and its end stops them (WK8)`()
    async throws
  {
    let (early, probe, workout) = (BatchProbe(), BatchProbe(), Workout())
    let world = try await withSensorWatch { watch in
      let app = try watch.install(SensorRecorderWorldTests.app.definition)
      await watch.open(app)
      await watch.touch(app, "start without") { early.start(.accelerometer) }
      try await sleep(3)
      watch.setWorkout { workout.isRunning }
      await watch.touch(app, "start with") { probe.start(.accelerometer) }
      try await sleep(3.5)
      workout.isRunning = false
      try await sleep(5)
    }
    #expect(early.accelerometer.isEmpty && early.failures == [.noWorkout])
    #expect(probe.accelerometer.count == 3 && probe.failures == [.noWorkout])
    #expect(
      world.findings == Array(repeating: .motionBatchesWithoutWorkout.by(.wk8), count: 2))
  }

  @Test(
    arguments: [
      (SystemVersion(9), WatchModel.ultra, false), (10, .series6, false), (10, .series9, true),
      (10, .ultra, true),
    ] as [(SystemVersion, WatchModel, Bool)])
  func `batches require watchOS 10 and a Series 8 or later (WK8)`(
    _ version: SystemVersion, _ model: WatchModel, _ can: Bool
  ) async throws {
    let probe = BatchProbe()
    try await withSensorWatch(watchOS: version, model) { watch in
      watch.setWorkout { true }
      let app = try watch.install(SensorRecorderWorldTests.app.definition)
      await watch.open(app)
      await watch.touch(app, "start") { probe.start(.accelerometer) }
      try await sleep(2.5)
    }
    #expect(probe.failures == (can ? [] : [.unsupported]))
    #expect(probe.accelerometer.count == (can ? 2 : 0))
  }

  @Test func `a process that has ended or is suspended gets no batches (WK8)`() async throws {
    let probe = BatchProbe()
    let world = try await withSensorWatch { watch in
      watch.setWorkout { true }
      let app = try watch.install(SensorRecorderWorldTests.app.definition)
      await watch.open(app)
      await watch.touch(app, "start") { probe.start(.accelerometer) }
      try await sleep(2.5)
      await watch.goHome()
      try await minutes(10)
      await watch.open(app)
      try await sleep(3)
      await watch.swipeAway(app)
      try await sleep(3)
    }
    let frozen = try #require(world.moments(of: .suspended).first)
    let thawed = try #require(world.moments(of: .active).last)
    #expect(!probe.accelerometer.contains { $0.instant > frozen && $0.instant < thawed })
    #expect(probe.accelerometer.contains { $0.instant > thawed })
    let end = try #require(world.momentsOfEnd.last)
    #expect(!probe.accelerometer.contains { $0.instant > end })
  }

  @Test func `a watch gives an app about 100 samples a second while it runs (WK8)`() async throws {
    let probe = MotionProbe()
    try await withSensorWatch { watch in
      let app = try watch.install(TestApp().definition)
      await watch.open(app)
      await watch.touch(app, "record") { probe.start(interval: 0.001) }
      try await sleep(10.005)
    }
    #expect(probe.accelerometer.count == 1000)
  }
}
