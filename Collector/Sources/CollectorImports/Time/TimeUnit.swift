/// A unit in which senders count the time since 1970.
///
/// The raw values are those of the parameter `precision` of InfluxDB. Version 1 of its API knows `n`, `ns`, `u`, `us`,
/// `µ`, `ms`, `s`, `m` and `h`; version 2 knows `ns`, `us`, `ms` and `s`. Without the parameter it is nanoseconds
/// (docs.influxdata.com, "InfluxDB API reference", `/write` and `/api/v2/write`).
public enum TimeUnit: String, CaseIterable, Hashable, Sendable {
  case nanoseconds = "ns"
  case microseconds = "us"
  case milliseconds = "ms"
  case seconds = "s"
  case minutes = "m"
  case hours = "h"

  /// Creates the unit from the query parameter; nil and the empty text mean nanoseconds.
  ///
  /// - Throws: `.unknownPrecision`. The times must not be guessed: with a wrong unit, they would be in 1970.
  public init(precision: String?) throws(ForeignFormatError) {
    switch precision {
    case nil, "", "n", "ns": self = .nanoseconds
    case "u", "us", "µ", "µs", "\u{3BC}", "\u{3BC}s": self = .microseconds
    case "ms": self = .milliseconds
    case "s": self = .seconds
    case "m": self = .minutes
    case "h": self = .hours
    case .some(let value): throw .unknownPrecision(value)
    }
  }

  /// The number of nanoseconds of one unit.
  var nanosecondCount: Int64 {
    switch self {
    case .nanoseconds: 1
    case .microseconds: 1_000
    case .milliseconds: 1_000_000
    case .seconds: 1_000_000_000
    case .minutes: 60_000_000_000
    case .hours: 3_600_000_000_000
    }
  }

  /// Returns a decimal number of these units in nanoseconds, exactly; nil if it does not fit.
  func nanoseconds(_ text: String) -> Int64? {
    switch self {
    case .nanoseconds: return DecimalTime.nanoseconds(text, scale: 0)
    case .microseconds: return DecimalTime.nanoseconds(text, scale: 3)
    case .milliseconds: return DecimalTime.nanoseconds(text, scale: 6)
    case .seconds: return DecimalTime.nanoseconds(text, scale: 9)
    case .minutes, .hours:
      guard let count = Int64(text) else { return nil }
      let (time, overflow) = count.multipliedReportingOverflow(by: nanosecondCount)
      return overflow ? nil : time
    }
  }
}

extension TimeUnit: CustomStringConvertible {
  /// The name in the plural: `microseconds`.
  public var description: String {
    switch self {
    case .nanoseconds: "nanoseconds"
    case .microseconds: "microseconds"
    case .milliseconds: "milliseconds"
    case .seconds: "seconds"
    case .minutes: "minutes"
    case .hours: "hours"
    }
  }
}
