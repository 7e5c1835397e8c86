/// The time of a line as a tool has written it; the year, the date or the zone may be missing.
struct LogStamp: Sendable, Hashable {
  enum Day: Sendable, Hashable {
    /// A date such as `2023-12-21`.
    case date(year: Int, month: Int, day: Int)
    /// A date such as `Dec 21`.
    case yearless(month: Int, day: Int)
    /// A time of day, such as `10:03:22`.
    case unknown
    /// Seconds since any moment, such as `12.345`.
    case elapsed
  }

  var day: Day
  /// The time since midnight, or since any moment.
  var time: Duration
  /// The difference from UTC; positive in the east.
  var zone: Duration?
  /// The unit of the last digit, such as 1 ms.
  var resolution: Duration

  /// Parses a text that is nothing but a time.
  init?(_ text: Substring) {
    var scanner = LogScanner(text.trimmed)
    guard let stamp = Self.take(from: &scanner), scanner.isAtEnd else { return nil }
    self = stamp
  }

  private init(day: Day, _ clock: Clock, zone: Duration?) {
    self.day = day
    time = clock.time
    self.zone = zone
    resolution = clock.resolution
  }

  /// Scans a time before a space or the end of the line; otherwise the number is part of a word.
  static func take(from scanner: inout LogScanner) -> LogStamp? {
    var next = scanner
    guard
      let stamp = dated(&next) ?? yearless(&next) ?? timeOfDay(&next) ?? elapsed(&next),
      next.isAtSpace
    else { return nil }
    scanner = next
    return stamp
  }

  /// Scans `2023-12-21 10:03:22.123456+0900` or `2023-12-21T10:03:22Z`.
  static func dated(_ scanner: inout LogScanner) -> LogStamp? {
    var next = scanner
    guard let year = next.number(of: 4...4), next.skip("-"),
      let month = next.number(of: 2...2), next.skip("-"),
      let day = next.number(of: 2...2),
      next.skip("T") || next.skip(" "),
      (1...12).contains(month), (1...31).contains(day), let clock = clock(&next)
    else { return nil }
    scanner = next
    return LogStamp(
      day: .date(year: year, month: month, day: day), clock, zone: zone(&scanner))
  }

  /// Scans `Dec 21 10:03:22`, `Dec  1 10:03:22.123456` or `Dec 1 10:03:22`.
  static func yearless(_ scanner: inout LogScanner) -> LogStamp? {
    var next = scanner
    guard let name = next.letters(), let month = months.firstIndex(of: String(name)),
      next.skipSpaces(), let day = next.number(of: 1...2), (1...31).contains(day),
      next.skipSpaces(), let clock = clock(&next)
    else { return nil }
    scanner = next
    return LogStamp(day: .yearless(month: month + 1, day: day), clock, zone: nil)
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Scans `10:03:22.123+0900` or `10:03:22 PM`.
  private static func timeOfDay(_ scanner: inout LogScanner) -> LogStamp? {
    guard let clock = clock(&scanner) else { return nil }
    return LogStamp(day: .unknown, clock, zone: zone(&scanner))
  }

  private static func elapsed(_ scanner: inout LogScanner) -> LogStamp? {
    var next = scanner
    guard let whole = next.number(of: 1...9), let fraction = next.fraction(after: ".") else {
      return nil
    }
    scanner = next
    let clock = Clock(
      time: .seconds(whole) + fraction.length, resolution: fraction.resolution)
    return LogStamp(day: .elapsed, clock, zone: nil)
  }

  // MARK: Time of day

  private struct Clock {
    var time: Duration
    var resolution: Duration
  }

  private static func clock(_ scanner: inout LogScanner) -> Clock? {
    var next = scanner
    guard var hours = next.number(of: 1...2), next.skip(":"),
      let minutes = next.number(of: 2...2), next.skip(":"),
      let seconds = next.number(of: 2...2), hours < 24, minutes < 60, seconds < 61
    else { return nil }
    let fraction = next.fraction(after: ".") ?? next.fraction(after: ",")
    if let isAfternoon = halfOfDay(&next) {
      guard (1...12).contains(hours) else { return nil }
      hours = hours % 12 + (isAfternoon ? 12 : 0)
    } else if scanner.rest.utf8.dropFirst().first == UInt8(ascii: ":") {
      // Only clocks with 12 hours write one digit.
      return nil
    }
    scanner = next
    return Clock(
      time: .seconds(hours * 3600 + minutes * 60 + seconds) + (fraction?.length ?? .zero),
      resolution: fraction?.resolution ?? .seconds(1))
  }

  /// Scans ` AM` or ` PM`, also after a narrow space; returns whether it is the afternoon.
  private static func halfOfDay(_ scanner: inout LogScanner) -> Bool? {
    var next = scanner
    _ = next.skip(" ") || next.skip("\u{202F}")
    guard let half = next.letters(), half == "AM" || half == "PM" else { return nil }
    scanner = next
    return half == "PM"
  }

  /// Scans `Z`, `+0900`, ` +0900` or `+09:00`.
  private static func zone(_ scanner: inout LogScanner) -> Duration? {
    if scanner.skip("Z") { return .zero }
    var next = scanner
    let isApart = next.skip(" ")
    let isWest = next.skip("-")
    guard isWest || next.skip("+") else { return nil }
    let ahead: Duration
    if let number = next.number(of: 4...4) {
      ahead = .seconds(number / 100 * 3600 + number % 100 * 60)
    } else if !isApart, let hours = next.number(of: 2...2), next.skip(":"),
      let minutes = next.number(of: 2...2)
    {
      ahead = .seconds(hours * 3600 + minutes * 60)
    } else {
      return nil
    }
    guard next.isAtSpace || !isApart else { return nil }
    scanner = next
    return isWest ? .zero - ahead : ahead
  }
}
