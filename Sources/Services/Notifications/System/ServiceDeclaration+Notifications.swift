import YobanPlatformProfiles
import YobanSimulatedDevices

extension ServiceDeclaration {
  /// Notifications of the user.
  package static let notifications = ServiceDeclaration(
    ServiceEntry(NotificationService.init),
    rules: .notifications,
    findings: [
      .notificationsLimit, .notificationsNeverAsked, .notificationsNeverFires,
      .notificationsResponseLost, .notificationsResponseNotCompleted,
    ],
    permissions: [.notifications],
    facts: [
      .iOS: { PlatformRow.section("Notifications", at: "notifications", NotificationPolicy.init) }
    ])
}
