/// The unit of the times in a write request to InfluxDB.
///
/// Version 1 of the API knows `n`, `ns`, `u`, `us`, `µ`, `ms`, `s`, `m` and `h`; version 2 knows
/// `ns`, `us`, `ms` and `s`. Without the parameter it is nanoseconds (docs.influxdata.com,
/// "InfluxDB API reference", `/write` and `/api/v2/write`).
public enum InfluxPrecision: String, CaseIterable, Hashable, Sendable {
  case nanoseconds = "ns"
  case microseconds = "us"
  case milliseconds = "ms"
  case seconds = "s"
  case minutes = "m"
  case hours = "h"

  /// Creates the precision from the query parameter; nil and the empty text mean nanoseconds.
  ///
  /// - Throws: `.unknownPrecision`. The times must not be guessed: with a wrong unit, they would be
  ///   in 1970.
  public init(parameter: String?) throws(ForeignFormatError) {
    switch parameter {
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
}
