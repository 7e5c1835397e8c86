internal import YobanSimulatedApple

/// The content of a notification. Apps create the mutable subclass.
open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying {
  fileprivate(set) var plain: NotificationContent
  fileprivate var info: [AnyHashable: Any] = [:]
  fileprivate var ownSound: UNNotificationSound?

  public override init() {
    plain = NotificationContent()
    super.init()
  }

  init(_ content: NotificationContent) {
    plain = content
    super.init()
    ownSound = content.sound.map(UNNotificationSound.init)
    if let data = content.userInfo {
      let list = try? PropertyListSerialization.propertyList(from: data, options: [], format: nil)
      info = list as? [String: Any] ?? [:]
    }
  }

  open var title: String { plain.title }
  open var subtitle: String { plain.subtitle }
  /// The text; the one that the user reads first if there is no title.
  open var body: String { plain.body }
  /// The number for the app's icon; nil leaves the icon as it is, 0 removes the number.
  open var badge: NSNumber? { plain.badge.map { NSNumber(value: $0) } }
  open var sound: UNNotificationSound? { ownSound }
  /// Data of the app, which must be property-list values.
  open var userInfo: [AnyHashable: Any] { info }
  open var categoryIdentifier: String { plain.category }
  open var threadIdentifier: String { plain.thread }
  /// The importance (iOS 15). An older simulated system takes every level as `active` (NT8).
  open var interruptionLevel: UNNotificationInterruptionLevel {
    UNNotificationInterruptionLevel(rawValue: plain.level.rawValue) ?? .active
  }
  /// From 0 to 1. Stored; the order of notifications does not depend on it here.
  open var relevanceScore: Double { plain.relevance }

  open func copy(with zone: NSZone? = nil) -> Any { replica(UNNotificationContent()) }
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    replica(UNMutableNotificationContent())
  }

  private func replica<Content: UNNotificationContent>(_ content: Content) -> Content {
    (content.plain, content.info, content.ownSound) = (plain, info, ownSound)
    return content
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationContent else { return false }
    return plain == other.plain
      && NSDictionary(dictionary: info) == NSDictionary(dictionary: other.info)
  }

  open override var hash: Int { plain.hashValue }

  /// The content for the system; nil if the user info cannot be encoded.
  var encoded: NotificationContent? {
    var content = plain
    guard !info.isEmpty else { return content }
    guard let list = info as? [String: Any],
      PropertyListSerialization.propertyList(list, isValidFor: .binary)
    else { return nil }
    content.userInfo = try? PropertyListSerialization.data(
      fromPropertyList: list, format: .binary, options: 0)
    return content.userInfo == nil ? nil : content
  }
}

/// A content that an app fills in.
open class UNMutableNotificationContent: UNNotificationContent {
  open override var title: String {
    get { plain.title }
    set { plain.title = newValue }
  }
  open override var subtitle: String {
    get { plain.subtitle }
    set { plain.subtitle = newValue }
  }
  open override var body: String {
    get { plain.body }
    set { plain.body = newValue }
  }
  open override var badge: NSNumber? {
    get { super.badge }
    set { plain.badge = newValue?.intValue }
  }
  open override var sound: UNNotificationSound? {
    get { ownSound }
    set {
      ownSound = newValue
      plain.sound = newValue?.name
    }
  }
  open override var userInfo: [AnyHashable: Any] {
    get { info }
    set { info = newValue }
  }
  open override var categoryIdentifier: String {
    get { plain.category }
    set { plain.category = newValue }
  }
  open override var threadIdentifier: String {
    get { plain.thread }
    set { plain.thread = newValue }
  }
  open override var interruptionLevel: UNNotificationInterruptionLevel {
    get { super.interruptionLevel }
    set { plain.level = NotificationLevel(rawValue: newValue.rawValue) ?? .active }
  }
  open override var relevanceScore: Double {
    get { plain.relevance }
    set { plain.relevance = newValue }
  }
}

/// The importance of a notification (iOS 15, NT8).
@nonexhaustive public enum UNNotificationInterruptionLevel: UInt, Sendable {
  /// Is added to the list without a sound and without lighting the screen.
  case passive = 0
  case active = 1
  /// Breaks through a Focus, with the entitlement for time-sensitive notifications.
  case timeSensitive = 2
  /// Needs an entitlement of Apple; here it counts as time-sensitive.
  case critical = 3
}

/// The sound of a notification. Nothing is played.
open class UNNotificationSound: NSObject, NSCopying {
  let name: String

  init(_ name: String) {
    self.name = name
    super.init()
  }

  public convenience init(named name: UNNotificationSoundName) { self.init(name.rawValue) }

  open class var `default`: UNNotificationSound { UNNotificationSound("default") }
  /// The sound of critical alerts (iOS 12).
  open class var defaultCritical: UNNotificationSound { UNNotificationSound("default critical") }
  /// - Parameter volume: from 0 to 1; without an effect here.
  open class func defaultCriticalSound(withAudioVolume volume: Float) -> UNNotificationSound {
    UNNotificationSound("default critical")
  }
  open class func criticalSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
    UNNotificationSound(name.rawValue)
  }
  /// - Parameter volume: from 0 to 1; without an effect here.
  open class func criticalSoundNamed(_ name: UNNotificationSoundName, withAudioVolume volume: Float)
    -> UNNotificationSound
  {
    UNNotificationSound(name.rawValue)
  }
  /// The ringtone of calls (iOS 15.2).
  open class var defaultRingtone: UNNotificationSound { UNNotificationSound("default ringtone") }
  open class func ringtoneSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
    UNNotificationSound(name.rawValue)
  }

  open func copy(with zone: NSZone? = nil) -> Any { UNNotificationSound(name) }
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? UNNotificationSound)?.name == name
  }
  open override var hash: Int { name.hashValue }
}

/// The file name of a sound.
public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.init(rawValue: rawValue) }
}
