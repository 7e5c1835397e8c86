import Foundation

#if YOBAN_ANDROID
  import Dispatch
#endif

/// A timer that calls back on the recorder's actor until it is invalidated or, without repetition, once.
///
/// On Apple's systems it runs on the main run loop, on Android on the actor's queue. While the process is suspended or
/// the device sleeps, it calls back late.
@RecorderActor
final class ActorTimer {
  #if YOBAN_ANDROID
    private let timer: any DispatchSourceTimer

    /// - Parameters:
    ///   - delay: the time until the first call, and between two calls, in seconds.
    ///   - repeats: whether it calls back more than once.
    init(after delay: Double, repeats: Bool = false, _ body: @escaping @RecorderActor () -> Void) {
      let timer = DispatchSource.makeTimerSource(queue: RecorderActor.queue)
      self.timer = timer
      timer.schedule(deadline: .now() + delay, repeating: repeats ? delay : .infinity)
      timer.setEventHandler { RecorderActor.assumeIsolated { body() } }
      timer.activate()
    }

    func invalidate() { timer.cancel() }
  #else
    private let timer: Timer

    /// - Parameters:
    ///   - delay: the time until the first call, and between two calls, in seconds.
    ///   - repeats: whether it calls back more than once.
    init(after delay: Double, repeats: Bool = false, _ body: @escaping @RecorderActor () -> Void) {
      timer = Timer.scheduledTimer(withTimeInterval: delay, repeats: repeats) { _ in
        RecorderActor.assumeIsolated { body() }
      }
      RunLoop.main.add(timer, forMode: .common)
    }

    func invalidate() { timer.invalidate() }
  #endif
}
