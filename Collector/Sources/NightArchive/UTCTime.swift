import Foundation

/// A time in UTC as text. Every 64-bit number of nanoseconds has a year from 1677 to 2262.
struct UTCTime {
  /// Such as `2026-11-20T22:00:00`.
  private let seconds: String
  private let nanosecond: Int64

  init(_ nanosecondsSince1970: Int64) {
    var (second, nanosecond) = nanosecondsSince1970.quotientAndRemainder(dividingBy: 1_000_000_000)
    if nanosecond < 0 {
      second -= 1
      nanosecond += 1_000_000_000
    }
    let date = Date(timeIntervalSince1970: Double(second))
    seconds = String(date.formatted(.iso8601).dropLast())
    self.nanosecond = nanosecond
  }

  /// The time without seconds, such as `2026-11-20T2200Z`.
  var minuteForFileName: String { "\(date)T\(minute.filter { $0 != ":" })Z" }

  /// The time without seconds, such as `2026-11-20 22:00 UTC`.
  var minuteForReading: String { "\(date) \(minute) UTC" }

  /// The exact time, such as `2026-11-20T22:00:00.25Z`.
  var iso8601: String {
    // The 1 keeps the zeros at the beginning of the fraction.
    var fraction = String(1_000_000_000 + nanosecond).dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    return "\(seconds)\(fraction.isEmpty ? "" : ".")\(fraction)Z"
  }

  private var date: Substring { seconds.prefix(10) }
  /// Such as `22:00`.
  private var minute: Substring { seconds.dropFirst(11).prefix(5) }
}
