/// The moment at which a line was logged.
struct LogTime: Sendable, Hashable {
  /// The time since a reference point that is the same for all lines of a log.
  var instant: Duration
  /// The unit of the last digit, such as 1 ms.
  var resolution: Duration

  /// Returns the time between two lines and its tolerance; nil if it is unknown, because a line has
  /// no time or the clock was set back.
  static func passed(
    from first: LogTime?, to second: LogTime?
  ) -> (time: Duration, tolerance: Duration)? {
    guard let first, let second else { return nil }
    let tolerance = max(.milliseconds(250), max(first.resolution, second.resolution))
    let time = second.instant - first.instant
    // Two threads print, so lines may be in the wrong order.
    guard time >= .zero - tolerance else { return nil }
    return (max(time, .zero), tolerance)
  }
}

/// Reads the times at the beginning of the lines of one log.
///
/// Supported formats are `2023-12-21 10:03:22.123456+0900`, ISO 8601, `10:03:22.123`, and seconds,
/// `12.345`. If a line has a full date, the following columns of Xcode, NSLog and `log show` are
/// removed, too.
struct LogClock {
  /// Added to times without a date; increases by a day at each midnight.
  private var days: Duration = .zero
  private var last: Duration?

  /// Removes the time from the beginning of a line; returns nil if it has none.
  mutating func takeTime(from line: inout Substring) -> LogTime? {
    var scanner = LogScanner(line)
    scanner.skipSpaces()
    guard let time = Self.dated(&scanner) ?? undated(&scanner) ?? Self.seconds(&scanner) else {
      return nil
    }
    // Otherwise, the number is part of a word.
    guard scanner.isAtSpace else { return nil }
    scanner.skipSpaces()
    line = LogColumns.text(after: scanner.rest)
    return time
  }

  /// Parses `2023-12-21 10:03:22.123456+0900` or `2023-12-21T10:03:22Z`.
  private static func dated(_ scanner: inout LogScanner) -> LogTime? {
    var next = scanner
    guard let year = next.number(of: 4...4), next.skip("-"), let month = next.number(of: 2...2),
      next.skip("-"), let day = next.number(of: 2...2), next.skip("T") || next.skip(" "),
      (1...12).contains(month), (1...31).contains(day), var time = clock(&next)
    else { return nil }
    time.instant += .seconds(dayNumber(year, month, day) * 86_400) - (zone(&next) ?? .zero)
    scanner = next
    return time
  }

  /// Parses `10:03:22.123`, which restarts at midnight.
  private mutating func undated(_ scanner: inout LogScanner) -> LogTime? {
    guard var time = Self.clock(&scanner) else { return nil }
    time.instant += days
    if let last, time.instant < last - .seconds(12 * 3600) {
      days += .seconds(86_400)
      time.instant += .seconds(86_400)
    }
    last = time.instant
    return time
  }

  /// Parses `12.345`: seconds since any reference point.
  private static func seconds(_ scanner: inout LogScanner) -> LogTime? {
    var next = scanner
    guard let whole = next.number(of: 1...9), let fraction = next.fraction(after: ".") else {
      return nil
    }
    scanner = next
    return LogTime(instant: .seconds(whole) + fraction.length, resolution: fraction.resolution)
  }

  private static func clock(_ scanner: inout LogScanner) -> LogTime? {
    var next = scanner
    guard let hours = next.number(of: 2...2), next.skip(":"), let minutes = next.number(of: 2...2),
      next.skip(":"), let seconds = next.number(of: 2...2), hours < 24, minutes < 60, seconds < 61
    else { return nil }
    let fraction = next.fraction(after: ".") ?? next.fraction(after: ",")
    scanner = next
    return LogTime(
      instant: .seconds(hours * 3600 + minutes * 60 + seconds) + (fraction?.length ?? .zero),
      resolution: fraction?.resolution ?? .seconds(1))
  }

  /// Parses `Z`, `+0900` or `+09:00`.
  private static func zone(_ scanner: inout LogScanner) -> Duration? {
    if scanner.skip("Z") { return .zero }
    var next = scanner
    let isWest = next.skip("-")
    guard isWest || next.skip("+") else { return nil }
    let ahead: Duration
    if let number = next.number(of: 4...4) {
      ahead = .seconds(number / 100 * 3600 + number % 100 * 60)
    } else if let hours = next.number(of: 2...2), next.skip(":"),
      let minutes = next.number(of: 2...2)
    {
      ahead = .seconds(hours * 3600 + minutes * 60)
    } else {
      return nil
    }
    scanner = next
    return isWest ? .zero - ahead : ahead
  }

  /// Returns the number of days since 1 March of year 0 in the Gregorian calendar.
  private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // If years begin in March, the leap day is the last day of a year.
    let shifted = month < 3 ? year - 1 : year
    let leapDays = shifted / 4 - shifted / 100 + shifted / 400
    return shifted * 365 + leapDays + ((month + 9) % 12 * 153 + 2) / 5 + day
  }
}

/// Scans a line of ASCII from left to right; other text is safe.
struct LogScanner {
  private let text: Substring
  private var place: Substring.UTF8View.Index

  init(_ text: Substring) {
    self.text = text
    place = text.startIndex
  }

  private var next: UInt8? { place < text.endIndex ? text.utf8[place] : nil }

  /// The text from the current position on.
  var rest: Substring { text[place...] }

  var isAtSpace: Bool { next == nil || next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") }

  mutating func skipSpaces() {
    while next != nil, isAtSpace { place = text.utf8.index(after: place) }
  }

  /// Skips one character if it is the given one.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    place = text.utf8.index(after: place)
    return true
  }

  /// Scans a number with a number of digits in the given range.
  mutating func number(of digits: ClosedRange<Int>) -> Int? {
    var number = 0
    var count = 0
    var end = place
    while end < text.endIndex, (48...57).contains(text.utf8[end]) {
      guard count < digits.upperBound else { return nil }
      number = number * 10 + Int(text.utf8[end] - 48)
      count += 1
      end = text.utf8.index(after: end)
    }
    guard digits.contains(count) else { return nil }
    place = end
    return number
  }

  /// Scans a point and up to nine digits.
  mutating func fraction(
    after point: Unicode.Scalar
  ) -> (length: Duration, resolution: Duration)? {
    var next = self
    guard next.skip(point) else { return nil }
    let first = next.place
    guard let number = next.number(of: 1...9) else { return nil }
    let digits = text.utf8.distance(from: first, to: next.place)
    let unit = (digits..<9).reduce(1) { unit, _ in unit * 10 }
    self = next
    return (.nanoseconds(number * unit), .nanoseconds(unit))
  }
}
