import VirtualTime

/// What decides whether a background job of an app may run now. Plain data.
struct JobSurroundings: Equatable {
  /// The device is up, and was unlocked since it booted.
  var isReady = true
  /// Since when the screen is dark; nil while it is lit.
  var darkSince: VirtualInstant?
  var isCharging = false
  var isOnline = true
  var isLowPowerMode = false
  /// Background App Refresh is on for the app (L18).
  var mayRefresh = true
  var isForceQuit = false
  var isInFront = false
  /// The app has the background mode `remote-notification` (FT6).
  var hasPushMode = true
  var lastOpened: VirtualInstant?
}

/// Whether a job may run.
enum JobVerdict: Equatable {
  case run
  /// Not before this moment; nil: not until something changes.
  case wait(VirtualInstant?)
}
