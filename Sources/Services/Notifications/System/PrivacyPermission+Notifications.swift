import YobanAppleSystem
import YobanSimulatedDevices

extension PrivacyPermission {
  public static let notifications = PrivacyPermission(
    "notifications", endsApp: false, androidNames: ["POST_NOTIFICATIONS"])
}

extension NotificationService: PermissionKeeper {
  package var permission: PrivacyPermission { .notifications }

  package func isPermitted(_ app: InstalledApp) -> Bool {
    record(of: app).permission.allowsNotifications
  }

  package func setPermitted(_ isPermitted: Bool, _ app: InstalledApp) {
    device.setNotifications(isPermitted, for: app)
  }
}

extension FaultKind {
  public static let notificationsWithdrawn = withdrawal(
    of: .notifications, "notifications-withdrawn", for: "notifications")
}
