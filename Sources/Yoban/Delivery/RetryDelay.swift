/// The time to wait before a chunk is sent again. It doubles after every failure, and jitter
/// spreads it so that many devices do not retry at the same moment.
enum RetryDelay {
  static let firstNanoseconds: Int64 = 5_000_000_000
  static let maximumNanoseconds: Int64 = 900_000_000_000
  /// The longest delay that a collector can request: a day. A header with a wrong number neither
  /// stops the uploads nor overflows a time.
  static let requestedSecondsMax: Int64 = 86_400

  /// Returns the delay that a `Retry-After` field requests, in seconds; nil for a date, and for anything else that is
  /// not a number of seconds. A number that does not fit into 64 bits counts as a day.
  static func requestedSeconds(_ field: String) -> Int64? {
    guard let number = DecimalDigits.number(field) else { return nil }
    return Int64(exactly: number) ?? requestedSecondsMax
  }

  /// - Parameters:
  ///   - failures: the number of failures so far, 1 or more.
  ///   - jitter: from 0 to 1, drawn by the caller; 1 gives the full delay, 0 half of it.
  ///   - atLeast: the delay that the collector requested, in nanoseconds.
  static func nanoseconds(failures: Int, jitter: Double, atLeast: Int64 = 0) -> Int64 {
    let delay = GrowingDelay.nanoseconds(
      times: failures, first: firstNanoseconds, longest: maximumNanoseconds, jitter: jitter)
    return max(delay, atLeast)
  }
}
