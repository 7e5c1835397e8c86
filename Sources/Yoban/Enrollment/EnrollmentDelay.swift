/// The time to wait before a code is sent again, while the user waits for the answer.
enum EnrollmentDelay {
  private static let firstNanoseconds: Int64 = 1_000_000_000
  private static let longestNanoseconds: Int64 = 10_000_000_000

  /// - Parameters:
  ///   - failures: the number of failures so far, 1 or more.
  ///   - jitter: from 0 to 1, drawn by the caller.
  ///   - atLeast: the delay that the collector requested, in seconds.
  static func nanoseconds(failures: Int, jitter: Double, atLeastSeconds seconds: Int64) -> Int64 {
    let delay = GrowingDelay.nanoseconds(
      times: failures, first: firstNanoseconds, longest: longestNanoseconds, jitter: jitter)
    return max(delay, seconds * 1_000_000_000)
  }
}
