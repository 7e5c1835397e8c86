/// The moment at which a line was logged.
struct LogTime: Sendable, Hashable {
  /// The kinds of times. Only times of the same kind can be compared.
  enum Scale: Sendable, Hashable {
    case date(isZoned: Bool)
    case yearless
    case timeOfDay(isZoned: Bool)
    case elapsed
  }

  /// The time since a reference point that is the same for all lines of a log with this scale.
  var instant: Duration
  /// The unit of the last digit, such as 1 ms.
  var resolution: Duration
  var scale: Scale

  /// Returns the time between two lines and its tolerance; nil if it is unknown, because a line has
  /// no time or a time of another kind, or because the clock was set back.
  static func passed(
    from first: LogTime?, to second: LogTime?
  ) -> (time: Duration, tolerance: Duration)? {
    guard let first, let second, first.scale == second.scale else { return nil }
    let tolerance = max(.milliseconds(250), max(first.resolution, second.resolution))
    let time = second.instant - first.instant
    // Two threads print, so lines may be in the wrong order.
    guard time >= .zero - tolerance else { return nil }
    return (max(time, .zero), tolerance)
  }
}

/// Completes the times of a log's lines, from the first to the last: the day of a time of day, and
/// the year of a date without one.
struct LogClock {
  /// Whether the log has a line of 29 February. The year of dates without one is not known otherwise.
  private let isLeapYear: Bool
  private var last: [LogTime.Scale: Duration] = [:]

  /// - Parameter stamps: All times of the log.
  init(_ stamps: some Sequence<LogStamp>) {
    isLeapYear = stamps.contains {
      if case .yearless(2, 29) = $0.day { true } else { false }
    }
  }

  mutating func time(of stamp: LogStamp) -> LogTime {
    let local = stamp.time - (stamp.zone ?? .zero)
    let isZoned = stamp.zone != nil
    return switch stamp.day {
    case .date(let year, let month, let day):
      LogTime(
        instant: .days(Self.dayNumber(year, month, day)) + local, resolution: stamp.resolution,
        scale: .date(isZoned: isZoned))
    case .yearless(let month, let day):
      repeated(
        LogTime(
          instant: .days(dayOfYear(month, day)) + local, resolution: stamp.resolution,
          scale: .yearless), every: .days(isLeapYear ? 366 : 365))
    case .unknown:
      repeated(
        LogTime(
          instant: local, resolution: stamp.resolution, scale: .timeOfDay(isZoned: isZoned)),
        every: .days(1))
    case .elapsed:
      LogTime(instant: local, resolution: stamp.resolution, scale: .elapsed)
    }
  }

  /// Returns a time in the day or the year in which it is nearest to the previous line.
  ///
  /// A log continues after midnight and after New Year's Eve, and lines of two threads may be in the
  /// wrong order there, too.
  private mutating func repeated(_ time: LogTime, every period: Duration) -> LogTime {
    var time = time
    if let last = last[time.scale] {
      let periods = ((last - time.instant) / period).rounded()
      time.instant += period * Int64(periods)
    }
    last[time.scale] = time.instant
    return time
  }

  private func dayOfYear(_ month: Int, _ day: Int) -> Int64 {
    // The number of days before each month.
    let days = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
    return Int64(days[month - 1] + (isLeapYear && month > 2 ? 1 : 0) + day - 1)
  }

  /// Returns the number of days since 1 March of year 0 in the Gregorian calendar.
  private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
    // If years begin in March, the leap day is the last day of a year.
    let shifted = month < 3 ? year - 1 : year
    let leapDays = shifted / 4 - shifted / 100 + shifted / 400
    return Int64(shifted * 365 + leapDays + ((month + 9) % 12 * 153 + 2) / 5 + day)
  }
}

extension Duration {
  fileprivate static func days(_ count: Int64) -> Duration { .seconds(count * 86_400) }
}
