import Foundation
import Testing
import YobanVirtualTime

@testable import YobanPlatformProfiles
@testable import YobanSimulatedAndroid
@testable import YobanSimulatedDevices
import YobanSimulatedOS

@Suite struct BatteryWorldTests {
  private static func open(_ watch: Watch) async throws -> InstalledApp {
    let app = try watch.install(SensorRecorderWorldTests.app.definition)
    await watch.open(app)
    return app
  }

  static let models: [(SystemVersion, WatchModel, Double)] = [
    (5, .series3, 18), (9, .series6, 18), (10, .series9, 18), (10, .ultra, 36),
  ]

  @Test(arguments: models.indices)
  func `a watch lasts as long as its vendor states while no sensor runs (WK11)`(
    _ row: Int
  ) async throws {
    let (version, model, hours) = Self.models[row]
    let world = try await withSensorWatch(watchOS: version, model) { watch in
      watch.power.level = 1
      try await minutes(60 * (hours + 1))
      #expect(!watch.isUp && watch.power.isEmpty && watch.power.level == 0)
    }
    let ends = world.moments { $0 == .power("battery empty: the device shuts down") }
    #expect(ends.count == 1)
    #expect(ends.first.map { abs(($0 - .start).seconds - hours * 3600) < 0.001 } == true)
  }

  @Test func `sensors, radio and a workout each consume their share (WK11)`() async throws {
    let probe = MotionProbe()
    try await withSensorWatch { watch in
      let (app, policy) = (try await Self.open(watch), watch.profile.battery)
      let idle = 1.0 / 18
      #expect(abs(watch.power.drainPerHour - idle) < 1e-12)
      await watch.touch(app, "record") {
        probe.start(interval: 0.02)
        probe.start(.gyroscope, interval: 0.02)
      }
      let sampling = idle + 50 * policy.accelerometerDrain + 50 * policy.gyroscopeDrain
      #expect(abs(watch.power.drainPerHour - sampling) < 1e-12)
      watch.power.setWorkout(true)
      #expect(abs(watch.power.drainPerHour - sampling - policy.workoutDrain) < 1e-12)
      watch.power.setWorkout(false)
      let before = watch.power.level
      watch.power.transferred(2_000_000, over: .bluetooth)
      watch.power.transferred(1_000_000, over: .wifi)
      let spent = before - watch.power.level
      #expect(abs(spent - 2 * policy.bluetoothDrain - policy.wifiDrain) < 1e-12)
      await watch.touch(app, "stop") { probe.stop(.gyroscope) }
      #expect(abs(watch.power.drainPerHour - idle - 50 * policy.accelerometerDrain) < 1e-12)
    }
  }

  @Test
  func `a sensor at two rates consumes the higher one, and nothing for a suspended app (WK11)`()
    async throws
  {
    let (slow, fast) = (MotionProbe(), MotionProbe())
    try await withSensorWatch { watch in
      let (app, policy) = (try await Self.open(watch), watch.profile.battery)
      let idle = watch.power.drainPerHour
      await watch.touch(app, "record") {
        slow.start(interval: 0.1)
        fast.start(interval: 0.01)
      }
      #expect(abs(watch.power.drainPerHour - idle - 100 * policy.accelerometerDrain) < 1e-12)
      await watch.goHome()
      try await minutes(5)
      #expect(app.state == .suspended)
      #expect(watch.power.drainPerHour == idle)
      await watch.open(app)
      try await sleep(1)
      #expect(abs(watch.power.drainPerHour - idle - 100 * policy.accelerometerDrain) < 1e-12)
      watch.jetsam(app)
      #expect(watch.power.drainPerHour == idle)
    }
  }

  @Test func `the system's recording consumes power only while it records (WK7, WK11)`()
    async throws
  {
    try await withSensorWatch { watch in
      let (app, policy) = (try await Self.open(watch), watch.profile.battery)
      let idle = watch.power.drainPerHour
      await watch.touch(app, "record") {
        let launch = TestLaunch.current
        launch.device.motion.record(forSeconds: 600, for: launch.process)
      }
      watch.jetsam(app)
      #expect(abs(watch.power.drainPerHour - idle - 50 * policy.accelerometerDrain) < 1e-12)
      try await minutes(11)
      #expect(watch.power.drainPerHour == idle)
    }
  }

  @Test func `an empty watch is off until it is charged, then boots by itself (WK11)`()
    async throws
  {
    let world = try await withSensorWatch { watch in
      let app = try await Self.open(watch)
      watch.power.level = 0.01
      try await minutes(30)
      #expect(!watch.isUp && app.state == .notRunning)
      // Neither a user nor a reboot starts it.
      await watch.open(app)
      try await watch.reboot()
      #expect(!watch.isUp && app.state == .notRunning)
      try await minutes(60)
      #expect(watch.power.level == 0)
      watch.power.isCharging = true
      // 2 % of the two hours of a full charge, and the boot.
      try await sleep(0.02 * 7200 + 30 - 1)
      #expect(!watch.isUp)
      try await sleep(2)
      #expect(watch.isUp && !watch.power.isEmpty)
      await watch.open(app)
      #expect(app.state == .active)
    }
    #expect(world.ends == [.batteryEmpty])
    #expect(TerminationReason.batteryEmpty.description == "battery empty")
  }

  @Test func `a charger that is removed too early does not boot the watch (WK11)`() async throws {
    try await withSensorWatch { watch in
      watch.power.level = 0.001
      try await minutes(5)
      watch.power.isCharging = true
      try await sleep(60)
      watch.power.isCharging = false
      try await minutes(30)
      #expect(!watch.isUp && watch.power.isEmpty)
    }
  }

  @Test func `an empty battery ends a reboot (WK11)`() async throws {
    let world = try await withSensorWatch { watch in
      watch.power.level = 10 / 3600 / 18  // Ten seconds.
      try await watch.reboot()
      try await minutes(5)
      #expect(!watch.isUp)
    }
    #expect(world.moments { $0 == .power("booted") } == [])
  }

  @Test func `a 12 h recording with a workout uses nearly the whole battery (WK11)`() async throws {
    let probe = MotionProbe()
    try await withSensorWatch { watch in
      let app = try await Self.open(watch)
      watch.power.level = 1
      await watch.touch(app, "record") {
        probe.start(interval: 0.02)
        probe.start(.gyroscope, interval: 0.02)
      }
      watch.power.setWorkout(true)
      let end = try #require(watch.power.emptiesAt)
      #expect((12.0...16.0).contains((end - watch.world.now).seconds / 3600))
    }
  }

  @Test func `a phone consumes as its profile says, regardless of its load, and stays up (WK11)`()
    async throws
  {
    let probe = MotionProbe()
    try await withPhone { phone in
      let app = try phone.install(TestApp().definition)
      await phone.open(app)
      await phone.touch(app, "record") { probe.start() }
      phone.power.transferred(50_000_000, over: .cellular)
      #expect(phone.power.drainPerHour == phone.profile.batteryDrainPerHour)
      try await minutes(60 * 40)
      #expect(phone.power.level == 0 && phone.isUp)
    }
  }

  @Test func `a phone shuts down when empty, if its profile says so (WK11)`() async throws {
    let world = try await withPhone(change: { $0.battery.shutsDownWhenEmpty = true }) { phone in
      let app = try phone.install(TestApp().definition)
      await phone.open(app)
      try await minutes(60 * 32)
      #expect(!phone.isUp)
    }
    #expect(world.ends == [.batteryEmpty])
  }
}
