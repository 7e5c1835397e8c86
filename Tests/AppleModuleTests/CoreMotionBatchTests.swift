import Foundation
import Testing
import YobanTesting

@testable import CoreMotion
import YobanSimulatedOS

/// Tests `CMBatchedSensorManager` in a watch app.
@Suite struct CoreMotionBatchTests {
  /// The values that an app received.
  private final class Seen: @unchecked SimulationConfined {
    var accelerometer: [Int] = []
    var motion: [Int] = []
    var errors: [CMError] = []
    var manager: CMBatchedSensorManager?
    var facts: [Bool] = []
    var hasWorkout = true

    func failed(_ error: any Error) {
      let error = error as NSError
      if error.domain == CMErrorDomain { errors.append(CMError(UInt32(error.code))) }
    }
  }

  /// An event receiver for a process that needs no framework for its life cycle.
  private final class Launch: ApplicationEventReceiver, @unchecked SimulationConfined {
    let body: @MainActor () -> Void
    init(_ body: @escaping @MainActor () -> Void) { self.body = body }

    func deliver(_ step: LifecycleStep, cause: LaunchCause) {
      if step.callback == .didFinishLaunching { MainActor.assumeIsolated { body() } }
    }
    func backgroundTaskExpired(_ identifier: Int) {}
    func handleEventsForBackgroundURLSession(
      _ identifier: String, completionHandler: @escaping () -> Void
    ) {}
    func performFetch(completionHandler: @escaping (FetchResult) -> Void) {}
    func didReceiveRemoteNotification(
      _ payload: String, completionHandler: @escaping (FetchResult) -> Void
    ) {}
    func registeredForRemoteNotifications(_ token: Result<[UInt8], RemoteNotificationFailure>) {}
    func didReceiveMemoryWarning() {}
    func backgroundRefreshStatusChanged() {}
    func keepAlive() {}
    func powerStateChanged() {}
  }

  private static func run(
    on profile: DeviceProfile = .watch(watchOS: 10), _ seen: Seen,
    _ launched: @escaping @MainActor @Sendable () -> Void,
    _ scenario: @escaping @Sendable (Device, InstalledApp) async throws -> Void
  ) async throws {
    let world = try World.current
    let watch = try world.addDevice("watch", profile)
    watch.motion.hasActiveWorkout = { _ in seen.hasWorkout }
    let app = try watch.install(
      AppDefinition(
        bundleIdentifier: "example.batches", name: "Batches",
        infoPlist: InfoPlist(["NSMotionUsageDescription": "Measures your swing."])
      ) {
        let process = AppProcess.current!
        process.attach(process.process.resident(Launch.self) { Launch(launched) })
      })
    await watch.open(app)
    try await scenario(watch, app)
  }

  @Test(.world()) func `handlers get one batch per second, of 800 and 200 samples (WK8)`()
    async throws
  {
    let seen = Seen()
    try await Self.run(
      seen,
      {
        let manager = CMBatchedSensorManager()
        seen.manager = manager
        seen.facts = [
          CMBatchedSensorManager.isAccelerometerSupported,
          CMBatchedSensorManager.isDeviceMotionSupported, !manager.isAccelerometerActive,
          manager.accelerometerDataFrequency == 800, manager.deviceMotionDataFrequency == 200,
          manager.accelerometerBatch == nil,
        ]
        manager.startAccelerometerUpdates { batch, error in
          if let batch { seen.accelerometer.append(batch.count) }
          if let error { seen.failed(error) }
        }
        manager.startDeviceMotionUpdates { batch, error in
          if let batch { seen.motion.append(batch.count) }
          if let error { seen.failed(error) }
        }
      }
    ) { watch, app in
      try await Task.sleep(for: .seconds(4.5))
      await watch.touch(app, "look") {
        let manager = seen.manager!
        seen.facts += [
          manager.isAccelerometerActive, manager.isDeviceMotionActive,
          manager.accelerometerBatch?.count == 800, manager.deviceMotionBatch?.count == 200,
          CMBatchedSensorManager.authorizationStatus == .authorized,
        ]
        manager.stopAccelerometerUpdates()
        seen.facts += [!manager.isAccelerometerActive, manager.accelerometerBatch == nil]
      }
      try await Task.sleep(for: .seconds(2))
      await watch.touch(app, "stop") { seen.manager = nil }
      try await Task.sleep(for: .seconds(2))
    }
    #expect(seen.facts == Array(repeating: true, count: 13))
    #expect(seen.accelerometer == Array(repeating: 800, count: 4))
    #expect(seen.motion == Array(repeating: 200, count: 6))
    #expect(seen.errors == [])
  }

