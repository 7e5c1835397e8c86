import YobanPlatformProfiles
import YobanVirtualTime

/// The delay of a task that an app creates in the background (FT7).
///
/// The delay doubles with each resume of the app in the background. It returns to zero when the app
/// enters the foreground (the owner then creates a new limiter) and when it elapses before a task
/// used it. The type has no side effects.
struct ResumeLimiter: Equatable {
  private(set) var delay = Duration.zero
  private var elapses = VirtualInstant.start
  private var isUsed = false

  /// Called when the app was resumed or launched for its session.
  mutating func resumed(at now: VirtualInstant, _ policy: TransferPolicy) {
    let isForgotten = delay == .zero || !isUsed && elapses <= now
    delay = isForgotten ? policy.firstResumeDelay : min(delay * 2, policy.longestResumeDelay)
    elapses = now + delay
    isUsed = false
  }

  /// Called when the app creates a task in the background. Returns the time that the task must
  /// wait.
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
