/// Exact conversion of ISO 8601 times to nanoseconds since 1970-01-01 UTC.
///
/// Accepted are `2015-10-01T08:00:00-0700`, as Overland's documentation shows it, and the forms of
/// RFC 3339. A time without an offset from UTC is refused, because its time zone is unknown.
enum ISO8601Time {
  static func nanoseconds(_ text: String) -> Int64? {
    var reader = Reader(rest: Array(text.utf8)[...])
    guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2),
      reader.skip("-"), let day = reader.number(2), reader.skip("Tt "),
      let hour = reader.number(2), reader.skip(":"), let minute = reader.number(2),
      reader.skip(":"), let second = reader.number(2), let fraction = reader.fraction(),
      let offset = reader.offset(), reader.rest.isEmpty
    else { return nil }
    // The second 60 is a leap second; it is read as the first second of the next minute.
    guard (1...12).contains(month), (1...days(in: month, year)).contains(day), hour < 24,
      minute < 60, second <= 60
    else { return nil }
    let seconds = daysSince1970(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
    let (whole, overflow) = Int64(seconds - offset).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflowOfSum) = whole.addingReportingOverflow(fraction)
    return overflow || overflowOfSum ? nil : sum
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func days(in month: Int, _ year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Leap days from year 0 up to the beginning of the year, and the same for 1970.
    func leapDays(before year: Int) -> Int {
      (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400
    }
    let years = (year - 1970) * 365 + leapDays(before: year) - leapDays(before: 1970)
    return years + (1..<month).reduce(0) { $0 + days(in: $1, year) } + day - 1
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    /// Reads a number with exactly so many digits.
    mutating func number(_ count: Int) -> Int? {
      let digits = rest.prefix(count)
      guard digits.count == count,
        digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
      else { return nil }
      rest = rest.dropFirst(count)
      return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    mutating func skip(_ characters: String) -> Bool {
      guard let byte = rest.first, characters.utf8.contains(byte) else { return false }
      rest = rest.dropFirst()
      return true
    }

    /// Reads an optional fraction of a second, in nanoseconds; digits after the ninth are cut off.
    mutating func fraction() -> Int64? {
      guard skip(".,") else { return 0 }
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard !digits.isEmpty else { return nil }
      rest = rest.dropFirst(digits.count)
      let nine =
        digits.prefix(9) + Array(repeating: UInt8(ascii: "0"), count: max(0, 9 - digits.count))
      return nine.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }

    /// Reads `Z`, `+02:00`, `+0200` or `+02`, in seconds east of UTC.
    mutating func offset() -> Int? {
      if skip("Zz") { return 0 }
      let isNegative = rest.first == UInt8(ascii: "-")
      guard skip("+-"), let hours = number(2) else { return nil }
      var minutes = 0
      if skip(":") {
        guard let value = number(2) else { return nil }
        minutes = value
      } else if !rest.isEmpty {
        guard let value = number(2) else { return nil }
        minutes = value
      }
      guard hours < 24, minutes < 60 else { return nil }
      return (hours * 60 + minutes) * (isNegative ? -60 : 60)
    }
  }
}