  @Test(.world()) func `sequences deliver batches until the workout ends, then throw (WK8)`()
    async throws
  {
    let seen = Seen()
    try await Self.run(
      seen,
      {
        let manager = CMBatchedSensorManager()
        seen.manager = manager
        Task { @MainActor in
          do {
            for try await batch in manager.accelerometerUpdates() {
              seen.accelerometer.append(batch.count)
            }
          } catch { seen.failed(error) }
        }
        Task { @MainActor in
          do {
            for try await batch in manager.deviceMotionUpdates() {
              seen.motion.append(batch.count)
              if seen.motion.count == 2 { break }
            }
          } catch { seen.failed(error) }
        }
      }
    ) { watch, app in
      try await Task.sleep(for: .seconds(3.5))
      seen.hasWorkout = false
      try await Task.sleep(for: .seconds(3))
      await watch.touch(app, "release") { seen.manager = nil }
    }
    #expect(seen.accelerometer == [800, 800, 800])
    #expect(seen.motion == [200, 200])
    #expect(seen.errors == [CMErrorNotAvailable])
  }

  @Test(.world()) func `an iPhone has no batches (WK8)`() async throws {
    let seen = Seen()
    try await Self.run(
      on: .iPhone(iOS: 17), seen,
      {
        let manager = CMBatchedSensorManager()
        seen.manager = manager
        seen.facts = [CMBatchedSensorManager.isAccelerometerSupported]
        manager.startAccelerometerUpdates { batch, error in
          if let batch { seen.accelerometer.append(batch.count) }
          if let error { seen.failed(error) }
        }
      }
    ) { watch, app in
      try await Task.sleep(for: .seconds(3))
      await watch.touch(app, "release") { seen.manager = nil }
    }
    #expect(seen.facts == [false] && seen.accelerometer == [])
    #expect(seen.errors == [CMErrorNotAvailable])
  }

  /// Uses HealthKit's own session instead of the closure that the tests above set.
  @Test(.world()) func `a workout session allows batches until it ends, also while paused (WK8)`()
    async throws
  {
    var appFixture = WatchAppFixture()
    appFixture.plist["NSMotionUsageDescription"] = "Measures your swing."
    let fixture = try await startWatchApp(appFixture)
    func begin() async {
      await fixture.watch.touch(fixture.app, "batches") {
        let manager = CMBatchedSensorManager()
        Kept.of("manager", manager)
        manager.startAccelerometerUpdates { batch, error in
          if let batch { print("batch of \(batch.count)") }
          if let error { print("no batches, \((error as NSError).domain == CMErrorDomain)") }
        }
      }
    }
    await begin()
    try await Task.sleep(for: .seconds(3))
    await fixture.watch.touch(fixture.app, "start") { startWorkout() }
    try await Task.sleep(for: .seconds(5))
    await begin()
    try await Task.sleep(for: .seconds(2.5))
    await fixture.watch.touch(fixture.app, "pause") { workout.pause() }
    try await Task.sleep(for: .seconds(2))
    await fixture.watch.touch(fixture.app, "end") { workout.end() }
    try await Task.sleep(for: .seconds(3))
    let lines = fixture.world.log.texts.filter { $0.contains("batch") }
    #expect(
      lines == ["no batches, true"] + Array(repeating: "batch of 800", count: 4)
        + ["no batches, true"])
  }
}
