/// A delay that doubles each time up to a maximum. Jitter spreads it, so that requests that were
/// sent together are not repeated together.
enum GrowingDelay {
  /// Returns the delay in nanoseconds; `first` and `longest` are in nanoseconds too.
  ///
  /// - Parameters:
  ///   - times: the number of attempts so far, 1 or more.
  ///   - first: the full delay after the first attempt, 1 ns or more.
  ///   - longest: the maximum delay, `first` or more.
  ///   - jitter: from 0 to 1, drawn by the caller; 1 gives the full delay, 0 half of it.
  static func nanoseconds(times: Int, first: Int64, longest: Int64, jitter: Double) -> Int64 {
    precondition(times > 0 && (0...1).contains(jitter))
    var full = first
    for _ in 1..<min(times, 64) { full = full > longest / 2 ? longest : full * 2 }
    full = min(full, longest)
    return full / 2 + Int64(Double(full / 2) * jitter)
  }
}
