import YobanAppleSystem
import YobanSimulatedDevices

// The gestures of the user for notifications.
extension AppleDevice {
  /// Simulates a user who taps a notification, in a banner, on the lock screen or in Notification Center.
  ///
  /// ```swift
  /// try await phone.tapNotification("Recording stopped")
  /// ```
  ///
  /// The system unlocks the device, and brings the app to the foreground or launches it; then the app
  /// receives the response (NT6). Returns when the app has completed it, or when its process has ended.
  ///
  /// - Parameters:
  ///   - name: a text of the notification that is shown, or the identifier of its request. Of several
  ///     with the name, the newest is tapped.
  ///   - app: the app; nil for any.
  /// - Throws: `NotificationError`, which lists what is shown.
  public func tapNotification(_ name: String, of app: InstalledApp? = nil) async throws {
    let (notification, record) = try find(name, of: app)
    prepareTouch()
    post(
      .user(
        "taps the notification \"\(notification.request.label)\" of \(record.app.definition.name)"))
    var action = NotificationAction(NotificationAction.defaultIdentifier, title: "")
    action.isForeground = true
    await notifications.respond(action, text: nil, to: notification, record)
  }

  /// Simulates a user who opens a notification's buttons and taps one.
  ///
  /// The app comes to the foreground only if the action has the option `foreground`; otherwise it runs in
  /// the background, and is launched there if it does not run (NT7).
  ///
  /// - Parameters:
  ///   - name: a text of the notification that is shown, or the identifier of its request.
  ///   - title: the title of the button.
  ///   - text: the text that the user types, for a text input action.
  ///   - app: the app; nil for any.
  /// - Throws: `NotificationError`, which lists what is shown.
  public func tapNotification(
    _ name: String, action title: String, text: String? = nil, of app: InstalledApp? = nil
  ) async throws {
    let (notification, record) = try find(name, of: app)
    let actions = record.category(of: notification.request)?.actions ?? []
    guard let action = actions.first(where: { $0.title == title }) else {
      throw NotificationError(noAction: title, among: actions, notification, record)
    }
    guard action.takesText == (text != nil) else {
      throw NotificationError(text: text, for: action)
    }
    prepareTouch()
    let typed = text.map { " and types \"\($0)\"" } ?? ""
    post(
      .user(
        "taps \"\(title)\" of the notification \"\(notification.request.label)\" of \(record.app.definition.name)\(typed)"
      ))
    if action.needsUnlock, isLocked { unlock() }
    await notifications.respond(action, text: text, to: notification, record)
  }

  /// Simulates a user who dismisses a notification. The app is notified if the category has the option
  /// `customDismissAction` (NT7).
  ///
  /// - Throws: `NotificationError`, which lists what is shown.
  public func dismissNotification(_ name: String, of app: InstalledApp? = nil) async throws {
    let (notification, record) = try find(name, of: app)
    prepareTouch()
    post(
      .user(
        "dismisses the notification \"\(notification.request.label)\" of \(record.app.definition.name)"
      ))
    await notifications.dismiss(notification, record)
  }

  /// Simulates a user who clears all notifications of the device.
  public func clearNotifications() async {
    guard isUp else { return }
    prepareTouch()
    post(.user("clears the notifications"))
    for (notification, record) in notifications.visible {
      await notifications.dismiss(notification, record)
    }
  }

  /// Turns Allow Notifications on or off for an app, as the user does in Settings. An app that has not
  /// asked for permission gets alerts, badges and sounds.
  public func setNotifications(_ isOn: Bool, for app: InstalledApp) {
    post(.user("switches notifications \(isOn ? "on" : "off") for \(app.definition.name)"))
    notifications.change(app) { $0.switched(isOn) }
  }

  /// Turns kinds of notifications on or off for an app, as the user does in Settings: alerts, badges or
  /// sounds.
  public func setNotifications(
    _ kinds: NotificationOptions, _ isOn: Bool, for app: InstalledApp
  ) {
    post(.user("switches \(kinds.words) \(isOn ? "on" : "off") for \(app.definition.name)"))
    notifications.change(app) { $0.switched(kinds, isOn) }
  }

  /// Simulates a user who keeps the notifications of an app with provisional permission (NT2).
  ///
  /// - Parameter quietly: whether they still arrive only in Notification Center. Default: false.
  /// - Throws: `NotificationError` if no provisional notification of the app is shown.
  public func keepNotifications(of app: InstalledApp, quietly: Bool = false) throws {
    try requireProvisional(app)
    post(.user("keeps the notifications of \(app.definition.name)\(quietly ? " quiet" : "")"))
    notifications.change(app) { $0.keep(quietly: quietly) }
  }

  /// Simulates a user who turns the notifications of an app with provisional permission off (NT2).
  ///
  /// - Throws: `NotificationError` if no provisional notification of the app is shown.
  public func turnOffNotifications(of app: InstalledApp) throws {
    try requireProvisional(app)
    post(.user("turns the notifications of \(app.definition.name) off"))
    notifications.change(app) { $0.turnOff() }
  }

