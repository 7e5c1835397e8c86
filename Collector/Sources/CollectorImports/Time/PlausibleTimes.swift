/// The times that a clock of a sender can mean.
///
/// A time in a wrong unit is in 1970 or tens of thousands of years ahead, so both limits can be generous:
///
/// - No earlier than 2000-01-01: none of the apps is as old as that, and a clock that was never set shows 1970 or 1980.
/// - At most 366 days ahead: senders of InfluxDB also write forecasts, a clock can be set to a wrong year, and no time
///   is corrected. If the collector's own clock has not been set yet, the limit is a year after this code was written.
///
/// The latest time is less than twice the earliest one, counted from 1970, and the units differ by a factor of at least
/// 60, so a number is plausible in at most one unit.
public struct PlausibleTimes: Sendable {
  private let range: ClosedRange<Int64>

  /// Every time that 64 bits can have.
  public static let all = PlausibleTimes(range: .min ... .max)

  /// Creates the range at a time in nanoseconds since 1970.
  public init(now: Int64) {
    let (latest, overflow) = max(now, Self.written).addingReportingOverflow(Self.aheadMax)
    self.init(range: Self.earliest...(overflow ? .max : latest))
  }

  private init(range: ClosedRange<Int64>) { self.range = range }

  /// 2000-01-01.
  fileprivate static let earliest: Int64 = 946_684_800_000_000_000
  /// 2026-01-01.
  private static let written: Int64 = 1_767_225_600_000_000_000
  /// 366 days.
  private static let aheadMax: Int64 = 366 * 86_400 * 1_000_000_000

  /// Returns a number of units since 1970 in nanoseconds.
  ///
  /// - Parameters:
  ///   - text: a number in the grammar of JSON.
  ///   - units: the units in which it may be otherwise.
  func time(
    _ text: String, in unit: TimeUnit, otherwise units: [TimeUnit]
  ) throws(ImplausibleTime) -> Int64 {
    let time = unit.nanoseconds(text)
    if let time, range.contains(time) { return time }
    let isProbable = { (unit: TimeUnit) in unit.nanoseconds(text).map(range.contains) ?? false }
    let isLimited = range != Int64.min...Int64.max
    throw ImplausibleTime(
      time: time, unit: unit,
      probable: isLimited ? units.first { $0 != unit && isProbable($0) } : nil)
  }

  /// Returns what is wrong with a range of times, without a period; nil if it is plausible.
  public func problem(with times: ClosedRange<Int64>) -> String? {
    for time in [times.lowerBound, times.upperBound] {
      do { _ = try self.time(time) } catch { return error.reason }
    }
    return nil
  }

  /// Returns a time in nanoseconds since 1970 if it is plausible.
  func time(_ time: Int64) throws(ImplausibleTime) -> Int64 {
    guard range.contains(time) else { throw ImplausibleTime(time: time) }
    return time
  }
}

/// A time that no clock can mean.
struct ImplausibleTime: Error {
  /// In nanoseconds since 1970; nil if it is outside of the years 1677 to 2262.
  var time: Int64?
  /// The unit that the format has; nil if the time has none.
  var unit: TimeUnit?
  /// The unit in which the time is plausible; nil if there is none.
  var probable: TimeUnit?

  /// The reason why the entry is not used, without a period.
  var reason: String {
    let place =
      switch time {
      case .some(..<PlausibleTimes.earliest): "before the year 2000"
      case .some: "more than a year ahead"
      case nil: "outside of the years 1677 to 2262"
      }
    let assumed = unit.map { " as \($0)" } ?? ""
    return "the time\(assumed) is \(place)" + (probable.map { "; it is probably in \($0)" } ?? "")
  }
}
