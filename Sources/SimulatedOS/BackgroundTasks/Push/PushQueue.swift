import VirtualTime

/// A push on its way to an app: its payload as JSON text.
struct Push: Equatable {
  var payload: String
  /// Whether it has `content-available` and so may wake the app (FT6).
  var isSilent: Bool
  /// Whether the user sees it.
  var isShown = false
}

/// The pushes of one app that have arrived and were not delivered (FT6). Pure.
///
/// The newest replaces an older one that waits. In background an app gets so many an hour.
struct PushQueue: Equatable {
  private(set) var waiting: Push?
  private var notBefore = VirtualInstant.start
  /// When pushes were delivered in background, at most an hour ago.
  private var delivered: [VirtualInstant] = []
  private static let hour = Duration.seconds(3600)

  /// A push has arrived. Returns whether it took the place of an older one.
  mutating func arrived(_ push: Push, delay: Duration, at now: VirtualInstant) -> Bool {
    let replaces = waiting != nil
    if !replaces { notBefore = now + delay }
    waiting = push
    return replaces
  }

  /// Whether the app hears of the push that waits: in front of every one; else it must be silent,
  /// and the app must have the background mode.
  func isForApp(_ around: JobSurroundings, _ policy: JobPolicy) -> Bool {
    around.isInFront
      || waiting?.isSilent == true && policy.silentPushes && around.hasPushMode
  }

  /// Whether the push that waits leaves the queue now.
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

  /// Takes the push that waits, to deliver it.
  mutating func take(isInBackground: Bool, at now: VirtualInstant) -> Push? {
    guard let push = waiting else { return nil }
    waiting = nil
    delivered.removeAll { $0 + Self.hour <= now }
    if isInBackground { delivered.append(now) }
    return push
  }

  /// What waits is dropped.
  mutating func drop() { waiting = nil }
}