  /// Simulates a user who opens the notification settings of an app, from Settings or from one of its
  /// notifications. The app comes to the foreground, and its delegate is asked to show them.
  ///
  /// - Throws: `NotificationError` if the app did not ask for the option `providesAppNotificationSettings`.
  public func openNotificationSettings(of app: InstalledApp, from name: String? = nil) async throws
  {
    let record = notifications.record(of: app)
    guard record.permission.options.contains(.appSettings) else {
      throw NotificationError(
        description:
          "\(app.definition.name) has no notification settings of its own: it must request authorization with the option providesAppNotificationSettings."
      )
    }
    let notification = try name.map { try find($0, of: app).0 }
    prepareTouch()
    post(.user("opens the notification settings of \(app.definition.name)"))
    await notifications.comeToFront(for: .settings(notification), record)
  }

  // MARK: Support

  /// The user touches the screen, which is lit first.
  private func prepareTouch() {
    userComes()
    if !isScreenOn { wakeScreen() }
  }

  private func find(_ name: String, of app: InstalledApp?) throws -> (
    DeliveredNotification, NotificationRecord
  ) {
    guard isUp else {
      throw NotificationError(description: "\(self.name) is off: it shows no notifications.")
    }
    let found = notifications.visible.first { notification, record in
      guard app == nil || record.app === app else { return false }
      let shown = notifications.shown(notification, record)
      return [shown.identifier, shown.title, shown.subtitle, shown.body].contains(name)
    }
    guard let found else { throw NotificationError(missing: name, of: app, on: self) }
    return (found.notification, found.record)
  }

  private func requireProvisional(_ app: InstalledApp) throws {
    let status = notifications.record(of: app).permission.status
    guard status == .provisional else {
      throw NotificationError(
        description:
          "The notifications of \(app.definition.name) are \(status.rawValue): the user is asked to keep them or to turn them off only while they are provisional. Use setNotifications(_:for:) for Settings."
      )
    }
    guard !notifications.shown(of: app).isEmpty else {
      throw NotificationError(
        description:
          "No notification of \(app.definition.name) is shown: the user is asked to keep or to turn off provisional notifications below one of them."
      )
    }
  }
}

/// An error: a test touches a notification that is not shown. The description lists what is.
public struct NotificationError: Error, Hashable, CustomStringConvertible {
  public let description: String

  init(description: String) { self.description = description }

  init(missing name: String, of app: InstalledApp?, on device: AppleDevice) {
    let shown = app.map { device.notifications.shown(of: $0) } ?? device.notifications.shown
    let whose = app.map { " of \($0.definition.name)" } ?? ""
    var text = "No notification\(whose) named \"\(name)\" is shown on \(device.name). "
    text +=
      shown.isEmpty
      ? "None is shown." : "Shown are: \(shown.map(\.description).joined(separator: "; "))."
    let refused = device.apps.filter { app == nil || $0 === app }.filter {
      let status = device.notifications.permission(of: $0)
      return status == "denied" || status == "notDetermined"
    }
    for app in refused {
      let status = device.notifications.permission(of: app)
      text +=
        status == "denied"
        ? " \(app.definition.name) has no permission, because the user refused it."
        : " \(app.definition.name) has no permission, because it has not asked for it, or the user has not answered."
    }
    description = text
  }

  init(
    noAction title: String, among actions: [NotificationAction],
    _ notification: DeliveredNotification, _ record: NotificationRecord
  ) {
    let category = notification.request.content.category
    if !actions.isEmpty {
      let titles = actions.map { "\"\($0.title)\"" }.joined(separator: ", ")
      description = "The notification has no button \"\(title)\"; it has \(titles)."
    } else if category.isEmpty {
      description =
        "The notification has no button \"\(title)\", because its content has no categoryIdentifier."
    } else {
      description =
        "The notification has no button \"\(title)\", because \(record.app.definition.name) has not registered a category \(category) with actions: call setNotificationCategories(_:) at launch."
    }
  }

  init(text: String?, for action: NotificationAction) {
    description =
      text == nil
      ? "\"\(action.title)\" takes a text: pass what the user types as text."
      : "\"\(action.title)\" takes no text: it is no UNTextInputNotificationAction."
  }
}

extension NotificationService {
  /// The user dismisses a notification.
  func dismiss(_ notification: DeliveredNotification, _ record: NotificationRecord) async {
    guard record.category(of: notification.request)?.reportsDismissal == true else {
      let identifier = notification.request.identifier
      return record.store.removeDelivered { $0.request.identifier == identifier }
    }
    let action = NotificationAction(NotificationAction.dismissIdentifier, title: "")
    await respond(action, text: nil, to: notification, record)
  }
}

extension NotificationRequest {
  /// The text by which the user names the notification.
  fileprivate var label: String { content.name.isEmpty ? identifier : content.name }
}
