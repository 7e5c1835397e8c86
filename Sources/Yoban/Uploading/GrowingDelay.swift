/// A delay that doubles each time up to a longest one, spread so that what was sent together does not
/// come back together.
enum GrowingDelay {
  /// - Parameters:
  ///   - times: how often it was tried, 1 or more.
  ///   - first: the full delay after the first time, 1 ns or more.
  ///   - longest: `first` or more.
  ///   - jitter: from 0 up to 1, drawn by the caller; 1 gives the full delay, 0 half of it.
  /// - Returns: nanoseconds, as `first` and `longest` are.
  static func nanoseconds(times: Int, first: Int64, longest: Int64, jitter: Double) -> Int64 {
    precondition(times > 0 && (0...1).contains(jitter))
    var full = first
    for _ in 1..<min(times, 64) { full = full > longest / 2 ? longest : full * 2 }
    full = min(full, longest)
    return full / 2 + Int64(Double(full / 2) * jitter)
  }
}
