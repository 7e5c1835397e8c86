import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanVirtualTime

/// A push that was sent to an app, with its payload as JSON text.
struct Push: Equatable {
  var payload: String
  /// Whether the push has `content-available`, so that it may wake the app (FT6).
  var isSilent: Bool
  /// Whether the push is shown to the user.
  var isShown = false
}

/// The pushes of one app that have arrived but were not delivered (FT6). Pure.
///
/// The newest push replaces an older one that waits. The number of deliveries per hour in
/// the background is limited.
struct PushQueue: Equatable {
  private(set) var waiting: Push?
  private var notBefore = VirtualInstant.start
  /// The deliveries in the background.
  private var delivered = RollingBudget.hourly
  /// The times until which the app must answer the deliveries in the background that it has not answered.
  private var owed: [VirtualInstant] = []

  /// Adds a push that has arrived. Returns whether it replaced an older one.
  mutating func arrived(_ push: Push, delay: Duration, at now: VirtualInstant) -> Bool {
    let replaces = waiting != nil
    if !replaces { notBefore = now + delay }
    waiting = push
    return replaces
  }

  /// Whether the waiting push is delivered to the app. An app in front receives every push. In
  /// the background, the push must be silent and the app must have the background mode.
  func isForApp(_ around: JobSurroundings, _ policy: JobPolicy) -> Bool {
    around.isInFront
      || waiting?.isSilent == true && policy.silentPushes && around.hasPushMode
  }

  /// Returns whether the waiting push leaves the queue now.
  func verdict(
    _ around: JobSurroundings, _ policy: JobPolicy, at now: VirtualInstant
  ) -> JobVerdict {
    guard waiting != nil, around.isReady, around.isOnline else { return .wait(nil) }
    if around.isInFront || !isForApp(around, policy) { return .run }
    guard around.mayRefresh, !around.isForceQuit, !around.isLowPowerMode else { return .wait(nil) }
    var due = notBefore
    if let next = delivered.nextUse(limit: policy.silentPushesPerHour, at: now) {
      due = max(due, next)
    }
    if let missed = missed(at: now) { due = max(due, missed + policy.unansweredPushDelay) }
    return due <= now ? .run : .wait(due)
  }

  /// The last time at which an answer was due and was not given; nil if there is none.
  private func missed(at now: VirtualInstant) -> VirtualInstant? { owed.last { $0 <= now } }

  /// Whether pushes wait because the app did not answer one.
  func isThrottled(_ policy: JobPolicy, at now: VirtualInstant) -> Bool {
    missed(at: now).map { $0 + policy.unansweredPushDelay > now } ?? false
  }

  /// Removes and returns the waiting push, to deliver it.
  ///
  /// - Parameter limit: the time in which the app must answer, if it is in the background.
  mutating func take(
    isInBackground: Bool, within limit: Duration, at now: VirtualInstant
  ) -> Push? {
    guard let push = waiting else { return nil }
    waiting = nil
    owed.removeAll { $0 <= now }
    if isInBackground {
      delivered.note(at: now)
      owed.append(now + limit)
    }
    return push
  }

  /// Receives that the app has called the completion handler of the delivery that it had to answer until `limit`.
  mutating func answered(dueAt limit: VirtualInstant) {
    if let i = owed.firstIndex(of: limit) { owed.remove(at: i) }
  }

  /// Drops the waiting push.
  mutating func drop() { waiting = nil }
}
