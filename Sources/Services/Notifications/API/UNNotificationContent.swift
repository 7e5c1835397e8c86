internal import YobanSimulatedApple

/// The content of a notification. Apps create the mutable subclass.
open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying, NSSecureCoding {
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

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let content = NotificationContent(coder) else { return nil }
    plain = content
    super.init()
    info = coder.propertyList("userInfo") ?? [:]
    ownSound = coder.object(UNNotificationSound.self, "sound")
  }

  /// Encodes the content. A `userInfo` with other than property-list values and string keys is left out, and
  /// reported as a mistake.
  open func encode(with coder: NSCoder) {
    plain.encode(with: coder)
    if let ownSound { coder.encode(ownSound, forKey: "sound") }
    guard !info.isEmpty else { return }
    guard let list = info as? [String: Any] else {
      return coder.leaveOut("An archive lacks userInfo, because not all of its keys are strings.")
    }
    coder.encode(propertyList: list, "userInfo")
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
    set {
      SystemAPI.interruptionLevel.reportIfTooNew()
      plain.level = NotificationLevel(rawValue: newValue.rawValue) ?? .active
    }
  }
  open override var relevanceScore: Double {
    get { plain.relevance }
    set {
      SystemAPI.relevanceScore.reportIfTooNew()
      plain.relevance = newValue
    }
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
