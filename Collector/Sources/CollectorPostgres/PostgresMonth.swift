/// A month in UTC, which has a partition of its own.
struct PostgresMonth: Hashable {
  /// Such as `2026_11`.
  var name: String
  /// In nanoseconds since 1970, without the upper bound.
  var times: Range<Int64>

  init(containing time: Int64) {
    let day: Int64 = 86_400_000_000_000
    let number = time / day - (time % day < 0 ? 1 : 0)
    let (year, month) = Self.date(ofDay: number)
    let next = month == 12 ? (year + 1, 1) : (year, month + 1)
    name = "\(year)_\(month < 10 ? "0" : "")\(month)"
    times = Self.nanoseconds(Self.day(year, month))..<Self.nanoseconds(Self.day(next.0, next.1))
  }

  /// The first and the last month of all times are not whole.
  private static func nanoseconds(_ day: Int64) -> Int64 {
    let (product, isOverflow) = day.multipliedReportingOverflow(by: 86_400_000_000_000)
    return isOverflow ? (day < 0 ? .min : .max) : product
  }

  /// The number of the first day of a month since 1970, in the proleptic Gregorian calendar.
  private static func day(_ year: Int64, _ month: Int64) -> Int64 {
    // Years begin in March, so that the leap day is the last one.
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let ofEra = shifted - era * 400
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
  }

  private static func date(ofDay number: Int64) -> (year: Int64, month: Int64) {
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let ofEra = shifted - era * 146_097
    let year = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * year + year / 4 - year / 100)
    let month = (5 * ofYear + 2) / 153
    let civil = month < 10 ? month + 3 : month - 9
    return (year + era * 400 + (civil <= 2 ? 1 : 0), civil)
  }
}
