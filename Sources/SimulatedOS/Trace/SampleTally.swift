/// Counts what reached an app, so that the trace has one event for about a minute of it.
///
/// Moments are nanoseconds since the simulation began.
struct SampleTally {
  private static let minute: Int64 = 60_000_000_000

  private var count = 0
  private var since: Int64

  init(from now: Int64) { since = now }

  @inline(__always)
  mutating func add() { count += 1 }

  /// Whether it is time to take it.
  @inline(__always)
  func isDue(at now: Int64) -> Bool { now - since >= Self.minute }

  /// What was counted, nil for nothing; from now on it counts again.
  mutating func take(at now: Int64) -> Int? {
    defer { (count, since) = (0, now) }
    return count > 0 ? count : nil
  }
}
