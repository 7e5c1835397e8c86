/// A counter of samples that an app received. It lets the trace have one event for about a minute
/// of samples.
///
/// Times are nanoseconds since the start of the simulation.
package struct SampleTally {
  private static let minute: Int64 = 60_000_000_000

  private var count = 0
  private var since: Int64

  package init(from now: Int64) { since = now }

  @inline(__always)
  package mutating func add() { count += 1 }

  /// Whether a minute has passed since the count was last taken.
  @inline(__always)
  package func isDue(at now: Int64) -> Bool { now - since >= Self.minute }

  /// Returns the count, or nil if it is 0, and starts to count again from 0.
  package mutating func take(at now: Int64) -> Int? {
    defer { (count, since) = (0, now) }
    return count > 0 ? count : nil
  }
}
