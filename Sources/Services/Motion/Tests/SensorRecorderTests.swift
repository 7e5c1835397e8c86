import CoreMotion
import Foundation
import Testing
import YobanTesting
import YobanVirtualTime

/// The recording of the system for the apps of a watch (WK7).
@Suite struct SensorRecorderTests {
  private static let stream = "recordedAccelerometer"
  private static var app: WatchAppFixture {
    var app = WatchAppFixture()
    app.plist["NSMotionUsageDescription"] = "Records your night."
    return app
  }

  /// The samples that an app read.
  private final class Reading: @unchecked SimulationConfined {
    struct Sample {
      var wallTime: Date
      var timestamp: Double
      var values: SIMD3<Double>
    }
    var samples: [Sample]?
  }

  /// Returns the samples recorded after one virtual second, up to and including another; nil if there are none.
  private static func read(_ app: InstalledApp, _ from: Double, _ to: Double) async
    -> [Reading.Sample]?
  {
    let found = Reading()
    let start = app.device.world.simulation.wallClockAtStart
    await app.device.touch(app, "read") {
      let began = Date(timeIntervalSince1970: Double(start) / 1e9)
      guard let list = CMSensorRecorder().accelerometerData(from: began + from, to: began + to)
      else { return }
      found.samples = list.compactMap { item in
        guard let data = item as? CMRecordedAccelerometerData else { return nil }
        let a = data.acceleration
        return Reading.Sample(
          wallTime: data.startDate, timestamp: data.timestamp, values: SIMD3(a.x, a.y, a.z))
      }
    }
    return found.samples
  }

  private static func record(_ app: InstalledApp, seconds: Double) async {
    await app.device.touch(app, "record") {
      CMSensorRecorder().recordAccelerometer(forDuration: seconds)
    }
  }

  @Test func `the system records at 50 Hz while the app is suspended or has ended (WK7)`()
    async throws
  {
    let world = try await withWatch { watch in
      let app = try watch.install(Self.app)
      await watch.open(app)
      await Self.record(app, seconds: 3600)
      try await watch.world.pass(.minutes(2))
      await watch.goHome()
      try await watch.world.pass(.minutes(10))
      #expect(app.state == .suspended)
      watch.jetsam(app)
      #expect(app.state == .notRunning)
      try await watch.world.pass(.minutes(60))
      await watch.open(app)
      let began = try #require(
        watch.world.moments { $0 == .sensor(Self.stream, isOn: true) }.first)
      let found = try #require(await Self.read(app, 0, 2 * 3600))
      let truth = watch.motion.source.series(of: .accelerometer)
      let end = began + .seconds(3600)
      let taken = (0..<400_000).filter {
        $0 % 2 == 0 && truth.time(of: $0) > began.nanoseconds
          && truth.time(of: $0) <= end.nanoseconds
      }
      #expect(found.count == taken.count)
      #expect(abs(found.count - 50 * 3600) <= 1)
      let start = Double(watch.world.simulation.wallClockAtStart) / 1e9
      for offset in stride(from: 0, to: found.count, by: 997) {
        let (sample, index) = (found[offset], taken[offset])
        #expect(sample.values == truth.value(at: index))
        let time = sample.wallTime.timeIntervalSince1970 - start
        #expect(abs(time - Double(truth.time(of: index)) / 1e9) < 1e-3)
      }
    }
    let stops = world.moments { $0 == .sensor(Self.stream, isOn: false) }
    #expect(stops.count == 1)
  }

  @Test func `an app can read only its own recording, and none after it was deleted`()
    async throws
  {
    try await withWatch { watch in
      let first = try watch.install(Self.app)
      var other = Self.app
      (other.name, other.bundleIdentifier) = ("Other", "example.vendor.other")
      let second = try watch.install(other)
      await watch.open(first)
      await Self.record(first, seconds: 600)
      try await watch.world.pass(.minutes(15))
      await watch.open(second)
      #expect(await Self.read(second, 0, 900) == nil)
      await watch.open(first)
      #expect(await Self.read(first, 0, 900) != nil)
      watch.delete(first)
      let again = try watch.install(Self.app)
      await watch.open(again)
      #expect(await Self.read(again, 0, 900) == nil)
    }
  }

  @Test
  func `a reboot ends the recording; timestamps count from the boot before each sample (WK7)`()
    async throws
  {
    let world = try await withWatch { watch in
      let app = try watch.install(Self.app)
      await watch.open(app)
      await Self.record(app, seconds: 3600)
      try await watch.world.pass(.minutes(10))
      try await watch.reboot()
      try await watch.world.pass(.minutes(10))
      await watch.open(app)
      let found = try #require(await Self.read(app, 0, 3600))
      #expect(abs(found.count - 50 * 600) <= 1)
      // The device had booted 26 h before the world began.
      #expect(abs(found[0].timestamp - 26 * 3600) < 1)
    }
    let stops = world.moments { $0 == .sensor(Self.stream, isOn: false) }
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
    let world = try await withWatch { watch in
      var keyless = WatchAppFixture()
      keyless.bundleIdentifier = "example.vendor.keyless"
      let bare = try watch.install(keyless)
      await watch.open(bare)
      await Self.record(bare, seconds: 60)
      #expect(bare.state == .notRunning)
      watch.motion.allowsMotionWhenAsked = false
      let refused = try watch.install(Self.app)
      await watch.open(refused)
      await Self.record(refused, seconds: 600)
      #expect(refused.motionAuthorization == .denied)
      try await watch.world.pass(.minutes(15))
      #expect(await Self.read(refused, 0, 900) == nil)
    }
    #expect(world.kinds.contains(.plistMissingKey.by(.mo4)))
    #expect(world.moments { $0 == .sensor(Self.stream, isOn: true) } == [])
  }

  @Test func `a recording or query that is too long reports a finding (WK7)`() async throws {
    let world = try await withWatch { watch in
      watch.power.isCharging = true
      let app = try watch.install(Self.app)
      await watch.open(app)
      await Self.record(app, seconds: 13 * 3600)
      #expect(await Self.read(app, 0, 12.1 * 3600) == nil)
      try await watch.world.pass(.minutes(60 * 14))
      // Nothing was recorded after 12 hours.
      let found = try #require(await Self.read(app, 11.9 * 3600, 13 * 3600))
      #expect(abs(found.count - 360 * 50) <= 1)
    }
    #expect(world.kinds == [.motionRecordingTooLong.by(.wk7), .motionQueryTooLong.by(.wk7)])
  }
}
