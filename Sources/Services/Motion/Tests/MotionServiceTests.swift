import CoreMotion
import Foundation
import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

@testable import YobanMotion

@Suite struct MotionServiceTests {
  private static func open(_ phone: Phone, _ app: AppFixture = AppFixture()) async throws
    -> InstalledApp
  {
    let app = try phone.install(app)
    await phone.open(app)
    return app
  }

  @Test(arguments: UInt64(1)...5)
  func
    `a suspended process gets no samples, and the first one afterwards is current (L7, WK8)`(
      _ seed: UInt64
    ) async throws
  {
    let (probe, series) = (MotionLog(), GeneratedMotion(seed: seed).series(of: .accelerometer))
    let world = try await withPhone(seed: seed) { phone in
      let app = try await Self.open(phone)
      await phone.touch(app, "record") { probe.start() }
      try await phone.world.pass(.microseconds(3_005_500))
      await phone.goHome()
      try await phone.world.pass(.microseconds(600_003_300))
      await phone.open(app)
      try await phone.world.pass(.seconds(2))
    }
    let frozen = try #require(world.moments(of: .suspended).first)
    let thawed = try #require(world.moments(of: .active).last)
    #expect(!probe.accelerometer.contains { $0.instant > frozen && $0.instant < thawed })
    // Each sample is delivered when it is taken, none twice, and none is missing while the app ran.
    let seen = probe.accelerometer.map(\.instant.nanoseconds)
    let ran =
      series.indices(after: .start, before: frozen, of: 62_000)
      + series.indices(after: thawed - .nanoseconds(1), before: world.now, of: 62_000)
    #expect(seen == ran.map { series.time(of: $0) })
    let first = try #require(probe.accelerometer.first { $0.instant >= thawed })
    #expect(first.instant - thawed <= .milliseconds(10))
    #expect(probe.accelerometer.map(\.values) == ran.map { series.value(at: $0) })
  }

  @Test func `timestamps count from the device's boot, before and after a reboot`() async throws {
    let probe = MotionLog()
    try await withPhone { phone in
      let app = try await Self.open(phone)
      await phone.touch(app, "record") { probe.start(interval: 1) }
      try await phone.world.pass(.milliseconds(10_500))
      try await phone.reboot()
      await phone.open(app)
      await phone.touch(app, "record") { probe.start(interval: 1) }
      try await phone.world.pass(.seconds(5))
    }
    // The device had booted 26 h before the world began, and booted again at 10.5 s.
    let expected = probe.accelerometer.map { sample in
      let seconds = Double(sample.instant.nanoseconds) / 1e9
      return seconds <= 10.5 ? seconds + 26 * 3600 : seconds - 10.5
    }
    #expect(probe.accelerometer.count == 15)
    for (sample, wanted) in zip(probe.accelerometer, expected) {
      #expect(abs(sample.timestamp - wanted) < 1e-9)
    }
  }

  @Test(arguments: [
    (0.01, 1), (0.02, 2), (0.05, 5), (1.0, 100), (0.001, 1), (0.0, 1), (0.014, 1), (0.016, 2),
  ])
  func `an app that requests a lower rate gets every n-th sample`(_ interval: Double, _ factor: Int)
    async throws
  {
    let (probe, full) = (MotionLog(), GeneratedMotion(seed: 1).series(of: .accelerometer))
    let world = try await withPhone { phone in
      let app = try await Self.open(phone)
      try await phone.world.pass(.milliseconds(123))
      await phone.touch(app, "record") { probe.start(interval: interval) }
      try await phone.world.pass(.seconds(10))
      let sensed = phone.motion.sensed(
        .accelerometer, interval: interval, after: at(0.123), before: phone.world.now)
      #expect(sensed == probe.accelerometer.count)
    }
    let wanted = full.indices(after: at(0.123), before: world.now, every: factor, of: 1200)
    #expect(probe.accelerometer.map(\.instant.nanoseconds) == wanted.map { full.time(of: $0) })
    #expect(probe.accelerometer.map(\.values) == wanted.map { full.value(at: $0) })
  }

  @Test(arguments: UInt64(1)...20)
  func `the number of sensed samples equals a count of every sample`(_ seed: UInt64) throws {
    var random = RandomStream(seed: seed, name: "windows")
    let series = IrregularSeries(seed: seed, count: 500)
    let world = try World(seed: seed)
    defer { withExtendedLifetime(world) {} }
    let phone = try world.addPhone("phone", .iPhone(iOS: 17))
    phone.motion.source = OneSeries(series: series)
    let end = series.times[499]
    for _ in 0..<200 {
      // Half of the bounds are exactly at a sample: both ends are excluded.
      let bounds = (0..<2).map { _ in
        random.chance(1, in: 2) ? random.pick(series.times) : Int64(random.next(below: UInt64(end)))
      }
      let (from, to) = (
        VirtualInstant(nanoseconds: bounds.min()!), VirtualInstant(nanoseconds: bounds.max()!)
      )
      let factor = 1 + Int(random.next(below: 4))
      let sensed = phone.motion.sensed(
        .gyroscope, interval: 0.01 * Double(factor), after: from, before: to)
      #expect(sensed == series.indices(after: from, before: to, every: factor, of: 500).count)
      #expect(phone.motion.sensed(.gyroscope, interval: 0.01, after: to, before: from) == 0)
    }
  }

