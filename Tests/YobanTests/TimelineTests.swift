import Foundation
import Testing

@testable import Yoban

@Suite struct TimelineTests {
  /// The clocks in seconds: wall time since 2023-11-14 22:13:20 UTC, uptime, and the clock that
  /// also advances during sleep.
  struct Clocks {
    var wall: Double
    var uptime: Double
    var continuous: Double

    static let base: Int64 = 1_700_000_000_000_000_000
    static let origin = ContinuousClock.now

    var reading: ClockReading {
      ClockReading(
        wall: Self.base + Int64(wall * 1e9), uptime: uptime,
        continuous: Self.origin.advanced(by: .seconds(continuous)))
    }
  }

  struct Row: CustomTestStringConvertible {
    var name: String
    var first = Clocks(wall: 0, uptime: 1_000, continuous: 1_000)
    var second: Clocks
    var changes: [Timeline.Change]
    /// The time of the second reading on the timeline, in seconds after the base.
    var now: Double
    var testDescription: String { name }
  }

  @Test(arguments: [
    Row(
      name: "time passes",
      second: Clocks(wall: 60, uptime: 1_060, continuous: 1_060), changes: [], now: 60),
    Row(
      name: "clocks drift by less than a second",
      second: Clocks(wall: 60.9, uptime: 1_060, continuous: 1_060), changes: [], now: 60),
    Row(
      name: "the wall clock is set forward",
      second: Clocks(wall: 660, uptime: 1_060, continuous: 1_060),
      changes: [.clockChanged(by: .seconds(600))], now: 60),
    Row(
      name: "the wall clock is set back by a day",
      second: Clocks(wall: 60 - 86_400, uptime: 1_060, continuous: 1_060),
      changes: [.clockChanged(by: .seconds(-86_400))], now: 60),
    Row(
      name: "the device sleeps for two hours",
      second: Clocks(wall: 7_260, uptime: 1_060, continuous: 8_260),
      changes: [.slept(.seconds(7_200))], now: 7_260),
    Row(
      name: "the device sleeps in the middle of a long day",
      second: Clocks(wall: 107_260, uptime: 101_060, continuous: 108_260),
      changes: [.slept(.seconds(7_200))], now: 107_260),
    Row(
      name: "a reboot, with less uptime than before",
      second: Clocks(wall: 500, uptime: 30, continuous: 30), changes: [.rebooted], now: 500),
    Row(
      name: "a reboot long ago, with more uptime than before",
      second: Clocks(wall: 9_000, uptime: 5_000, continuous: 5_000), changes: [.rebooted],
      now: 9_000),
    Row(
      name:
        "a reboot and a wall clock that was set back: the timeline continues after the last stored time",
      second: Clocks(wall: -3_600, uptime: 30, continuous: 30), changes: [.rebooted],
      now: 0.000_001),
  ])
  func `the timeline follows the clocks as the table says`(row: Row) {
    var line = Timeline(row.first.reading)
    #expect(line.now == Clocks.base)
    let changes = line.resume(row.second.reading, notBefore: Clocks.base)
    #expect(changes.map(\.rounded) == row.changes)
    let expected = Clocks.base + Int64(row.now * 1e9)
    #expect(abs(line.now - expected) <= 1_000)
    #expect(line.now > Clocks.base)
  }

  /// The device of a process that reads the clocks again has not been rebooted, also if the wall clock
  /// says that more time has passed than the device is up.
  @Test(arguments: [2_592_000, -2_592_000])
  func `a clock that is set by 30 days is no reboot while the process runs`(jump: Int) {
    var line = Timeline(Clocks(wall: 0, uptime: 1_000, continuous: 1_000).reading)
    let changes = line.update(
      Clocks(wall: Double(60 + jump), uptime: 1_060, continuous: 1_060).reading)
    #expect(changes.map(\.rounded) == [.clockChanged(by: .seconds(jump))])
    #expect(abs(line.now - Clocks.base - 60_000_000_000) <= 1_000)
  }

  @Test func `a clock change is reported once`() {
    var line = Timeline(Clocks(wall: 0, uptime: 1_000, continuous: 1_000).reading)
    let changed = Clocks(wall: 3_601, uptime: 1_001, continuous: 1_001).reading
    #expect(line.update(changed).count == 1)
    #expect(line.update(Clocks(wall: 3_602, uptime: 1_002, continuous: 1_002).reading) == [])
  }

