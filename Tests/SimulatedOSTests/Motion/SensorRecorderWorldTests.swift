import Foundation
import Testing
import YobanVirtualTime

@testable import YobanPlatformProfiles
@testable import YobanSimulatedAndroid
@testable import YobanAppleSystem
@testable import YobanSimulatedDevices
import YobanSimulatedOS

/// Runs a scenario with one watch in a world of its own.
@discardableResult
func withSensorWatch(
  seed: UInt64 = 1, watchOS version: SystemVersion = 10, _ model: WatchModel? = nil,
  change: @escaping @Sendable (inout DeviceProfile) -> Void = { _ in },
  _ scenario: @escaping @Sendable (Watch) async throws -> Void
) async throws -> World {
  let world = try World(seed: seed)
  try await world.run {
    var profile = DeviceProfile.watch(watchOS: version, model)
    change(&profile)
    try await scenario(try world.addWatch("watch", profile))
  }
  return world
}

@Suite struct SensorRecorderWorldTests {
  static var app: TestApp {
    TestApp(name: "Motion", info: ["NSMotionUsageDescription": "Records your night."])
  }

  /// Returns the samples recorded after one virtual second, up to and including another.
  private static func read(_ app: InstalledApp, _ from: Double, _ to: Double) async
    -> RecordedReadings?
  {
    let found = Box<RecordedReadings?>(nil)
    await app.device.touch(app, "read") {
      let launch = TestLaunch.current
      let wall = app.device.world.simulation.wallClockAtStart
      found.value = launch.device.motion.recorded(
        after: wall + Int64(from * 1e9), through: wall + Int64(to * 1e9), for: launch.process)
    }
    return found.value
  }

  private static func record(_ app: InstalledApp, seconds: Double) async {
    await app.device.touch(app, "record") {
      let launch = TestLaunch.current
      launch.device.motion.record(forSeconds: seconds, for: launch.process)
    }
  }

  private final class Box<Value>: @unchecked SimulationConfined {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  @Test func `the system records at 50 Hz while the app is suspended or has ended (WK7)`()
    async throws
  {
    let world = try await withSensorWatch { watch in
      let app = try watch.install(Self.app.definition)
      await watch.open(app)
      await Self.record(app, seconds: 3600)
      try await minutes(2)
      await watch.goHome()
      try await minutes(10)
      #expect(app.state == .suspended)
      watch.jetsam(app)
      #expect(app.state == .notRunning)
      try await minutes(60)
      await watch.open(app)
      let began = try #require(
        watch.world.moments { $0 == .sensor(MotionService.recordingStream, isOn: true) }.first)
      let found = try #require(await Self.read(app, 0, 2 * 3600))
      let truth = watch.motion.source.series(of: .accelerometer)
      let end = began + .seconds(3600)
      let taken = (0..<400_000).filter {
        $0 % 2 == 0 && truth.time(of: $0) > began.nanoseconds
          && truth.time(of: $0) <= end.nanoseconds
      }
      #expect(found.count == taken.count)
      #expect(abs(found.count - 50 * 3600) <= 1)
      for offset in stride(from: 0, to: found.count, by: 997) {
        let reading = found[offset]
        #expect(reading.values == truth.value(at: taken[offset]))
        #expect(
          reading.wallTime == watch.world.simulation.wallClockAtStart
            + truth.time(of: taken[offset]))
      }
    }
    let stops = world.moments { $0 == .sensor(MotionService.recordingStream, isOn: false) }
    #expect(stops.count == 1)
  }

  @Test func `an app can read only its own recording, and none after it was deleted`()
    async throws
  {
    try await withSensorWatch { watch in
      let first = try watch.install(Self.app.definition)
      var other = Self.app
      other.name = "Other"
      let second = try watch.install(other.definition)
      await watch.open(first)
      await Self.record(first, seconds: 600)
      try await minutes(15)
      await watch.open(second)
      #expect(await Self.read(second, 0, 900) == nil)
      await watch.open(first)
      #expect(await Self.read(first, 0, 900) != nil)
      watch.delete(first)
      let again = try watch.install(Self.app.definition)
      await watch.open(again)
      #expect(await Self.read(again, 0, 900) == nil)
    }
  }

  @Test
  func `a reboot ends the recording; timestamps count from the boot before each sample (WK7)`()
    async throws
  {
    let world = try await withSensorWatch { watch in
      let app = try watch.install(Self.app.definition)
      await watch.open(app)
      await Self.record(app, seconds: 3600)
      try await minutes(10)
      try await watch.reboot()
      try await minutes(10)
      await watch.open(app)
      let found = try #require(await Self.read(app, 0, 3600))
      #expect(abs(found.count - 50 * 600) <= 1)
      // The device had booted 26 h before the world began.
      #expect(abs(found[0].timestamp - 26 * 3600) < 1)
    }
    let stops = world.moments { $0 == .sensor(MotionService.recordingStream, isOn: false) }
    #expect(stops.count == 1)
    #expect(stops.first.map { $0 < at(601) } == true)
  }

  static let available: [(DeviceProfile, Bool)] = [
    (.watch(watchOS: 3), true), (.watch(watchOS: 10), true), (.iPhone(iOS: 17, .iPhone12), true),
    (.iPhone(iOS: 8, .iPhone5S), false), (.iPhone(iOS: 9, .iPhone4S), false),
    (.android(api: 34), false),
  ]

  @Test(arguments: available.indices)
  func `watches and newer iPhones can record (WK7)`(_ row: Int) throws {
    let (profile, can) = Self.available[row]
    let world = try World(seed: 1)
    #expect(try world.addDevice("device", profile).motion.canRecord == can)
  }

  @Test func `without NSMotionUsageDescription the app ends; denied permission gives no samples`()
    async throws
  {
    let world = try await withSensorWatch { watch in
      let bare = try watch.install(TestApp(name: "Bare").definition)
      await watch.open(bare)
      await Self.record(bare, seconds: 60)
      #expect(bare.state == .notRunning)
      watch.motion.allowsMotionWhenAsked = false
      let refused = try watch.install(Self.app.definition)
      await watch.open(refused)
      await Self.record(refused, seconds: 600)
      #expect(watch.motion.authorization(of: refused) == .denied)
      try await minutes(15)
      #expect(await Self.read(refused, 0, 900) == nil)
    }
    #expect(world.findings.contains(.plistMissingKey.by(.mo4)))
    #expect(world.moments { $0 == .sensor(MotionService.recordingStream, isOn: true) } == [])
  }

  @Test func `a recording or query that is too long reports a finding (WK7)`() async throws {
    let world = try await withSensorWatch { watch in
      watch.power.isCharging = true
      let app = try watch.install(Self.app.definition)
      await watch.open(app)
      await Self.record(app, seconds: 13 * 3600)
      #expect(await Self.read(app, 0, 12.1 * 3600) == nil)
      try await minutes(60 * 14)
      let found = try #require(await Self.read(app, 3600, 13 * 3600))
      #expect(found.count <= 11 * 3600 * 50 + 1)
    }
    #expect(
      world.findings == [.motionRecordingTooLong.by(.wk7), .motionQueryTooLong.by(.wk7)])
  }
}
