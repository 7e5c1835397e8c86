import Foundation

/// A clock that counts nanoseconds since its creation, also while the device sleeps.
struct SessionClock {
  private let origin = ContinuousClock.now

  var now: Int64 { origin.duration(to: .now).nanoseconds }
}

/// A timer that calls back once, at a time of its clock or later.
///
/// Isolated to the main actor. It runs on the main run loop, so a suspended process is called back
/// after it continues.
@MainActor
final class WakeTimer {
  let clock: SessionClock
  private var timer: Timer?

  init(_ clock: SessionClock = SessionClock()) { self.clock = clock }

  /// The time of the clock, in nanoseconds.
  var now: Int64 { clock.now }

  /// Sets the time and replaces an earlier one.
  ///
  /// - Parameter body: called with the current time, which is never before `time`: a timer of the
  ///   system may fire slightly early.
  func set(at time: Int64, _ body: @escaping @MainActor (_ now: Int64) -> Void) {
    timer?.invalidate()
    let delay = Double(max(time - now, 0)) / 1e9
    let timer = Timer.scheduledTimer(withTimeInterval: delay, repeats: false) { [weak self] _ in
      MainActor.assumeIsolated {
        guard let self else { return }
        body(max(self.now, time))
      }
    }
    RunLoop.main.add(timer, forMode: .common)
    self.timer = timer
  }

  func cancel() {
    timer?.invalidate()
    timer = nil
  }
}
