import CoreLocation
internal import YobanSimulatedApple

/// The condition for the delivery of a notification. Apps create one of the subclasses.
open class UNNotificationTrigger: NSObject, NSCopying, NSSecureCoding {
  /// Whether the notification is delivered each time that the condition is met.
  open private(set) var repeats: Bool

  fileprivate init(repeats: Bool) {
    self.repeats = repeats
    super.init()
  }

  var plain: NotificationTrigger { .now }

  static func make(_ trigger: NotificationTrigger) -> UNNotificationTrigger? {
    switch trigger {
    case .now: nil
    case .interval(let seconds, let repeats):
      UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: repeats)
    case .calendar(let components, let repeats):
      UNCalendarNotificationTrigger(dateMatching: components, repeats: repeats)
    case .region(let region, let repeats):
      UNLocationNotificationTrigger(region: CLRegion.make(region), repeats: repeats)
    }
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationTrigger, type(of: other) == type(of: self) else {
      return false
    }
    return plain == other.plain
  }

  open override var hash: Int { plain.hashValue }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    repeats = coder.decodeBool(forKey: "repeats")
    super.init()
  }

  open func encode(with coder: NSCoder) { coder.encode(repeats, forKey: "repeats") }
}

/// A delivery after some time.
open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger {
  /// The interval in seconds, as the app gave it.
  open private(set) var timeInterval: TimeInterval

  /// An interval of 0 or less, and one of less than 60 s that repeats, raises an exception, which
  /// terminates the app (NT3).
  ///
  /// - Parameter timeInterval: seconds.
  public init(timeInterval: TimeInterval, repeats: Bool) {
    if !(timeInterval > 0) {
      AppProcess.raiseInconsistency("time interval must be greater than 0")
    }
    if repeats, timeInterval < 60 {
      AppProcess.raiseInconsistency("time interval must be at least 60 if repeating")
    }
    self.timeInterval = timeInterval
    super.init(repeats: repeats)
  }

  override var plain: NotificationTrigger { .interval(timeInterval, repeats: repeats) }

  /// The time at which the notification would be delivered if it were added now.
  open func nextTriggerDate() -> Date? { Date(timeIntervalSinceNow: timeInterval) }

  public required init?(coder: NSCoder) {
    timeInterval = coder.decodeDouble(forKey: "timeInterval")
    super.init(coder: coder)
    guard timeInterval > 0, !repeats || timeInterval >= 60 else { return nil }
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(timeInterval, forKey: "timeInterval")
  }
}

/// A delivery at dates that match some components.
open class UNCalendarNotificationTrigger: UNNotificationTrigger {
  open private(set) var dateComponents: DateComponents

  public init(dateMatching dateComponents: DateComponents, repeats: Bool) {
    self.dateComponents = dateComponents
    super.init(repeats: repeats)
  }

  override var plain: NotificationTrigger {
    var components = dateComponents
    // The system computes the dates outside of the app's process, with the device's time zone.
    if components.timeZone == .autoupdatingCurrent { components.timeZone = nil }
    return .calendar(components, repeats: repeats)
  }

  /// The next date that matches; nil if there is none.
  open func nextTriggerDate() -> Date? {
    let clock = UNUserNotificationCenter.current().system.service.clock
    return clock.next(of: dateComponents, after: Date())
  }

  public required init?(coder: NSCoder) {
    guard let components = coder.object(NSDateComponents.self, "dateComponents") else { return nil }
    dateComponents = components as DateComponents
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(dateComponents as NSDateComponents, forKey: "dateComponents")
  }
}

/// A delivery at the entry into a region, or at the exit. The app needs the user's permission for its
/// location.
open class UNLocationNotificationTrigger: UNNotificationTrigger {
  open private(set) var region: CLRegion

  public init(region: CLRegion, repeats: Bool) {
    self.region = region
    super.init(repeats: repeats)
  }

  override var plain: NotificationTrigger {
    region.plain.map { .region($0, repeats: repeats) } ?? .now
  }

  public required init?(coder: NSCoder) {
    guard let region = coder.object(CLRegion.self, "region") else { return nil }
    self.region = region
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(region, forKey: "region")
  }
}

/// The trigger of a push. Pushes are not delivered through this module, so there are no such triggers.
open class UNPushNotificationTrigger: UNNotificationTrigger {}
