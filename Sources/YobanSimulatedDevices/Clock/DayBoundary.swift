import Foundation

/// The moments at which a day or daylight saving time begins or ends. Pure.
enum DayBoundary {
  /// The number of the day since 1970-01-01, as a clock in the time zone shows it.
  static func day(of date: Date, in zone: TimeZone) -> Int {
    let seconds = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
    return Int((seconds / 86_400).rounded(.down))
  }

  /// The next midnight, or the next change of the offset to UTC if that is earlier.
  static func next(after date: Date, in zone: TimeZone) -> (date: Date, isMidnight: Bool)? {
    let calendar = calendar(zone)
    // In some time zones a day begins at 1 o'clock when daylight saving time begins.
    let midnight = calendar.date(byAdding: .day, value: 1, to: calendar.startOfDay(for: date))
      .map(calendar.startOfDay)
    let transition = zone.nextDaylightSavingTimeTransition(after: date)
    if let transition, transition < midnight ?? .distantFuture { return (transition, false) }
    return midnight.map { ($0, true) }
  }

  private static func calendar(_ zone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar
  }
}
