/// The actions of the user and of the system that each platform performs in its own way, for faults.
package protocol PlatformActions: Device {
  /// Whether the user has given an app a permission. Health counts if the app may save workouts.
  func isGranted(_ permission: PrivacyPermission, to app: InstalledApp) -> Bool
  /// Withdraws a permission, as the user does in the settings. Android, and for some permissions Apple's
  /// systems, end the app (L20).
  ///
  /// - Returns: a function that gives the permission back; nil, without any effect, if the app does not have it.
  func takeAway(_ permission: PrivacyPermission, from app: InstalledApp) -> (() -> Void)?
  /// Suspends an app as early as the system may.
  func suspendEarly(_ app: InstalledApp)
  /// The user ends the app: swipes it away, or stops it in Android's settings. Returns when its process has
  /// ended.
  func endAsUser(_ app: InstalledApp) async
  /// Ends the app as `endAsUser(_:)` does, but without its callbacks. Can be called from a thread of the app.
  func endAsUserAtOnce(_ app: InstalledApp)
}

extension InstalledApp {
  /// Whether the user has given the app a permission. Health counts if the app may save workouts.
  public func isGranted(_ permission: PrivacyPermission) -> Bool {
    platform?.isGranted(permission, to: self) ?? false
  }

  /// The app's device as one of a platform; nil if it is none.
  package var platform: (any PlatformActions)? { device as? any PlatformActions }
}
