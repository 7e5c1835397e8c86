import YobanVirtualTime

/// The state of the CPU of an Android phone: awake or asleep (AN7). Pure.
struct ProcessorStateMachine: Equatable {
  let linger: Duration
  private(set) var isAwake = true
  /// Whether the screen is lit, a job runs, or a wake lock is in effect.
  private var isHeld = true
  private var awakeUntil = VirtualInstant.start
  /// The total time awake before `mark`.
  private var awakeBefore = Duration.zero
  private var mark = VirtualInstant.start

  init(linger: Duration) { self.linger = linger }

  /// The reasons to be awake have changed.
  ///
  /// - Returns: whether the CPU woke up or fell asleep.
  mutating func setHeld(_ isHeld: Bool, at now: VirtualInstant) -> Bool {
    if self.isHeld, !isHeld { awakeUntil = max(awakeUntil, now + linger) }
    self.isHeld = isHeld
    return update(at: now)
  }

  /// Something wakes the CPU for a short time, such as an alarm. Returns whether it woke up.
  mutating func wake(for time: Duration, at now: VirtualInstant) -> Bool {
    awakeUntil = max(awakeUntil, now + time)
    return update(at: now)
  }

  mutating func deadlineReached(at now: VirtualInstant) -> Bool { update(at: now) }

  /// The time at which the CPU will fall asleep, if nothing happens before.
  var nextDeadline: VirtualInstant? { isAwake && !isHeld ? awakeUntil : nil }

  /// The total time awake, which `SystemClock.uptimeMillis` counts.
  func timeAwake(at now: VirtualInstant) -> Duration {
    awakeBefore + (isAwake ? now - mark : .zero)
  }

  private mutating func update(at now: VirtualInstant) -> Bool {
    let isAwake = isHeld || awakeUntil > now
    guard isAwake != self.isAwake else { return false }
    if self.isAwake { awakeBefore += now - mark }
    mark = now
    self.isAwake = isAwake
    return true
  }
}
