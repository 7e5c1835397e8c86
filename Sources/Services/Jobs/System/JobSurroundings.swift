import YobanVirtualTime

/// The conditions that decide whether a background job of an app may run now. Plain data.
struct JobSurroundings: Equatable {
  /// Whether the device is up and was unlocked since it booted.
  var isReady = true
  /// The time at which the screen went dark; nil while it is lit.
  var darkSince: VirtualInstant?
  var isCharging = false
  var isOnline = true
  var isLowPowerMode = false
  /// Whether Background App Refresh is on for the app (L18).
  var mayRefresh = true
  var isForceQuit = false
  var isInFront = false
  /// Whether the app has the background mode `remote-notification` (FT6).
  var hasPushMode = true
  var lastOpened: VirtualInstant?
}

/// Whether a job may run.
enum JobVerdict: Equatable {
  case run
  /// The job must wait until this time, or, if nil, until a condition changes.
  case wait(VirtualInstant?)
}
