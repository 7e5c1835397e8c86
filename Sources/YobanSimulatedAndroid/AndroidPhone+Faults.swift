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

// What can happen on Android only.
extension FaultKind {
  public static let standby = FaultKind(
    "standby", "is in the restricted standby bucket for an hour", for: .seconds(3600),
    traits: [.everyday], rules: ["AN9"],
    .app(
      if: { $0.device is AndroidPhone },
      lasting: { app in
        guard let phone = app.device as? AndroidPhone else { return nil }
        phone.setStandbyBucket(.restricted, of: app)
        return { phone.setStandbyBucket(.active, of: app) }
      }))

  public static let doze = FaultKind(
    "doze", "is in deep Doze for an hour", for: .seconds(3600), traits: [.everyday],
    weaker: [.lock],
    rules: ["AN8"],
    .device(
      if: { $0 is AndroidPhone },
      lasting: { device in
        await device.lock()
        (device as? AndroidPhone)?.forceDeepDoze()
        return { device.wakeScreen() }
      }))
}

extension AndroidBluetoothService: BluetoothSwitch {
  package func switchOff() { setOn(false) }
  package func switchOn() { setOn(true) }

  package func restart() async {
    setOn(false)
    try? await Task.sleep(for: .seconds(1))
    setOn(true)
  }
}
