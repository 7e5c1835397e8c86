import YobanSimulatedDevices

// MARK: Permissions

extension AppleDevice {
  private func keeper(of permission: PrivacyPermission) -> (any PermissionKeeper)? {
    services.lazy.compactMap { $0 as? any PermissionKeeper }.first { $0.permission == permission }
  }

  package func isGranted(_ permission: PrivacyPermission, to app: InstalledApp) -> Bool {
    keeper(of: permission)?.isPermitted(app) ?? false
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

  private func set(_ permission: PrivacyPermission, isGranted: Bool, of app: InstalledApp) {
    // Before the permission changes, because a process that ends is not notified of it.
    if permission.endsApp { app.process?.kill(.system(.permissionChange("\(permission)"))) }
    keeper(of: permission)?.setPermitted(isGranted, app)
  }
}

extension AppleDevice: PlatformActions {
  package func takeAway(
    _ permission: PrivacyPermission, from app: InstalledApp
  ) -> (() -> Void)? {
    withdraw(permission, from: app) ? { self.giveBack(permission, to: app) } : nil
  }

  package func suspendEarly(_ app: InstalledApp) { app.process?.suspendEarly() }
  package func endAsUser(_ app: InstalledApp) async { await swipeAway(app) }

  package func endAsUserAtOnce(_ app: InstalledApp) {
    userComes()
    post(.user("swipes \(app.definition.name) away"))
    app.isForceQuit = true
    app.process?.kill(.forceQuit)
    notifyServices { $0.appForceQuit(app) }
  }
}