  @Test func `a timeline that is read back from the disk continues exactly`() throws {
    let line = Timeline(Clocks(wall: 0.25, uptime: 1_000.125, continuous: 1_000).reading)
    let copy = try JSONDecoder().decode(Timeline.self, from: JSONEncoder().encode(line))
    #expect(copy == line)
    #expect(copy.time(uptime: 2_000.5) == line.time(uptime: 2_000.5))
  }

  struct StampRow: CustomTestStringConvertible {
    var name: String
    var second: Clocks
    /// The last stored moment, in seconds after the base.
    var earliest: Double = 0
    /// Whether the timeline counts on without a jump.
    var isSame: Bool
    var testDescription: String { name }
  }

  @Test(arguments: [
    StampRow(
      name: "time passes", second: Clocks(wall: 60, uptime: 1_060, continuous: 1_060), isSame: true),
    StampRow(
      name: "the device sleeps", second: Clocks(wall: 7_260, uptime: 1_060, continuous: 8_260),
      isSame: true),
    StampRow(
      name: "the clock is set", second: Clocks(wall: 660, uptime: 1_060, continuous: 1_060),
      isSame: true),
    StampRow(
      name: "a reboot", second: Clocks(wall: 500, uptime: 30, continuous: 30), isSame: false),
    StampRow(
      name: "later moments are stored", second: Clocks(wall: 60, uptime: 1_060, continuous: 1_060),
      earliest: 100, isSame: false),
  ]) func `a clock is the same one as long as it counts without a jump`(_ row: StampRow) {
    var line = Timeline(Clocks(wall: 0, uptime: 1_000, continuous: 1_000).reading)
    let since = line.since
    #expect(since == Clocks.base)
    _ = line.resume(row.second.reading, notBefore: Clocks.base + Int64(row.earliest * 1e9))
    #expect((line.since == since) == row.isSame)
    // A later reading, after another nap, belongs to the same clock. It changes nothing.
    let known = line
    let uptime = row.second.uptime + 5
    let stamp = line.stamp(
      Clocks(wall: 9_000, uptime: uptime, continuous: row.second.continuous + 105).reading
    ) { .recorded(since: $0) }
    #expect(stamp.clock == .recorded(since: line.since))
    #expect(abs(stamp.time - line.now - 105_000_000_000) <= 1_000)
    #expect(stamp.wall == Clocks.base + 9_000_000_000_000)
    #expect(line == known)
  }

  /// The file of a recording that an earlier version of the app has begun.
  @Test func `a timeline without its beginning gets one in the next launch, and keeps it`() throws {
    let line = Timeline(Clocks(wall: 0, uptime: 1_000, continuous: 1_000).reading)
    var object = try #require(
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(line)) as? [String: Any])
    #expect(object.removeValue(forKey: "anchoredAt") != nil)
    var old = try JSONDecoder().decode(
      Timeline.self, from: JSONSerialization.data(withJSONObject: object))
    _ = old.resume(Clocks(wall: 60, uptime: 1_060, continuous: 1_060).reading, notBefore: 0)
    #expect(abs(old.since - Clocks.base - 60_000_000_000) <= 1_000)
    let since = old.since
    _ = old.update(Clocks(wall: 9_060, uptime: 1_061, continuous: 10_060).reading)
    #expect(old.since == since)
  }

  @Test func `the anchor is a whole number of microseconds`() {
    let line = Timeline(
      ClockReading(wall: 1_700_000_000_123_456_789, uptime: 77.000_000_3, continuous: .now))
    #expect(line.anchor % 1_000 == 0)
  }
}

extension Timeline.Change {
  /// Rounded to a millisecond, because uptimes are floating-point numbers.
  fileprivate var rounded: Timeline.Change {
    func milliseconds(_ duration: Duration) -> Duration {
      .milliseconds(Int((duration / .milliseconds(1)).rounded()))
    }
    return switch self {
    case .clockChanged(let duration): .clockChanged(by: milliseconds(duration))
    case .slept(let duration): .slept(milliseconds(duration))
    case .rebooted: .rebooted
    }
  }
}
