import Foundation

/// Formats numbers and times as text.
enum Wording {
  /// Formats a number, such as `8,640,000`.
  static func count(_ number: Int) -> String {
    var digits = String(number.magnitude)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
  }

  /// Formats a number with its noun, such as `1 chunk` or `4,320 chunks`.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(count(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Formats a number of gaps, such as `2 gaps`, or `10,000 or more gaps` if more may not have been counted.
  static func gaps(_ number: Int, areAllCounted: Bool) -> String {
    areAllCounted ? count(number, "gap") : "\(count(number)) or more gaps"
  }

  /// Formats a size, such as `512 B` or `138.2 MB`, in powers of 1000.
  static func bytes(_ number: Int) -> String {
    var value = Double(number)
    var unit = "B"
    for larger in ["kB", "MB", "GB", "TB"] where value >= 1000 {
      value /= 1000
      unit = larger
    }
    return unit == "B" ? "\(number) B" : "\((value * 10).rounded() / 10) \(unit)"
  }

  /// Formats a duration in at most two units, truncated, such as `12 h 0 min`, `3 min 20 s`, `4 s`
  /// or `850 ms`.
  static func duration(nanoseconds: Int64) -> String {
    let milliseconds = nanoseconds / 1_000_000
    let (hours, minutes) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60)
    let seconds = milliseconds / 1000 % 60
    if hours > 0 { return "\(hours) h \(minutes) min" }
    if minutes > 0 { return "\(minutes) min \(seconds) s" }
    if seconds > 0 { return "\(seconds) s" }
    return "\(milliseconds) ms"
  }

  /// Formats a number of seconds in the same way. A number from outside can be any; 136 years are the maximum.
  static func duration(seconds: Int64) -> String {
    duration(nanoseconds: min(max(0, seconds), 1 << 32) * 1_000_000_000)
  }

  /// Formats the length of a gap; the length is 0 if the clock was set back.
  static func duration(from start: Int64, to end: Int64) -> String {
    let (length, overflow) = end.subtractingReportingOverflow(start)
    return duration(nanoseconds: overflow ? .max : max(0, length))
  }

  /// Formats a time in UTC, such as `2026-11-20 22:00:05`.
  static func time(nanoseconds: Int64) -> String {
    let (seconds, _) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let date = Date(timeIntervalSince1970: Double(seconds))
    let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space)
      .year().month().day().time(includingFractionalSeconds: false)
    return date.formatted(style)
  }

  /// Formats a time in UTC as RFC 3339 does, such as `2026-11-20T22:00:05Z`.
  static func rfc3339(nanoseconds: Int64) -> String {
    time(nanoseconds: nanoseconds).replacing(" ", with: "T") + "Z"
  }

  /// A time in UTC as HTML; a script shows it in the time zone of the viewer.
  static func timeElement(nanoseconds: Int64) -> HTML {
    let machine = rfc3339(nanoseconds: nanoseconds)
    return "<time datetime=\"\(machine)\">\(time(nanoseconds: nanoseconds))</time>"
  }

  /// A time in seconds since 1970, in the same way.
  static func timeElement(seconds: Int64) -> HTML {
    timeElement(nanoseconds: seconds.clampedMultiply(1_000_000_000))
  }
}
