import Foundation
import Testing
import YobanTesting
import YobanVirtualTime

@testable import YobanMotion

@Suite struct MagnetometerTests {
  /// 3,000 indices spread over twelve hours.
  private static let indices = (0..<3000).map { $0 * 1439 + $0 % 7 }

  private static func length(_ vector: SIMD3<Double>) -> Double {
    (vector * vector).sum().squareRoot()
  }

  @Test(arguments: [1, 42, 0, UInt64.max])
  func `the field is that of Tokyo, at its angle to gravity (MO2)`(_ seed: UInt64) {
    let motion = GeneratedMotion(seed: seed)
    let (field, gravity) = (motion.series(of: .magnetometer), motion.series(of: .accelerometer))
    for index in Self.indices {
      let (value, down) = (field.value(at: index), gravity.value(at: index))
      // 46.1 µT, and noise of 0.4 µT on each axis.
      #expect(abs(Self.length(value) - (30 * 30 + 35 * 35).squareRoot()) < 0.7)
      let vertical = (value * down).sum() / Self.length(down)
      // The accelerometer's noise and breathing turn its direction by a few degrees.
      #expect(abs(vertical - 35) < 3)
    }
  }

  @Test func `the device points in all directions of the compass (MO2)`() {
    let field = GeneratedMotion(seed: 1).series(of: .magnetometer)
    for axis in 0..<3 {
      let values = Self.indices.map { field.value(at: $0)[axis] }
      #expect(values.min()! < -20 && values.max()! > 20)
    }
  }

  @Test func `a posture's field changes only by noise`() {
    let field = GeneratedMotion(seed: 1).series(of: .magnetometer)
    let posture = (0..<23_999).map { field.value(at: $0) }
    for axis in 0..<3 {
      let values = posture.map { $0[axis] }
      #expect(values.max()! - values.min()! < 0.81)
    }
    #expect(Set(posture).count > 23_000)
  }

  /// Plays ten seconds of an app that uses sensors, and returns what it received.
  private static func received(_ sensors: [MotionSensor]) async throws -> MotionLog {
    let log = MotionLog()
    try await withWatch { watch in
      let app = try watch.install(WatchAppFixture())
      await watch.open(app)
      await watch.touch(app, "start") { for sensor in sensors { log.start(sensor) } }
      try await watch.world.pass(.seconds(10))
      await watch.touch(app, "stop") { for sensor in sensors { MotionLog.stop(sensor) } }
    }
    return log
  }

  @Test func `the magnetometer and the other sensors do not influence each other`() async throws {
    let all = try await Self.received(MotionSensor.allCases)
    for sensor in MotionSensor.allCases {
      let alone = try await Self.received([sensor])
      let (expected, found) = (alone.samples[sensor] ?? [], all.samples[sensor] ?? [])
      #expect(abs(expected.count - 1000) <= 1)
      #expect(expected == found)
    }
  }

  @Test func `motion without a magnetometer is completed by generated values (MO2)`() async throws {
    struct AccelerometerOnly: MotionSource {
      let base: any MotionSeries
      var sensors: Set<MotionSensor> { [.accelerometer] }
      func series(of sensor: MotionSensor) -> any MotionSeries { base }
    }
    let log = MotionLog()
    try await withWatch(seed: 5) { watch in
      watch.motion.source = AccelerometerOnly(base: IrregularSeries(seed: 1, count: 10_000))
      let app = try watch.install(WatchAppFixture())
      await watch.open(app)
      await watch.touch(app, "start") {
        log.start()
        log.start(.magnetometer)
      }
      try await watch.world.pass(.seconds(10))
    }
    let field = GeneratedMotion(seed: 5).series(of: .magnetometer)
    let samples = try #require(log.samples[.magnetometer])
    #expect(abs(samples.count - 1000) <= 1)
    for sample in samples {
      let index = field.firstIndex(notBefore: sample.instant.nanoseconds)
      #expect(sample.values == field.value(at: index))
    }
    #expect(log.accelerometer.allSatisfy { $0.values.x == $0.values.x.rounded() })
  }

  static let available: [(DeviceProfile, Bool)] = [
    (.iPhone(iOS: 6, .iPhone4S), true), (.iPhone(iOS: 26, .iPhone16), true),
    (.watch(watchOS: 5, .series3), false), (.watch(watchOS: 10, .series4), false),
    (.watch(watchOS: 7, .series6), true), (.watch(watchOS: 10, .ultra), true),
    (.android(api: 34), false),
  ]

  @Test(arguments: available.indices)
  func `iPhones have a magnetometer, and watches from Series 5 on (MO2)`(_ row: Int) throws {
    let (profile, has) = Self.available[row]
    let world = try World(seed: 1)
    #expect(try world.addDevice("device", profile).motion.has(.magnetometer) == has)
  }

  @Test func `a start without a magnetometer has no effect, and reports a finding (MO2)`()
    async throws
  {
    let log = MotionLog()
    let world = try await withWatch(watchOS: 10, .series4) { watch in
      let app = try watch.install(WatchAppFixture())
      await watch.open(app)
      await watch.touch(app, "start") { log.start(.magnetometer) }
      try await watch.world.pass(.seconds(10))
    }
    #expect(log.samples.isEmpty)
    #expect(world.kinds == [.motionNotAvailable.by(.mo2)])
  }

  @Test func `a watch's magnetometer uses the battery while it is on (WK11)`() async throws {
    let log = MotionLog()
    try await withWatch { watch in
      let app = try watch.install(WatchAppFixture())
      await watch.open(app)
      let idle = watch.power.drainPerHour
      await watch.touch(app, "start") { log.start(.magnetometer, interval: 0.02) }
      let drain = 50 * watch.profile.battery.magnetometerDrain
      #expect(drain > 0 && abs(watch.power.drainPerHour - idle - drain) < 1e-12)
      await watch.goHome()
      try await watch.world.pass(.minutes(5))
      #expect(watch.power.drainPerHour == idle)
    }
  }
}
