/// A time in UTC as text. Every 64-bit number of nanoseconds has a year from 1677 to 2262.
struct UTCTime {
  private let date: String
  private let secondOfDay: Int64
  private let nanosecond: Int64

  init(_ nanosecondsSince1970: Int64) {
    let (second, nanosecond) = Self.divide(nanosecondsSince1970, by: 1_000_000_000)
    let (day, secondOfDay) = Self.divide(second, by: 86_400)
    self.nanosecond = nanosecond
    self.secondOfDay = secondOfDay
    // The day of a year that begins in March, in eras of 400 years, beginning with 0000-03-01.
    let (era, dayOfEra) = Self.divide(day + 719_468, by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    let dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    date = "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(dayOfMonth, 2))"
  }

  /// The time without seconds, such as `2026-11-20T2200Z`.
  var minuteForFileName: String { "\(date)T\(hour)\(minute)Z" }

  /// The time without seconds, such as `2026-11-20 22:00 UTC`.
  var minuteForReading: String { "\(date) \(hour):\(minute) UTC" }

  /// The exact time, such as `2026-11-20T22:00:00.25Z`.
  var iso8601: String {
    var fraction = Self.padded(nanosecond, 9)
    while fraction.last == "0" { fraction.removeLast() }
    let second = Self.padded(secondOfDay % 60, 2) + (fraction.isEmpty ? "" : ".\(fraction)")
    return "\(date)T\(hour):\(minute):\(second)Z"
  }

  private var hour: String { Self.padded(secondOfDay / 3_600, 2) }
  private var minute: String { Self.padded(secondOfDay / 60 % 60, 2) }

  /// Rounds down, also for negative numbers.
  private static func divide(_ value: Int64, by divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
