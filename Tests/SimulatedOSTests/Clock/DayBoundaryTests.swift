import Foundation
import Testing

@testable import YobanSimulatedDevices

@Suite struct DayBoundaryTests {
  private static func date(_ text: String) throws -> Date {
    try Date(text, strategy: .iso8601)
  }

  @Test(arguments: [
    // The name of the zone, the time, the next boundary, and whether a day begins then.
    ("UTC", "2025-03-01T10:00:00Z", "2025-03-02T00:00:00Z", true),
    ("UTC", "2025-03-02T00:00:00Z", "2025-03-03T00:00:00Z", true),
    ("UTC", "2025-12-31T23:59:59Z", "2026-01-01T00:00:00Z", true),
    ("Asia/Tokyo", "2025-03-01T14:59:59Z", "2025-03-01T15:00:00Z", true),
    // Daylight saving time begins on 30 March at 2:00 and ends on 26 October at 3:00 local time.
    ("Europe/Berlin", "2025-03-29T23:30:00Z", "2025-03-30T01:00:00Z", false),
    ("Europe/Berlin", "2025-03-30T01:00:00Z", "2025-03-30T22:00:00Z", true),
    ("Europe/Berlin", "2025-10-25T22:00:00Z", "2025-10-26T01:00:00Z", false),
    ("Europe/Berlin", "2025-10-26T01:00:00Z", "2025-10-26T23:00:00Z", true),
    // On this day it began at midnight, so that the day began at 1:00 local time.
    ("America/Sao_Paulo", "2018-11-03T12:00:00Z", "2018-11-04T03:00:00Z", true),
  ])
  func `the next boundary is a midnight or a change of daylight saving time (TM1)`(
    _ name: String, _ now: String, _ next: String, _ isMidnight: Bool
  ) throws {
    let zone = try #require(TimeZone(identifier: name))
    let found = try #require(try DayBoundary.next(after: Self.date(now), in: zone))
    #expect(found.date == (try Self.date(next)))
    #expect(found.isMidnight == isMidnight)
  }

  /// 2024-01-15 is day 19,737 since 1970-01-01.
  @Test(arguments: [
    ("UTC", "2024-01-15T22:00:00Z", 19_737), ("Europe/Berlin", "2024-01-15T22:00:00Z", 19_737),
    ("Asia/Tokyo", "2024-01-15T22:00:00Z", 19_738), ("UTC", "2024-01-14T23:59:59Z", 19_736),
    ("America/Los_Angeles", "2024-01-15T07:59:59Z", 19_736),
    ("America/Los_Angeles", "2024-01-15T08:00:00Z", 19_737),
  ])
  func `a day is that of the time zone (TM1, TM2)`(_ name: String, _ now: String, _ day: Int) throws
  {
    let zone = try #require(TimeZone(identifier: name))
    #expect(DayBoundary.day(of: try Self.date(now), in: zone) == day)
  }

  @Test func `several changes become one`() {
    let clock = SystemChange(clockWasSet: true)
    let day = SystemChange(dayChanged: true)
    #expect(clock.adding(day) == SystemChange(clockWasSet: true, dayChanged: true))
    #expect(day.adding(clock) == clock.adding(day))
    #expect(day.adding(day) == day)
    let zones = ["Europe/Berlin", "Europe/Lisbon"].map {
      SystemChange(timeZoneBefore: TimeZone(identifier: $0))
    }
    #expect(zones[0].adding(zones[1]).timeZoneBefore?.identifier == "Europe/Berlin")
    let locale = SystemChange(localeChanged: true)
    #expect(!locale.isOfTime)
    #expect(locale.adding(zones[0]) == zones[0].adding(locale))
    #expect(locale.adding(zones[0]).isOfTime)
  }
}
