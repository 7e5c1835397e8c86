import Foundation

/// Counts nanoseconds since it was made, also while the device sleeps.
struct SessionClock {
  private let origin = ContinuousClock.now

  var now: Int64 { origin.duration(to: .now).nanoseconds }
}

/// Calls back at one time, and once.
///
/// A process that was frozen notices its deadlines late, and often before the event that the system
/// kept for it. So a deadline that is noticed late waits another moment for them.
@MainActor
final class DeadlineTimer {
  /// Noticed later than this, a deadline passed while the process did not run.
  static let latenessMax: Int64 = 1_000_000_000
  /// How long the system may take to deliver what it kept.
  static let grace: Int64 = 1_000_000_000

  private let clock: SessionClock
  private var timer: Timer?

  init(_ clock: SessionClock) { self.clock = clock }

  /// Replaces what was set before.
  func set(at deadline: Int64, _ passed: @escaping @MainActor () -> Void) {
    timer?.invalidate()
    let delay = Double(max(deadline - clock.now, 0)) / 1e9
    let timer = Timer.scheduledTimer(withTimeInterval: delay, repeats: false) { [weak self] _ in
      MainActor.assumeIsolated { self?.fired(deadline, passed) }
    }
    RunLoop.main.add(timer, forMode: .common)
    self.timer = timer
  }

  func cancel() {
    timer?.invalidate()
    timer = nil
  }

  private func fired(_ deadline: Int64, _ passed: @escaping @MainActor () -> Void) {
    let now = clock.now
    if now < deadline {
      // A timer may fire a moment early.
      set(at: deadline, passed)
    } else if now - deadline > Self.latenessMax {
      set(at: now + Self.grace, passed)
    } else {
      passed()
    }
  }
}