  @Test func `two apps have separate sensors, with their own rates, stops and suspension`()
    async throws
  {
    let (a, b) = (MotionLog(), MotionLog())
    let world = try await withPhone { phone in
      let first = try await Self.open(phone)
      let second = try phone.installWithLocation(.keptByLocation())
      await phone.touch(first, "record") {
        a.start(interval: 0.01)
        a.start(.gyroscope, interval: 0.02)
      }
      await phone.open(second)
      await phone.touch(second, "record") { b.start(interval: 0.1) }
      try await phone.world.pass(.seconds(60))
      await phone.touch(second, "stop") { MotionLog.stop() }
      try await phone.world.pass(.seconds(60))
      #expect(first.state == .suspended)
    }
    let frozen = try #require(world.moments(of: .suspended).first)
    let stopped = try #require(world.moments { $0 == .sensor("accelerometer", isOn: false) }.first)
    let full = GeneratedMotion(seed: 1).series(of: .accelerometer)
    let began = world.moments { $0 == .sensor("accelerometer", isOn: true) }
    func instants(from start: VirtualInstant, to end: VirtualInstant, every factor: Int)
      -> [VirtualInstant]
    {
      full.indices(after: start, before: end, every: factor, of: 12_000)
        .map { VirtualInstant(nanoseconds: full.time(of: $0)) }
    }
    #expect(a.accelerometer.map(\.instant) == instants(from: began[0], to: frozen, every: 1))
    #expect(a.samples[.gyroscope]?.map(\.instant) == instants(from: began[0], to: frozen, every: 2))
    #expect(b.accelerometer.map(\.instant) == instants(from: began[1], to: stopped, every: 10))
  }

  @Test func `the trace counts every received sample once, with at most one row per minute`()
    async throws
  {
    let probe = MotionLog()
    let world = try await withPhone { phone in
      let app = try await Self.open(phone)
      await phone.touch(app, "record") { probe.start() }
      try await phone.world.pass(.seconds(330))
      await phone.goHome()
      try await phone.world.pass(.minutes(10))
      await phone.open(app)
      try await phone.world.pass(.seconds(132))
      await phone.swipeAway(app)
    }
    let counts = world.trace.events.compactMap { event -> Int? in
      if case .samples("accelerometer", let count) = event.kind.motion { count } else { nil }
    }
    #expect(counts.reduce(0, +) == probe.accelerometer.count)
    #expect(counts.allSatisfy { $0 > 0 && $0 <= 60 * 100 + 1 })
  }

  @Test func `a busy app gets its samples late and in order, and none after it stops the sensor`()
    async throws
  {
    let probe = MotionLog()
    let world = try await withPhone { phone in
      let app = try await Self.open(phone)
      await phone.touch(app, "record") { probe.start() }
      try await phone.world.pass(.milliseconds(1_005))
      await phone.touch(app, "work") { Thread.sleep(forTimeInterval: 1) }
      try await phone.world.pass(.seconds(1))
      await phone.touch(app, "work and stop") {
        let brief = CMMotionManager()  // Released at the end of this block.
        MotionLog().start(.gyroscope, brief)
        Thread.sleep(forTimeInterval: 1)
        MotionLog.stop()
        brief.stopGyroUpdates()
      }
      try await phone.world.pass(.seconds(1))
    }
    let stopped = try #require(world.moments { $0 == .sensor("accelerometer", isOn: false) }.first)
    #expect(probe.accelerometer.allSatisfy { $0.instant < stopped })
    // Taken every 10 ms from the start to the stop. Those of the second block were not delivered.
    let count = Int((3.005 - 0) / 0.01)
    #expect(probe.accelerometer.count == count)
    let times = probe.accelerometer.map(\.timestamp)
    #expect(times == times.sorted() && Set(times).count == times.count)
  }

  @Test func `starting a sensor again replaces the first start`() async throws {
    let probe = MotionLog()
    try await withPhone { phone in
      let app = try await Self.open(phone)
      await phone.touch(app, "record") {
        probe.start(interval: 0.01)
        probe.start(interval: 0.1)
      }
      try await phone.world.pass(.milliseconds(10_050))
    }
    #expect(probe.accelerometer.count == 100)
  }
}
