import VirtualTime

/// How long a task that an app creates in background must wait (FT7).
///
/// The wait doubles with each background resume. A visit to foreground sets it to nothing (the
/// owner makes a new limiter), and so does a wait that elapses without a task having used it. Pure.
struct ResumeLimiter: Equatable {
  private(set) var delay = Duration.zero
  private var elapses = VirtualInstant.start
  private var isUsed = false

  /// The app was resumed or launched for its session.
  mutating func resumed(at now: VirtualInstant, _ policy: TransferPolicy) {
    let isForgotten = delay == .zero || !isUsed && elapses <= now
    delay = isForgotten ? policy.firstResumeDelay : min(delay * 2, policy.longestResumeDelay)
    elapses = now + delay
    isUsed = false
  }

  /// The app creates a task in background. Returns how long it must wait.
  mutating func taskCreated(at now: VirtualInstant) -> Duration {
    guard now < elapses else {
      delay = .zero
      return .zero
    }
    isUsed = true
    elapses = now + delay
    return delay
  }
}
