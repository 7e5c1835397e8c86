/// The reason why a request was refused: the codes of BGTaskScheduler.Error (FT2).
public enum ScheduledTaskError: Int, Error, Sendable, Hashable {
  /// Background App Refresh is off (L18), or this system version does not have such tasks.
  case unavailable = 1
  case tooManyPendingTaskRequests
  /// The identifier is not in Info.plist, or its background mode or an entitlement is missing. For
  /// a continued task also: the identifier does not begin with the bundle identifier, or the app is
  /// not in foreground.
  case notPermitted
  /// A continued processing task that must begin at once could not.
  case immediateRunIneligible
}
