import CoreLocation
package import YobanSimulatedApple

/// A request for a notification: its content, and the condition for its delivery.
open class UNNotificationRequest: NSObject, NSCopying {
  public let identifier: String
  public let content: UNNotificationContent
  /// Nil for a delivery at once.
  public let trigger: UNNotificationTrigger?

  /// - Parameter identifier: names the notification in the app. A request replaces a pending one and a
  ///   delivered one with the same identifier.
  public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
    self.identifier = identifier
    self.content = content.copy() as! UNNotificationContent
    self.trigger = trigger
    super.init()
  }

  convenience init(_ request: NotificationRequest) {
    self.init(
      identifier: request.identifier, content: UNNotificationContent(request.content),
      trigger: UNNotificationTrigger.make(request.trigger))
  }

  /// The request for the system. An app whose user info cannot be encoded is terminated, as on a device.
  var plain: NotificationRequest {
    guard let content = content.encoded else {
      AppProcess.raise(
        "NSInvalidArgumentException: the userInfo of the notification \(identifier) has a value that is no property-list value: use only strings, numbers, dates, data, arrays and dictionaries with string keys"
      )
    }
    return NotificationRequest(identifier, content, trigger?.plain ?? .now)
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationRequest else { return false }
    return identifier == other.identifier && content == other.content && trigger == other.trigger
  }

  open override var hash: Int { identifier.hashValue }
}

/// A notification that was delivered.
open class UNNotification: NSObject, NSCopying {
  /// The time of the delivery.
  public let date: Date
  public let request: UNNotificationRequest

  package init(_ notification: DeliveredNotification, _ clock: NotificationClock) {
    date = clock.date(notification.instant)
    request = UNNotificationRequest(notification.request)
    super.init()
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The action identifier of a tap on the notification.
public let UNNotificationDefaultActionIdentifier = NotificationAction.defaultIdentifier
/// The action identifier of a notification that the user dismissed.
public let UNNotificationDismissActionIdentifier = NotificationAction.dismissIdentifier

/// The user's reaction to a notification.
open class UNNotificationResponse: NSObject, NSCopying {
  public let notification: UNNotification
  /// The identifier of the chosen action, or one of the two constants for a tap and a dismissal.
  public let actionIdentifier: String

  fileprivate init(_ response: NotificationResponse, _ clock: NotificationClock) {
    notification = UNNotification(response.notification, clock)
    actionIdentifier = response.action
    super.init()
  }

  package static func make(_ response: NotificationResponse, _ clock: NotificationClock)
    -> UNNotificationResponse
  {
    if let text = response.text { return UNTextInputNotificationResponse(response, text, clock) }
    return UNNotificationResponse(response, clock)
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The reaction of a user who typed a text.
open class UNTextInputNotificationResponse: UNNotificationResponse {
  public let userText: String

  fileprivate init(_ response: NotificationResponse, _ text: String, _ clock: NotificationClock) {
    userText = text
    super.init(response, clock)
  }
}
