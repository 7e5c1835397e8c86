internal import YobanSimulatedApple

/// Schedules the notifications of an app and receives the user's responses. There is one object per app
/// process.
open class UNUserNotificationCenter: NSObject {
  private let receiver: CenterReceiver
  let system: ServiceHandle<NotificationService>
  private var app: InstalledApp { system.process.app }

  private init(_ process: AppProcess) {
    receiver = CenterReceiver()
    system = ServiceHandle(
      process.app.appleDevice.notifications, of: process, for: "UNUserNotificationCenter")
    system.service.open(process, receiver)
    super.init()
    receiver.center = self
  }

  /// The notification center of the app whose code calls.
  open class func current() -> UNUserNotificationCenter {
    let process = AppProcess.callingOnPhone("UNUserNotificationCenter.current() was called")
    return process.process.resident(UNUserNotificationCenter.self) {
      UNUserNotificationCenter(process)
    }
  }

  /// Receives the user's responses. Set it before didFinishLaunching returns: otherwise, a response that
  /// launched the app is lost (NT6).
  open weak var delegate: (any UNUserNotificationCenterDelegate)? {
    didSet {
      system("delegate") { $0.delegateChanged(of: system.process, isSet: delegate != nil) }
    }
  }

  /// Whether the device supports content extensions, which are not simulated.
  open var supportsContentExtensions: Bool { false }

  // MARK: Permission

  /// Requests the user's permission. The user is asked once, while the app is in the foreground; with
  /// `provisional`, the permission is granted without a question (NT1, NT2).
  ///
  /// - Parameter completionHandler: called on a background queue.
  open func requestAuthorization(
    options: UNAuthorizationOptions = [],
    completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let exists = system.service.policy.exists
    system("requestAuthorization") {
      $0.request(options.plain, system.process) { isGranted in
        DispatchQueue.global().async {
          completionHandler(isGranted, exists ? nil : UNError(.notificationsNotAllowed))
        }
      }
    }
  }

  open nonisolated(nonsending) func requestAuthorization(options: UNAuthorizationOptions = [])
    async throws -> Bool
  {
    try await withCheckedThrowingContinuation { continuation in
      requestAuthorization(options: options) { isGranted, error in
        if let error {
          continuation.resume(throwing: error)
        } else {
          continuation.resume(returning: isGranted)
        }
      }
    }
  }

  /// Calls the handler with the app's settings, on a background queue.
  open func getNotificationSettings(
    completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void
  ) {
    // Sendable: from here on used on that queue only.
    nonisolated(unsafe) let settings = UNNotificationSettings(of: app, system.service)
    DispatchQueue.global().async { completionHandler(settings) }
  }

  open nonisolated(nonsending) func notificationSettings() async -> UNNotificationSettings {
    UNNotificationSettings(of: app, system.service)
  }

  // MARK: Categories

