import VirtualTime

/// Whether the CPU of an Android phone is awake (AN7). Pure.
struct ProcessorStateMachine: Equatable {
  let linger: Duration
  private(set) var isAwake = true
  /// While the screen is lit, or a wake lock counts.
  private var isHeld = true
  private var awakeUntil = VirtualInstant.start
  /// Of the time since the beginning, how long it was awake before `mark`.
  private var awakeBefore = Duration.zero
  private var mark = VirtualInstant.start

  init(linger: Duration) { self.linger = linger }

  /// The reasons to be awake have changed.
  ///
  /// - Returns: whether it woke or fell asleep.
  mutating func setHeld(_ isHeld: Bool, at now: VirtualInstant) -> Bool {
    if self.isHeld, !isHeld { awakeUntil = max(awakeUntil, now + linger) }
    self.isHeld = isHeld
    return settle(at: now)
  }

  /// Something wakes it for a moment, such as an alarm.
  mutating func wake(for time: Duration, at now: VirtualInstant) -> Bool {
    awakeUntil = max(awakeUntil, now + time)
    return settle(at: now)
  }

  mutating func deadlineReached(at now: VirtualInstant) -> Bool { settle(at: now) }

  /// When it will fall asleep, if nothing happens before.
  var nextDeadline: VirtualInstant? { isAwake && !isHeld ? awakeUntil : nil }

  /// `SystemClock.uptimeMillis` counts this: the time that it was awake.
  func timeAwake(at now: VirtualInstant) -> Duration {
    awakeBefore + (isAwake ? now - mark : .zero)
  }

  private mutating func settle(at now: VirtualInstant) -> Bool {
    let isAwake = isHeld || awakeUntil > now
    guard isAwake != self.isAwake else { return false }
    if self.isAwake { awakeBefore += now - mark }
    mark = now
    self.isAwake = isAwake
    return true
  }
}
