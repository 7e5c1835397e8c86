import YobanPlatformProfiles
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
  /// The times of the deliveries in the background within the last hour.
  private var delivered: [VirtualInstant] = []
  private static let hour = Duration.seconds(3600)

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
    let recent = delivered.filter { $0 + Self.hour > now }
    var due = notBefore
    if recent.count >= policy.silentPushesPerHour {
      due = max(due, recent[recent.count - policy.silentPushesPerHour] + Self.hour)
    }
    return due <= now ? .run : .wait(due)
  }

  /// Removes and returns the waiting push, to deliver it.
  mutating func take(isInBackground: Bool, at now: VirtualInstant) -> Push? {
    guard let push = waiting else { return nil }
    waiting = nil
    delivered.removeAll { $0 + Self.hour <= now }
    if isInBackground { delivered.append(now) }
    return push
  }

  /// Drops the waiting push.
  mutating func drop() { waiting = nil }
}
