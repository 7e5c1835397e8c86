import YobanSimulatedDevices

/// A permission that the user gives an app, and can withdraw in Settings.
public enum PrivacyPermission: String, Sendable, Hashable, CaseIterable {
  case bluetooth, location, motion, microphone, notifications, health

  /// Whether the system ends a running app when the user changes the permission (L20).
  var endsApp: Bool {
    switch self {
    case .bluetooth, .motion, .microphone: true
    case .location, .notifications, .health: false
    }
  }
}

extension AppleDevice {
  /// Whether the user has given an app a permission. Health counts if the app may save workouts.
  public func isGranted(_ permission: PrivacyPermission, to app: InstalledApp) -> Bool {
    switch permission {
    case .bluetooth:
      app.answers["bluetooth"] != nil && bluetooth.authorization(of: app) == .allowedAlways
    case .location: [.always, .whenInUse].contains(location.authorization(of: app))
    case .motion: motion.authorization(of: app) == .authorized
    case .microphone:
      app.answers["microphone"] != nil && audio.microphonePermission(of: app) == .granted
    case .notifications: notifications.record(of: app).permission.allowsNotifications
    case .health:
      health.authorization(toShare: HealthService.workoutType, of: app) == .sharingAuthorized
    }
  }

  /// Withdraws a permission, as the user does in Settings. For some permissions the system ends the app
  /// (L20).
  ///
  /// - Returns: false, without any effect, if the app does not have the permission.
  @discardableResult
  public func withdraw(_ permission: PrivacyPermission, from app: InstalledApp) -> Bool {
    guard isGranted(permission, to: app) else { return false }
    post(.user("withdraws the permission for \(permission) from \(app.definition.name)"))
    set(permission, isGranted: false, of: app)
    return true
  }

  /// Gives an app a permission, as the user does in Settings. For some permissions the system ends the app
  /// (L20).
  public func giveBack(_ permission: PrivacyPermission, to app: InstalledApp) {
    guard !isGranted(permission, to: app) else { return }
    post(.user("gives \(app.definition.name) the permission for \(permission)"))
    set(permission, isGranted: true, of: app)
  }

  private static let withdrawnLocation = "withdrawn location"

  private func set(
    _ permission: PrivacyPermission, isGranted: Bool, of app: InstalledApp
  ) {
    // Before the permission changes, because a process that ends is not notified of it.
    if permission.endsApp { app.process?.kill(.system(.permissionChange("\(permission)"))) }
    switch permission {
    case .bluetooth: bluetooth.setAuthorization(isGranted ? .allowedAlways : .denied, for: app)
    case .location:
      // The user gives the level back that the app had.
      let before = app.answers[Self.withdrawnLocation].flatMap(
        LocationAuthorization.init(rawValue:))
      app.answers[Self.withdrawnLocation] =
        isGranted ? nil : location.authorization(of: app).rawValue
      location.setAuthorization(isGranted ? before ?? .always : .denied, for: app)
    case .motion: motion.setAuthorization(isGranted ? .authorized : .denied, for: app)
    case .microphone: audio.setMicrophonePermission(isGranted ? .granted : .denied, for: app)
    case .notifications: setNotifications(isGranted, for: app)
    case .health: health.setSharing(isGranted, for: app)
    }
  }
}
