/// A timer that calls back once, at a deadline.
///
/// A process that was suspended notices its deadlines late, and often before it receives the events
/// that the system queued for it. A deadline that is noticed late is therefore delayed by another
/// `grace`.
@RecorderActor
final class DeadlineTimer {
  /// A deadline that is noticed later than this passed while the process did not run.
  static let latenessMax: Int64 = 1_000_000_000
  /// The time that the system may take to deliver queued events.
  static let grace: Int64 = 1_000_000_000

  private let timer: WakeTimer

  init(_ clock: SessionClock) { timer = WakeTimer(clock) }

  /// Sets the deadline and replaces an earlier one.
  func set(at deadline: Int64, _ passed: @escaping @RecorderActor () -> Void) {
    timer.set(at: deadline) { [weak self] _ in self?.fired(deadline, passed) }
  }

  private func fired(_ deadline: Int64, _ passed: @escaping @RecorderActor () -> Void) {
    let now = timer.now
    if now < deadline {
      // A timer may fire slightly early, and the caller reads the clock.
      set(at: deadline, passed)
    } else if now - deadline > Self.latenessMax {
      set(at: now + Self.grace, passed)
    } else {
      passed()
    }
  }

  func cancel() { timer.cancel() }
}
