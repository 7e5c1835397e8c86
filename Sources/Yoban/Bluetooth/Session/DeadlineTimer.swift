import Foundation

/// A clock that counts nanoseconds since its creation, also while the device sleeps.
struct SessionClock {
  private let origin = ContinuousClock.now

  var now: Int64 { origin.duration(to: .now).nanoseconds }
}

/// A timer that calls back once, at a deadline.
///
/// A process that was suspended notices its deadlines late, and often before it receives the events
/// that the system queued for it. A deadline that is noticed late is therefore delayed by another
/// `grace`.
@MainActor
final class DeadlineTimer {
  /// A deadline that is noticed later than this passed while the process did not run.
  static let latenessMax: Int64 = 1_000_000_000
  /// The time that the system may take to deliver queued events.
  static let grace: Int64 = 1_000_000_000

  private let clock: SessionClock
  private var timer: Timer?

  init(_ clock: SessionClock) { self.clock = clock }

  /// Sets the deadline and replaces an earlier one.
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
      // A timer may fire slightly early.
      set(at: deadline, passed)
    } else if now - deadline > Self.latenessMax {
      set(at: now + Self.grace, passed)
    } else {
      passed()
    }
  }
}
