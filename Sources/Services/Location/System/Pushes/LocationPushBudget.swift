import YobanVirtualTime

/// The location pushes that a device may still receive: as many as the limit at first; each becomes available again
/// after some time, one after the other (LOC12). It has no side effects.
struct LocationPushBudget: Equatable {
  /// The number of pushes that are not available again.
  private var used = 0
  /// The time since which the next one is about to become available.
  private var since = VirtualInstant.start

  /// Takes one push. Returns false, without an effect, if none is available.
  mutating func take(limit: Int, refill: Duration, at now: VirtualInstant) -> Bool {
    // Without a time each push is available again at once.
    guard refill > .zero else { return limit > 0 }
    let again = (now - since).nanoseconds / refill.nanoseconds
    if again >= Int64(used) {
      (used, since) = (0, now)
    } else {
      used -= Int(again)
      since = since + refill * Int(again)
    }
    guard used < limit else { return false }
    used += 1
    return true
  }
}
