public import UserNotifications

/// A group of actions of a notification, until iOS 10. Its actions are not kept.
@available(iOS, deprecated: 10.0, message: "Use UNNotificationCategory")
open class UIUserNotificationCategory: NSObject {
  open internal(set) var identifier: String?
}

/// The kinds of notifications that an app may show, until iOS 10.
@available(
  iOS, deprecated: 10.0, message: "Use the notification settings of UNUserNotificationCenter"
)
open class UIUserNotificationSettings: NSObject {
  open private(set) var types: UIUserNotificationType
  open private(set) var categories: Set<UIUserNotificationCategory>?

  public init(
    types typesForSettings: UIUserNotificationType, categories: Set<UIUserNotificationCategory>?
  ) {
    types = typesForSettings
    self.categories = categories
  }
}

@available(iOS, deprecated: 10.0, message: "Use UNAuthorizationOptions")
public struct UIUserNotificationType: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let badge = Self(rawValue: 1 << 0)
  public static let sound = Self(rawValue: 1 << 1)
  public static let alert = Self(rawValue: 1 << 2)
}

extension UIApplication {
  /// Asks the user for the permission, as `requestAuthorization(options:completionHandler:)` of the notification
  /// center does. The delegate is then notified with `application(_:didRegister:)`.
  @available(iOS, deprecated: 10.0, message: "Use requestAuthorization(options:completionHandler:)")
  public func registerUserNotificationSettings(_ notificationSettings: UIUserNotificationSettings) {
    nonisolated(unsafe) let settings = notificationSettings  // never changes
    var options: UNAuthorizationOptions = []
    if notificationSettings.types.contains(.badge) { options.insert(.badge) }
    if notificationSettings.types.contains(.sound) { options.insert(.sound) }
    if notificationSettings.types.contains(.alert) { options.insert(.alert) }
    UNUserNotificationCenter.current().requestAuthorization(options: options) { _, _ in
      Task { @MainActor in
        UIApplication.shared.delegate?.application(
          UIApplication.shared, didRegister: settings)
      }
    }
  }
}
