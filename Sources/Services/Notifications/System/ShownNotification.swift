import YobanAppleSystem
import YobanSimulatedDevices
import YobanVirtualTime

/// A notification as the user sees it, in a banner, on the lock screen or in Notification Center.
public struct ShownNotification: Sendable, Hashable, CustomStringConvertible {
  /// The name of the app.
  public let app: String
  /// The identifier of the request.
  public let identifier: String
  /// The texts; while previews are hidden only those that the category shows (NT9).
  public let title: String
  public let subtitle: String
  public let body: String
  /// Where it was shown first.
  public let place: NotificationPlace
  /// The time of its delivery.
  public let instant: VirtualInstant
  /// The titles of its buttons.
  public let actions: [String]

  public var description: String {
    let texts = [title, subtitle, body].filter { !$0.isEmpty }.map { "\"\($0)\"" }
    let buttons = actions.isEmpty ? "" : " with \(actions.joined(separator: ", "))"
    return "\(identifier) of \(app): \(texts.joined(separator: ", "))\(buttons)"
  }
}

extension NotificationService {
  /// The notifications that the user can see, the newest first.
  ///
  /// Reading them takes no time, and is not an event of the trace.
  public var shown: [ShownNotification] { visible.map { shown($0.notification, $0.record) } }

  /// The notifications of one app that the user can see, the newest first.
  package func shown(of app: InstalledApp) -> [ShownNotification] {
    visible.filter { $0.record.app === app }.map { shown($0.notification, $0.record) }
  }

  /// The status that the app reads, such as `authorized`.
  package func permission(of app: InstalledApp) -> String {
    record(of: app).permission.status.rawValue
  }

  var visible: [(notification: DeliveredNotification, record: NotificationRecord)] {
    let all = records.flatMap { record in
      record.store.delivered.filter { $0.isVisible(at: now) }.map { ($0, record) }
    }
    // Notifications of the same time are in the order of their apps.
    return all.enumerated().sorted {
      ($0.element.0.instant, $0.offset) > ($1.element.0.instant, $1.offset)
    }.map(\.element)
  }

  private var hidesTexts: Bool {
    switch previews {
    case .always: false
    case .whenUnlocked: device.isLocked
    case .never: true
    }
  }

  func shown(_ notification: DeliveredNotification, _ record: NotificationRecord)
    -> ShownNotification
  {
    let content = notification.request.content
    let category = record.category(of: notification.request)
    let isHidden = hidesTexts
    let hiddenText = category?.hiddenText ?? ""
    let app = record.app.definition.name
    return ShownNotification(
      app: app, identifier: notification.request.identifier,
      title: isHidden && category?.showsTitleWhenHidden != true ? app : content.title,
      subtitle: isHidden && category?.showsSubtitleWhenHidden != true ? "" : content.subtitle,
      body: isHidden ? (hiddenText.isEmpty ? "Notification" : hiddenText) : content.body,
      place: notification.place, instant: notification.instant,
      actions: category?.actions.map(\.title) ?? [])
  }
}

extension InstalledApp {
  /// The notifications of the app that the user can see, the newest first.
  ///
  /// Reading them takes no time, and is not an event of the trace.
  public var shownNotifications: [ShownNotification] {
    onApple("notifications of UserNotifications", otherwise: []) {
      $0.notifications.shown(of: self)
    }
  }

  /// The status of notifications that the app reads, such as `authorized`.
  public var notificationPermission: String {
    onApple("a permission for notifications", otherwise: "notDetermined") {
      $0.notifications.permission(of: self)
    }
  }
}
