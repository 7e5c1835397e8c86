/// How long to wait before a chunk is sent again: twice as long after every failure, spread so
/// that many devices do not come back at the same moment.
enum RetryDelay {
  static let firstNanoseconds: Int64 = 5_000_000_000
  static let maximumNanoseconds: Int64 = 900_000_000_000

  /// - Parameters:
  ///   - failures: how often it failed, 1 or more.
  ///   - jitter: from 0 up to 1, drawn by the caller; 1 gives the full delay, 0 half of it.
  ///   - atLeast: what the collector asked for, in nanoseconds.
  static func nanoseconds(failures: Int, jitter: Double, atLeast: Int64 = 0) -> Int64 {
    let delay = GrowingDelay.nanoseconds(
      times: failures, first: firstNanoseconds, longest: maximumNanoseconds, jitter: jitter)
    return max(delay, atLeast)
  }
}
