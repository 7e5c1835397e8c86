import YobanSimulatedDevices
import YobanVirtualTime

extension AndroidPhone {
  /// See `InstalledApp.grantedPermissions`.
  package func permissionsGranted(to app: InstalledApp) -> [String] {
    guard let record = android.record(of: app) else { return [] }
    return record.granted.filter { record.manifest.uses($0) && record.isAskedFor($0) }.sorted()
  }

  /// Freezes the process of an app now, if it is cached: the system freezes it some time after it has
  /// nothing visible and no service (AN7), and promises no length of that time.
  ///
  /// - Returns: whether the process is frozen now and was not before.
  @discardableResult
  public func freeze(_ app: InstalledApp) -> Bool {
    guard let record = android.record(of: app), let process = record.process, process.isRunning,
      let delay = android.policy.cachedFreezeAfter, record.importance(at: android.now) == .cached
    else { return false }
    record.cachedSince = android.now - delay
    android.update()
    return !process.isRunning
  }
}

extension AndroidPhone: PlatformActions {
  /// Those of an app's granted permissions that the user decides about together.
  private func granted(_ permission: PrivacyPermission, to app: InstalledApp) -> [String] {
    permissionsGranted(to: app).filter(permission.androidNames.contains)
  }

  package func isGranted(_ permission: PrivacyPermission, to app: InstalledApp) -> Bool {
    !granted(permission, to: app).isEmpty
  }

  package func takeAway(
    _ permission: PrivacyPermission, from app: InstalledApp
  ) -> (() -> Void)? {
    let names = granted(permission, to: app)
    guard !names.isEmpty else { return nil }
    for name in names { refuse(name, to: app) }
    return { for name in names { self.grant(name, to: app) } }
  }

  package func suspendEarly(_ app: InstalledApp) { freeze(app) }
  package func endAsUser(_ app: InstalledApp) async { forceStop(app) }
  package func endAsUserAtOnce(_ app: InstalledApp) { forceStop(app) }
}
