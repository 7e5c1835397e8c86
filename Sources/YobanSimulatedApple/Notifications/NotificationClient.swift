import Foundation
import YobanPlatformProfiles
import YobanSimulatedDevices

/// The calls that the `UNUserNotificationCenter` of a process makes to the system; see
/// `NotificationService.open`.
///
/// If the process has ended, a call does nothing and reports a finding.
package struct NotificationClient {
  let service: NotificationService
  let record: NotificationRecord
  package let process: AppProcess

  private func isAlive(_ call: String) -> Bool {
    process.isAlive(for: "UNUserNotificationCenter.\(call)")
  }

  /// Runs the body on the app's main queue.
  package func onMain(_ body: @escaping () -> Void) { process.process.onMain(body) }

  package var clock: NotificationClock { service.clock }
  package var policy: NotificationPolicy { service.policy }
  package var permission: NotificationPermission { record.permission }
  package var previews: NotificationPreviews { service.previews }
  /// Whether the app has the entitlement for time-sensitive notifications.
  package var mayBeTimeSensitive: Bool {
    process.app.definition.entitlements.contains(NotificationService.timeSensitive)
  }

  /// The app set its delegate, or removed it.
  package func delegateChanged(isSet: Bool) {
    guard isAlive("delegate"), isSet else { return }
    if !process.hasFinishedLaunching { record.hadDelegateInTime = true }
  }

  /// Requests permission (NT1).
  ///
  /// - Parameter done: called on the main queue.
  package func request(_ options: NotificationOptions, _ done: @escaping (Bool) -> Void) {
    guard isAlive("requestAuthorization") else { return }
    service.request(options, record, process, done)
  }

  package func add(_ request: NotificationRequest) throws(NotificationFailure) {
    guard isAlive("add(_:)") else { throw .notAllowed }
    try service.add(request, record)
  }

  package var pending: [NotificationRequest] { record.store.pending.map(\.request) }
  package var delivered: [DeliveredNotification] { record.store.delivered.filter(\.isListed) }

  /// Removes pending requests; nil removes all.
  package func removePending(_ identifiers: [String]?) {
    guard isAlive("removePendingNotificationRequests") else { return }
    service.removePending(record) { identifiers?.contains($0.identifier) ?? true }
  }

  /// Removes delivered notifications; nil removes all.
  package func removeDelivered(_ identifiers: [String]?) {
    guard isAlive("removeDeliveredNotifications") else { return }
    record.store.removeDelivered { identifiers?.contains($0.request.identifier) ?? true }
  }

  package var categories: [NotificationCategory] { record.categories }

  package func setCategories(_ categories: [NotificationCategory]) {
    guard isAlive("setNotificationCategories") else { return }
    record.categories = categories.sorted { $0.identifier < $1.identifier }
  }

  package func setBadge(_ number: Int) throws(NotificationFailure) {
    guard isAlive("setBadgeCount") else { throw .notAllowed }
    try service.setBadge(number, process)
  }
}

extension NotificationService {
  /// The response for which the user's tap launches the process, until it was delivered; nil if there is
  /// none. `UIScene.ConnectionOptions` contains it.
  package func launchResponse(of process: AppProcess) -> NotificationResponse? {
    let record = records.first { $0.app === process.app }
    guard let response = record?.launchResponse, record?.waiting.isEmpty == false else {
      return nil
    }
    return response
  }

  /// The categories that the app has registered.
  package func categories(of app: InstalledApp) -> [NotificationCategory] {
    record(of: app).categories
  }
}