  /// Registers the categories of the app's notifications; replaces all earlier ones. Call it in every
  /// launch.
  open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
    system("setNotificationCategories") { $0.setCategories(categories.map(\.plain), of: app) }
  }

  /// Calls the handler with the registered categories, on a background queue.
  open func getNotificationCategories(
    completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
  ) {
    // Sendable: from here on used on that queue only.
    nonisolated(unsafe) let categories = registered
    DispatchQueue.global().async { completionHandler(categories) }
  }

  open nonisolated(nonsending) func notificationCategories() async -> Set<UNNotificationCategory> {
    registered
  }

  private var registered: Set<UNNotificationCategory> {
    Set(system.service.categories(of: app).map(UNNotificationCategory.make))
  }

  // MARK: Requests

  /// Schedules a notification, or delivers it at once without a trigger. It replaces a pending one with
  /// its identifier (NT3).
  ///
  /// - Parameter completionHandler: called on a background queue; with `UNError.notificationsNotAllowed`
  ///   if the user has not allowed notifications.
  open func add(
    _ request: UNNotificationRequest,
    withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    let failure = failure(of: request)
    guard let completionHandler else { return }
    DispatchQueue.global().async { completionHandler(failure.map(UNError.init)) }
  }

  open nonisolated(nonsending) func add(_ request: UNNotificationRequest) async throws {
    if let failure = failure(of: request) { throw UNError(failure) }
  }

  private func failure(of request: UNNotificationRequest) -> NotificationFailure? {
    failure(of: "add(_:)") { service throws(NotificationFailure) in
      try service.add(request.plain, of: app)
    }
  }

  /// Makes a call that the system can refuse. After the end of the process, it is not allowed.
  private func failure(
    of call: String, _ body: (NotificationService) throws(NotificationFailure) -> Void
  ) -> NotificationFailure? {
    do {
      let done: Void? = try system(call, body)
      return done == nil ? .notAllowed : nil
    } catch {
      return error
    }
  }

  /// Calls the handler with the requests that wait for their triggers, on a background queue.
  open func getPendingNotificationRequests(
    completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
  ) {
    // Sendable: from here on used on that queue only.
    nonisolated(unsafe) let requests = pending
    DispatchQueue.global().async { completionHandler(requests) }
  }

  open nonisolated(nonsending) func pendingNotificationRequests() async -> [UNNotificationRequest] {
    pending
  }

  private var pending: [UNNotificationRequest] {
    system.service.pending(of: app).map(UNNotificationRequest.init)
  }

  open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
    removePending(identifiers.contains)
  }

  open func removeAllPendingNotificationRequests() { removePending { _ in true } }

  private func removePending(_ isRemoved: (String) -> Bool) {
    system("removePendingNotificationRequests") { $0.removePending(of: app, isRemoved) }
  }

  // MARK: Delivered notifications

  /// Calls the handler with the notifications in Notification Center, on a background queue.
  open func getDeliveredNotifications(
    completionHandler: @escaping @Sendable ([UNNotification]) -> Void
  ) {
    // Sendable: from here on used on that queue only.
    nonisolated(unsafe) let notifications = delivered
    DispatchQueue.global().async { completionHandler(notifications) }
  }

  open nonisolated(nonsending) func deliveredNotifications() async -> [UNNotification] { delivered }

  private var delivered: [UNNotification] {
    system.service.delivered(of: app).map { UNNotification($0, system.service.clock) }
  }

  open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
    removeDelivered(identifiers.contains)
  }

  open func removeAllDeliveredNotifications() { removeDelivered { _ in true } }

  private func removeDelivered(_ isRemoved: (String) -> Bool) {
    system("removeDeliveredNotifications") { $0.removeDelivered(of: app, isRemoved) }
  }

  // MARK: Badge

  /// Sets the number on the app's icon; 0 removes it (NT4).
  ///
  /// - Parameter completionHandler: called on a background queue; with `UNError.notificationsNotAllowed`
  ///   if the user does not allow badges.
  open func setBadgeCount(
    _ newBadgeCount: Int,
    withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    let failure = badgeFailure(newBadgeCount)
    guard let completionHandler else { return }
    DispatchQueue.global().async { completionHandler(failure.map(UNError.init)) }
  }

  open nonisolated(nonsending) func setBadgeCount(_ newBadgeCount: Int) async throws {
    if let failure = badgeFailure(newBadgeCount) { throw UNError(failure) }
  }

  private func badgeFailure(_ number: Int) -> NotificationFailure? {
    SystemAPI.badgeCount.reportIfTooNew()
    return failure(of: "setBadgeCount") { service throws(NotificationFailure) in
      try service.setBadge(number, system.process)
    }
  }
}

/// Passes the system's events to the delegate of a center. The center keeps it.
private final class CenterReceiver: NotificationEventReceiver {
  weak var center: UNUserNotificationCenter?

  var hasDelegate: Bool { center?.delegate != nil }

  func willPresent(
    _ notification: DeliveredNotification, _ done: @escaping (NotificationShowing) -> Void
  ) {
    guard let center, let delegate = center.delegate else { return done([]) }
    // Sendable: called by this app, which runs one thing at a time.
    nonisolated(unsafe) let (system, done) = (center.system, done)
    delegate.userNotificationCenter(
      center, willPresent: UNNotification(notification, center.system.service.clock)
    ) { options in
      system.onMain { done(options.plain) }
    }
  }

  func didReceive(_ response: NotificationResponse, _ done: @escaping () -> Void) {
    guard let center, let delegate = center.delegate else { return done() }
    // Sendable: called by this app, which runs one thing at a time.
    nonisolated(unsafe) let (system, done) = (center.system, done)
    delegate.userNotificationCenter(
      center, didReceive: UNNotificationResponse.make(response, center.system.service.clock)
    ) {
      system.onMain(done)
    }
  }

  func openSettings(for notification: DeliveredNotification?) {
    guard let center else { return }
    center.delegate?.userNotificationCenter(
      center, openSettingsFor: notification.map { UNNotification($0, center.system.service.clock) })
  }
}
