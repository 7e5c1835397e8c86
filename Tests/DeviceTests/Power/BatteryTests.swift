import CoreMotion
import HealthKit
import Testing
import UIKit
import WatchKit
import YobanTesting
import YobanVirtualTime

/// The battery of a device. `BatteryMachineTests` has its computation.
@Suite(.world()) struct BatteryTests {
  private static let app: WatchAppFixture = {
    var app = WatchAppFixture()
    app.plist["NSMotionUsageDescription"] = "To test."
    return app
  }()

  /// Starts the sensors of a night, 50 times a second.
  @MainActor private static func record() {
    let motion = CMMotionManager()
    (motion.accelerometerUpdateInterval, motion.gyroUpdateInterval) = (0.02, 0.02)
    motion.startAccelerometerUpdates()
    motion.startGyroUpdates()
    Kept.of("motion", motion)
  }

  private static func drains(_ device: Device, _ share: Double) -> Bool {
    abs(device.power.drainPerHour - share) < 1e-12
  }

  static let models: [(SystemVersion, WatchModel, Double)] = [
    (5, .series3, 18), (9, .series6, 18), (10, .series9, 18), (10, .ultra, 36),
  ]

  @Test(arguments: models.indices)
  func `a watch lasts as long as its vendor states while no sensor runs (WK11)`(
    _ row: Int
  ) async throws {
    let (version, model, hours) = Self.models[row]
    let world = try World.current
    let watch = try world.addWatch("watch", .watch(watchOS: version, model))
    watch.power.level = 1
    try await world.pass(.hours(hours + 1))
    #expect(!watch.isUp && watch.power.isEmpty && watch.power.level == 0)
    let ends = world.moments { $0 == .power("battery empty: the device shuts down") }
    #expect(ends.count == 1)
    #expect(ends.allSatisfy { abs(($0 - .start).seconds - hours * 3600) < 0.001 })
  }

  @Test func `sensors and a workout each consume their share (WK11)`() async throws {
    let f = try await startWatchApp(Self.app)
    let policy = f.watch.profile.battery
    let idle = 1.0 / 18
    #expect(Self.drains(f.watch, idle))
    await f.touch { Self.record() }
    let sampling = idle + 50 * policy.accelerometerDrain + 50 * policy.gyroscopeDrain
    #expect(Self.drains(f.watch, sampling))
    await f.touch { startWorkout() }
    try await f.world.pass(.seconds(1))
    #expect(Self.drains(f.watch, sampling + policy.workoutDrain))
    await f.touch { workout.end() }
    try await f.world.pass(.seconds(1))
    #expect(Self.drains(f.watch, sampling))
    await f.touch { Kept.get("motion", as: CMMotionManager.self)!.stopGyroUpdates() }
    #expect(Self.drains(f.watch, idle + 50 * policy.accelerometerDrain))
  }

  @Test func `an upload consumes its share, and its response, too (WK11)`() async throws {
    let f = try await startWatchApp(Self.app, change: { $0.battery.wifiDrain = 0.1 })
    f.world.gateway = FakeGateway { _ in
      HTTPExchangeResponse(
        status: 200, headers: [], body: [UInt8](repeating: 0, count: 500_000))
    }
    let before = f.watch.power.level
    await f.touch {
      let file = URL.temporaryDirectory.appending(path: "chunk")
      try! Data(count: 1_000_000).write(to: file)
      var request = URLRequest(url: URL(string: "http://collector/chunk")!)
      request.httpMethod = "PUT"
      URLSession.shared.uploadTask(with: request, fromFile: file) { _, _, _ in print("done") }
        .resume()
    }
    try await f.world.wait(for: "the response", atMost: .minutes(1)) { f.app.log.contains("done") }
    let idle = (f.world.now - .start).seconds / 3600 / 18
    #expect(abs(before - f.watch.power.level - idle - 1.5 * 0.1) < 1e-9)
  }

  @Test
  func `a sensor at two rates consumes the higher one, and nothing for a suspended app (WK11)`()
    async throws
  {
    let f = try await startWatchApp(Self.app)
    let idle = f.watch.power.drainPerHour
    let recording = idle + 100 * f.watch.profile.battery.accelerometerDrain
    await f.touch {
      for interval in [0.1, 0.01] {
        let motion = CMMotionManager()
        motion.accelerometerUpdateInterval = interval
        motion.startAccelerometerUpdates()
        Kept.of("motion \(interval)", motion)
      }
    }
    #expect(Self.drains(f.watch, recording))
    await f.watch.pressCrown()
    try await f.world.pass(.minutes(5))
    #expect(f.app.state == .suspended)
    #expect(f.watch.power.drainPerHour == idle)
    await f.watch.open(f.app)
    try await f.world.pass(.seconds(1))
    #expect(Self.drains(f.watch, recording))
    f.watch.jetsam(f.app)
    #expect(f.watch.power.drainPerHour == idle)
  }

  @Test func `the system's recording consumes power only while it records (WK7, WK11)`()
    async throws
  {
    let f = try await startWatchApp(Self.app)
    let idle = f.watch.power.drainPerHour
    await f.touch { CMSensorRecorder().recordAccelerometer(forDuration: 600) }
    f.watch.jetsam(f.app)
    #expect(Self.drains(f.watch, idle + 50 * f.watch.profile.battery.accelerometerDrain))
    try await f.world.pass(.minutes(11))
    #expect(f.watch.power.drainPerHour == idle)
  }

  @Test func `an empty watch is off until it is charged, then boots by itself (WK11)`()
    async throws
  {
    let f = try await startWatchApp(Self.app)
    f.watch.power.level = 0.01
    try await f.world.pass(.minutes(30))
    #expect(!f.watch.isUp && f.app.state == .notRunning)
    // Neither a user nor a reboot starts it.
    await f.watch.open(f.app)
    try await f.watch.reboot()
    #expect(!f.watch.isUp && f.app.state == .notRunning)
    try await f.world.pass(.hours(1))
    #expect(f.watch.power.level == 0)
    f.watch.power.isCharging = true
    // 2 % of the two hours of a full charge, and the boot.
    try await f.world.pass(.seconds(0.02 * 7200 + 30 - 1))
    #expect(!f.watch.isUp)
    try await f.world.pass(.seconds(2))
    #expect(f.watch.isUp && !f.watch.power.isEmpty)
    await f.watch.open(f.app)
    #expect(f.app.state == .active)
    #expect(f.app.terminations.map(\.description) == ["battery empty"])
  }

  @Test func `a charger that is removed too early does not boot the watch (WK11)`() async throws {
    let world = try World.current
    let watch = try world.addWatch(pairedWith: nil)
    watch.power.level = 0.001
    try await world.pass(.minutes(5))
    watch.power.isCharging = true
    try await world.pass(.minutes(1))
    watch.power.isCharging = false
    try await world.pass(.minutes(30))
    #expect(!watch.isUp && watch.power.isEmpty)
  }

  @Test func `an empty battery ends a reboot (WK11)`() async throws {
    let world = try World.current
    let watch = try world.addWatch(pairedWith: nil)
    watch.power.level = 10 / 3600 / 18  // Ten seconds.
    try await watch.reboot()
    try await world.pass(.minutes(5))
    #expect(!watch.isUp)
    #expect(world.moments { $0 == .power("booted") } == [])
  }

  @Test func `a 12 h recording with a workout uses nearly the whole battery (WK11)`() async throws {
    let f = try await startWatchApp(Self.app)
    f.watch.power.level = 1
    await f.touch {
      Self.record()
      startWorkout()
    }
    try await f.world.wait(for: "the empty battery", atMost: .hours(24)) { f.watch.power.isEmpty }
    #expect((12.0...16.0).contains((f.world.now - .start).seconds / 3600))
  }

  @Test func `a phone consumes as its profile says, regardless of its load, and stays up (WK11)`()
    async throws
  {
    let f = try await startApp(AppFixture { _ in Self.record() })
    #expect(f.phone.power.drainPerHour == f.phone.profile.batteryDrainPerHour)
    try await f.world.pass(.hours(40))
    #expect(f.phone.power.level == 0 && f.phone.isUp)
  }

  @Test func `a phone shuts down when empty, if its profile says so (WK11)`() async throws {
    let f = try await startApp(
      AppFixture(), change: { $0.battery.shutsDownWhenEmpty = true })
    try await f.world.pass(.hours(32))
    #expect(!f.phone.isUp)
    #expect(f.app.terminations == [.batteryEmpty])
  }
}
