import Foundation

/// A clock that counts nanoseconds since its creation, also while the device sleeps.
package struct SessionClock {
  private let origin = ContinuousClock.now

  package init() {}

  package var now: Int64 { origin.duration(to: .now).nanoseconds }
}

/// A timer that calls back once.
///
/// Isolated to `RecorderActor`. A suspended process is called back after it continues. Its release cancels it.
@RecorderActor
package final class WakeTimer {
  private let clock: SessionClock
  private var timer: ActorTimer?

  package init(_ clock: SessionClock = SessionClock()) { self.clock = clock }

  /// The time of the clock, in nanoseconds.
  var now: Int64 { clock.now }

  /// Whether it is still to call back.
  var isSet: Bool { timer != nil }

  /// Sets a time of the clock and replaces an earlier callback.
  ///
  /// - Parameter body: called with the current time, which is never before `time`: a timer of the
  ///   system may fire slightly early.
  func set(at time: Int64, _ body: @escaping @RecorderActor (_ now: Int64) -> Void) {
    set(afterSeconds: Double(max(time - now, 0)) / 1e9) { [weak self] in
      guard let self else { return }
      body(max(now, time))
    }
  }

  /// Sets a delay and replaces an earlier callback.
  package func set(after delay: Duration, _ body: @escaping @RecorderActor () -> Void) {
    set(afterSeconds: delay / .seconds(1), body)
  }

  private func set(afterSeconds delay: Double, _ body: @escaping @RecorderActor () -> Void) {
    timer?.invalidate()
    timer = ActorTimer(after: delay) { [weak self] in
      guard let self else { return }
      timer = nil
      body()
    }
  }

  package func cancel() {
    timer?.invalidate()
    timer = nil
  }
}
