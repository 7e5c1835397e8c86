import YobanVirtualTime

/// One wake lock of an app (AN7). Pure.
struct WakeLockMachine: Equatable {
  /// `setReferenceCounted`; the default is true.
  private(set) var isReferenceCounted = true
  private var count = 0
  private(set) var isHeld = false
  /// The end times of `acquire(timeout)`. Each of them releases once.
  private var timeouts: [VirtualInstant] = []

  enum Change: Equatable { case acquired, released, none }

  mutating func setReferenceCounted(_ isCounted: Bool) { isReferenceCounted = isCounted }

  /// - Parameter timeout: nil to hold the lock until it is released.
  mutating func acquire(timeout: Duration?, at now: VirtualInstant) -> Change {
    count = isReferenceCounted ? count + 1 : 1
    // A lock without reference counting has one timeout: that of the last acquire.
    if !isReferenceCounted { timeouts = [] }
    if let timeout { timeouts.append(now + timeout) }
    defer { isHeld = true }
    return isHeld ? .none : .acquired
  }

  /// - Returns: nil if it was released more often than acquired, which is an exception on Android.
  mutating func release() -> Change? {
    guard count > 0 else { return isReferenceCounted ? nil : Change.none }
    count = isReferenceCounted ? count - 1 : 0
    guard count == 0 else { return Change.none }
    return letGo()
  }

  mutating func deadlineReached(at now: VirtualInstant) -> Change {
    let due = timeouts.filter { $0 <= now }.count
    guard due > 0 else { return .none }
    timeouts.removeAll { $0 <= now }
    count = isReferenceCounted ? max(0, count - due) : 0
    return count == 0 && isHeld ? letGo() : .none
  }

  var nextDeadline: VirtualInstant? { timeouts.min() }

  private mutating func letGo() -> Change {
    isHeld = false
    timeouts = []
    return .released
  }
}
