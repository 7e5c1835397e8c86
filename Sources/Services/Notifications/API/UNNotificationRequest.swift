import CoreLocation
package import YobanSimulatedApple

/// A request for a notification: its content, and the condition for its delivery.
open class UNNotificationRequest: NSObject, NSCopying, NSSecureCoding {
  open private(set) var identifier: String
  open private(set) var content: UNNotificationContent
  /// Nil for a delivery at once.
  open private(set) var trigger: UNNotificationTrigger?

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

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let identifier = coder.text("identifier"),
      let content = coder.object(UNNotificationContent.self, "content")
    else { return nil }
    self.identifier = identifier
    self.content = content
    trigger = coder.object(UNNotificationTrigger.self, "trigger")
    super.init()
  }

  open func encode(with coder: NSCoder) {
    coder.encode(identifier, "identifier")
    coder.encode(content, forKey: "content")
    if let trigger { coder.encode(trigger, forKey: "trigger") }
  }
}

/// A notification that was delivered.
open class UNNotification: NSObject, NSCopying, NSSecureCoding {
  /// The time of the delivery.
  open private(set) var date: Date
  open private(set) var request: UNNotificationRequest

  package init(_ notification: DeliveredNotification, _ clock: NotificationClock) {
    date = clock.date(notification.instant)
    request = UNNotificationRequest(notification.request)
    super.init()
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let date = coder.date("date"),
      let request = coder.object(UNNotificationRequest.self, "request")
    else { return nil }
    self.date = date
    self.request = request
    super.init()
  }

  open func encode(with coder: NSCoder) {
    coder.encode(date, "date")
    coder.encode(request, forKey: "request")
  }
}

/// The action identifier of a tap on the notification.
public let UNNotificationDefaultActionIdentifier = NotificationAction.defaultIdentifier
/// The action identifier of a notification that the user dismissed.
public let UNNotificationDismissActionIdentifier = NotificationAction.dismissIdentifier

/// The user's reaction to a notification.
open class UNNotificationResponse: NSObject, NSCopying, NSSecureCoding {
  open private(set) var notification: UNNotification
  /// The identifier of the chosen action, or one of the two constants for a tap and a dismissal.
  open private(set) var actionIdentifier: String

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

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let notification = coder.object(UNNotification.self, "notification"),
      let action = coder.text("actionIdentifier")
    else { return nil }
    self.notification = notification
    actionIdentifier = action
    super.init()
  }

  open func encode(with coder: NSCoder) {
    coder.encode(notification, forKey: "notification")
    coder.encode(actionIdentifier, "actionIdentifier")
  }
}

/// The reaction of a user who typed a text.
open class UNTextInputNotificationResponse: UNNotificationResponse {
  open private(set) var userText: String

  fileprivate init(_ response: NotificationResponse, _ text: String, _ clock: NotificationClock) {
    userText = text
    super.init(response, clock)
  }

  public required init?(coder: NSCoder) {
    guard let text = coder.text("userText") else { return nil }
    userText = text
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(userText, "userText")
  }
}
