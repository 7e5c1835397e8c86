import Foundation
import YobanSimulatedOS
import YobanVirtualTime

// Faults of apps.
extension FaultAction {
  func begin(_ app: InstalledApp, _ device: Device) async {
    switch kind {
    case .memoryWarning: app.process?.warnOfLowMemory()
    case .suspension:
      if let phone = device as? AndroidPhone {
        phone.freeze(app)
      } else {
        app.process?.suspendEarly()
      }
    case .expiration: (device as? AppleDevice)?.takeBackTime(of: app)
    case .jetsam: device.jetsam(app)
    case .crash: app.process?.kill(.crash(Self.watchdogReason))
    case .forceQuit: await forceQuit(app, device)
    case .watchdog: app.process?.kill(.watchdog(Self.watchdogReason))
    case .prewarm: device.prewarm(app)
    case .visit: await visit(app, device)
    case .update: try? device.update(app)
    case .reinstall: try? device.reinstall(app)
    case .backgroundRefreshOff:
      (device as? AppleDevice)?.setBackgroundRefresh(false, for: app)
    case .standby: (device as? AndroidPhone)?.setStandbyBucket(.restricted, of: app)
    case .ioError: app.nextStorageFailure = EIO
    default: withdraw(app, device)
    }
  }

  func end(_ app: InstalledApp, _ device: Device) {
    switch kind {
    case .backgroundRefreshOff: (device as? AppleDevice)?.setBackgroundRefresh(true, for: app)
    case .standby: (device as? AndroidPhone)?.setStandbyBucket(.active, of: app)
    case .ioError: app.nextStorageFailure = nil
    default: giveBack(app, device)
    }
  }

  private func forceQuit(_ app: InstalledApp, _ device: Device) async {
    switch device {
    case let device as AppleDevice: await device.swipeAway(app)
    case let phone as AndroidPhone: phone.forceStop(app)
    default: break
    }
  }

  /// The user opens the app, looks at it, and leaves it as the device was before. If the scenario opens the
  /// app meanwhile, its user stays there.
  private func visit(_ app: InstalledApp, _ device: Device) async {
    let wasDark = !device.isScreenOn
    await device.open(app)
    let opened = app.lastOpened
    try? await Task.sleep(for: Self.lengthOfVisit)
    guard device.isUp, app.isFrontmost, app.lastOpened == opened else { return }
    if wasDark { await device.lock() } else { await device.goHome() }
  }

  private static let lengthOfVisit = Duration.seconds(5)

  private func withdraw(_ app: InstalledApp, _ device: Device) {
    guard let permission = kind.permission else { return }
    (device as? AppleDevice)?.withdraw(permission, from: app)
    for name in permissions { (device as? AndroidPhone)?.refuse(name, to: app) }
  }

  private func giveBack(_ app: InstalledApp, _ device: Device) {
    guard let permission = kind.permission else { return }
    (device as? AppleDevice)?.giveBack(permission, to: app)
    for name in permissions { (device as? AndroidPhone)?.grant(name, to: app) }
  }

  /// The granted permissions of an Android app that a kind withdraws.
  static func androidPermissions(_ kind: FaultKind, of app: InstalledApp) -> [String] {
    guard let permission = kind.permission, let phone = app.device as? AndroidPhone else {
      return []
    }
    return phone.permissionsGranted(to: app).filter(permission.androidNames.contains)
  }
}

extension FaultKind {
  /// The permission that the kind withdraws; nil for other kinds.
  var permission: PrivacyPermission? {
    switch self {
    case .bluetoothWithdrawn: .bluetooth
    case .locationWithdrawn: .location
    case .motionWithdrawn: .motion
    case .microphoneWithdrawn: .microphone
    case .notificationsWithdrawn: .notifications
    case .healthWithdrawn: .health
    default: nil
    }
  }
}

extension PrivacyPermission {
  /// Android's permissions that the user decides about together, without `android.permission.`.
  var androidNames: [String] {
    switch self {
    case .bluetooth: ["BLUETOOTH_SCAN", "BLUETOOTH_CONNECT", "BLUETOOTH_ADVERTISE"]
    case .location:
      ["ACCESS_FINE_LOCATION", "ACCESS_COARSE_LOCATION", "ACCESS_BACKGROUND_LOCATION"]
    case .motion: ["ACTIVITY_RECOGNITION"]
    case .microphone: ["RECORD_AUDIO"]
    case .notifications: ["POST_NOTIFICATIONS"]
    case .health:
      [
        "BODY_SENSORS", "BODY_SENSORS_BACKGROUND", "health.READ_HEART_RATE",
        "health.READ_SKIN_TEMPERATURE", "health.READ_OXYGEN_SATURATION",
        "health.READ_HEALTH_DATA_IN_BACKGROUND",
      ]
    }
  }
}
