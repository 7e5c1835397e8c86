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

  @Test func `several changes of the time become one`() {
    let clock = TimeChange(clockWasSet: true)
    let day = TimeChange(dayChanged: true)
    #expect(clock.adding(day) == TimeChange(clockWasSet: true, dayChanged: true))
    #expect(day.adding(clock) == clock.adding(day))
    #expect(day.adding(day) == day)
  }
}
