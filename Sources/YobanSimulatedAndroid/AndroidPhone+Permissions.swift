import YobanSimulatedDevices
import YobanVirtualTime

extension AndroidPhone {
  /// The permissions that the user has granted an app in a dialog or in the settings, in alphabetical
  /// order, without `android.permission.`.
  public func permissionsGranted(to app: InstalledApp) -> [String] {
    guard let record = android.record(of: app) else { return [] }
    return record.granted.filter { record.manifest.uses($0) && record.isAskedFor($0) }.sorted()
  }

  /// Those of an app's granted permissions that the user decides about together.
  func granted(_ permission: PrivacyPermission, to app: InstalledApp) -> [String] {
    permissionsGranted(to: app).filter(permission.androidNames.contains)
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
    android.settle()
    return !process.isRunning
  }
}
