import Foundation

/// Times of a local clock, and their difference to UTC.
public enum LocalTime {
  /// Returns seconds since 1970 of a date of the Gregorian calendar; nil if there is no such date.
  static func seconds(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int
  ) -> Int64? {
    guard (1...12).contains(month), (0..<24).contains(hour), (0..<60).contains(minute),
      (0..<60).contains(second), (1_900...2_200).contains(year), day >= 1
    else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= lengths[month - 1] else { return nil }
    let before = year - 1
    let daysBeforeYear = before * 365 + before / 4 - before / 100 + before / 400
    // 1970-01-01 is the day 719,162 after 0001-01-01.
    let days = daysBeforeYear - 719_162 + lengths[..<(month - 1)].reduce(0, +) + day - 1
    return Int64(days * 86_400 + hour * 3_600 + minute * 60 + second)
  }

  /// Returns the difference to UTC in seconds of a time zone at a time on its clocks; nil if there is no such zone.
  ///
  /// - Parameters:
  ///   - zone: a name of the time zone database, `UTC`, or a difference such as `+01:00`.
  ///   - start: the time on the local clock, in seconds since 1970.
  public static func offset(of zone: String, at start: Int64) -> Int? {
    if let match = zone.wholeMatch(of: /([+-])(\d{2}):?(\d{2})/),
      let hours = Int(match.2), let minutes = Int(match.3), hours <= 14, minutes < 60
    {
      return (hours * 3_600 + minutes * 60) * (match.1 == "-" ? -1 : 1)
    }
    guard let zone = TimeZone(identifier: zone) else { return nil }
    // The zone knows its difference at a time in UTC, which the difference itself gives.
    let local = Date(timeIntervalSince1970: Double(start))
    let first = zone.secondsFromGMT(for: local)
    return zone.secondsFromGMT(for: local.addingTimeInterval(-Double(first)))
  }
}

extension Double {
  static func pow10(_ exponent: Double) -> Double { Foundation.pow(10, exponent) }
}
