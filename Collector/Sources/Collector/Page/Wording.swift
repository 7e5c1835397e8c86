import Chunks
import Foundation

/// Numbers and times in words for people.
enum Wording {
  /// `8,640,000`.
  static func count(_ number: Int) -> String {
    var digits = String(number.magnitude)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
  }

  /// `1 chunk`, `4,320 chunks`.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(count(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// `512 B`, `138.2 MB`: thousands, as disks are sold.
  static func bytes(_ number: Int) -> String {
    var value = Double(number)
    var unit = "B"
    for larger in ["kB", "MB", "GB", "TB"] where value >= 1000 {
      value /= 1000
      unit = larger
    }
    return unit == "B" ? "\(number) B" : "\((value * 10).rounded() / 10) \(unit)"
  }

  /// `12 h 0 min`, `3 min 20 s`, `4 s`, `850 ms`: two units, cut off below.
  static func duration(nanoseconds: Int64) -> String {
    let milliseconds = nanoseconds / 1_000_000
    let (hours, minutes) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60)
    let seconds = milliseconds / 1000 % 60
    if hours > 0 { return "\(hours) h \(minutes) min" }
    if minutes > 0 { return "\(minutes) min \(seconds) s" }
    if seconds > 0 { return "\(seconds) s" }
    return "\(milliseconds) ms"
  }

  /// The length of a gap; nothing where the clock was set back.
  static func duration(of gap: Gap) -> String {
    let (length, overflow) = gap.end.subtractingReportingOverflow(gap.start)
    return duration(nanoseconds: overflow ? .max : max(0, length))
  }

  /// `2026-11-20 22:00:05`, in UTC.
  static func time(nanoseconds: Int64) -> String {
    let (seconds, _) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let date = Date(timeIntervalSince1970: Double(seconds))
    let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space)
      .year().month().day().time(includingFractionalSeconds: false)
    return date.formatted(style)
  }
}
