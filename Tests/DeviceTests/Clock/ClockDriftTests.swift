import Foundation
import Testing
import UIKit
import YobanFoundation
import YobanTesting

/// The clocks of a device that run fast or slow (TM5).
@Suite(.world()) struct ClockDriftTests {
  /// The clocks that the app reads at one moment.
  private struct Reading {
    var date: Double
    var uptime: Double
    var continuous: ContinuousClock.Instant
  }

  /// Holds what an app has read; only one of them runs at a time.
  private final class Readings: @unchecked Sendable {
    var all: [Reading] = []
    var waits: [String: Double] = [:]
  }

  private static func read(_ app: InstalledApp, _ readings: Readings) async -> Reading {
    await app.device.touch(app, "read") {
      readings.all.append(
        Reading(
          date: Date().timeIntervalSince1970, uptime: ProcessInfo.processInfo.systemUptime,
          continuous: .now))
    }
    return readings.all.last!
  }

  private static func open() async throws -> (Phone, InstalledApp) {
    let phone = try World.current.addPhone()
    let app = try phone.install(.delegate(EmptyDelegate.self))
    await phone.open(app)
    return (phone, app)
  }

  @Test(arguments: [20.0, -15, 50_000])
  func `all clocks that an app reads have the drift, from then on (TM5)`(_ drift: Double)
    async throws
  {
    let (phone, app) = try await Self.open()
    let readings = Readings()
    try await World.current.pass(.hours(1))
    let before = await Self.read(app, readings)
    phone.clockDrift = drift
    // Nothing jumps.
    let same = await Self.read(app, readings)
    #expect(abs(same.date - before.date) < 0.000_01 && abs(same.uptime - before.uptime) < 0.000_01)
    try await World.current.pass(.hours(10))
    let after = await Self.read(app, readings)
    let passed = 36_000 * (1 + drift / 1e6)
    #expect(abs(after.date - before.date - passed) < 0.000_01)
    #expect(abs(after.uptime - before.uptime - passed) < 0.000_01)
    #expect(abs((after.continuous - before.continuous) / .seconds(1) - passed) < 0.000_01)
    #expect(abs(phone.date.timeIntervalSince1970 - after.date) < 0.000_01)
    #expect(abs(phone.uptime / .seconds(1) - after.uptime) < 0.000_01)
  }

  @Test func `a right clock shows what it showed without this (TM5)`() async throws {
    let (phone, app) = try await Self.open()
    let readings = Readings()
    let before = await Self.read(app, readings)
    phone.clockDrift = 0
    try await World.current.pass(.hours(10))
    let after = await Self.read(app, readings)
    #expect(after.date - before.date == 36_000 && after.uptime - before.uptime == 36_000)
  }

  @Test(arguments: [100_000.0, -100_000])
  func `what an app waits for is measured by its own clocks (TM5)`(_ drift: Double) async throws {
    let (phone, app) = try await Self.open()
    let readings = Readings()
    phone.clockDrift = drift
    let world = try World.current
    let start = world.now
    @Sendable func passed() -> Double { (world.now - start) / .seconds(1) }
    await phone.touch(app, "wait") {
      DispatchQueue.main.asyncAfter(deadline: .now() + 100) {
        readings.waits["deadline"] = passed()
      }
      DispatchQueue.main.asyncAfter(wallDeadline: .now() + 100) {
        readings.waits["wall"] = passed()
      }
      Timer.scheduledTimer(withTimeInterval: 100, repeats: false) { _ in
        readings.waits["timer"] = passed()
      }
      Task {
        let clock = ContinuousClock()
        let due = clock.now + .seconds(100)
        try? await Task.sleep(until: due, clock: clock)
        readings.waits["task"] = passed()
        // A wait that ends too early by its own clock would have to begin again.
        readings.waits["early"] = max(0, (due - clock.now) / .seconds(1))
      }
      let source = DispatchSource.makeTimerSource(queue: .main)
      source.schedule(deadline: .now() + 10, repeating: 10)
      var count = 0
      source.setEventHandler {
        count += 1
        if count == 10 { readings.waits["source"] = passed() }
        if count == 11 { source.cancel() }
      }
      source.resume()
    }
    try await world.pass(.seconds(200))
    let expected = 100 / (1 + drift / 1e6)
    for name in ["deadline", "wall", "timer", "task", "source"] {
      let waited = try #require(readings.waits[name], "\(name) has not ended")
      #expect(abs(waited - expected) < 0.001, "\(name)")
    }
    #expect(readings.waits["early"] == 0)
  }

  @Test func `the drift stays when the clock is set, and over a restart (TM5)`() async throws {
    let (phone, app) = try await Self.open()
    let readings = Readings()
    phone.clockDrift = 100
    let first = await Self.read(app, readings)
    let start = try World.current.now
    try await World.current.pass(.hours(1))
    phone.setClock(by: .seconds(90))
    let set = await Self.read(app, readings)
    #expect(abs(set.date - first.date - 3_600.36 - 90) < 0.000_01)
    #expect(abs(set.uptime - first.uptime - 3_600.36) < 0.000_01)
    let reboot = try World.current.now
    try await phone.reboot()
    await phone.open(app)
    try await World.current.pass(.hours(1))
    let second = await Self.read(app, readings)
    let world = try World.current
    let (all, sinceReboot) = ((world.now - start) / .seconds(1), (world.now - reboot) / .seconds(1))
    #expect(abs(second.date - first.date - all * 1.0001 - 90) < 0.000_01)
    #expect(abs(second.uptime - sinceReboot * 1.0001) < 0.000_01)
  }

  @Test func `a drift that no clock can have is a mistake of the test`() async throws {
    let (phone, _) = try await Self.open()
    for drift in [Double.nan, .infinity, 100_001, -200_000] {
      withKnownIssue {
        phone.clockDrift = drift
      } matching: {
        "\($0)".contains("The clocks of phone cannot be wrong by")
      }
      #expect(phone.clockDrift == 0)
    }
  }
}

private final class EmptyDelegate: UIResponder, UIApplicationDelegate {}
