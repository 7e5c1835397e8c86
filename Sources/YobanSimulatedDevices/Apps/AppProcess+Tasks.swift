/// Background task assertions, used by the simulated UIKit.
extension AppProcess {
  /// Begins a background task. Returns its identifier, or nil if no background time is left.
  package func beginBackgroundTask(name: String?) -> Int? {
    guard isAlive(for: "beginBackgroundTask") else { return nil }
    let range = device.policy(BackgroundTaskPolicy.self).leakLimit
    let leak = device.choose(.leakLimit, of: app, in: range, default: random.duration(in: range))
    let (identifier, actions) = tasks.begin(name: name, leakAfter: leak, at: now)
    if let identifier { post(.backgroundTask(.began(identifier, name: name))) }
    device.notifyServices { $0.backgroundTaskBegan(self) }
    perform(actions)
    return identifier
  }

  package func endBackgroundTask(_ identifier: Int) {
    let (wasKnown, actions) = tasks.end(identifier)
    if wasKnown { post(.backgroundTask(.ended(identifier))) }
    perform(actions)
  }

  /// The remaining background time; nil if it is practically unlimited (BG6).
  package var backgroundTimeRemaining: Duration? { tasks.remaining(at: now) }
}
