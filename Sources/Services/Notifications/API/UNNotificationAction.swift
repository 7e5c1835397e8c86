internal import YobanSimulatedApple

/// The options of an action.
public struct UNNotificationActionOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The device must be unlocked.
  public static let authenticationRequired = Self(rawValue: 1 << 0)
  public static let destructive = Self(rawValue: 1 << 1)
  /// The app comes to the foreground.
  public static let foreground = Self(rawValue: 1 << 2)
}

/// The icon of an action, which is not shown here (iOS 15).
open class UNNotificationActionIcon: NSObject, NSCopying, NSSecureCoding {
  private let name: String
  private let isOfSystem: Bool

  private init(_ name: String, isOfSystem: Bool) {
    self.name = name
    self.isOfSystem = isOfSystem
    super.init()
  }

  public convenience init(templateImageName: String) {
    self.init(templateImageName, isOfSystem: false)
  }
  public convenience init(systemImageName: String) {
    self.init(systemImageName, isOfSystem: true)
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationActionIcon else { return false }
    return name == other.name && isOfSystem == other.isOfSystem
  }
  open override var hash: Int { name.hashValue }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let name = coder.text("name") else { return nil }
    self.name = name
    isOfSystem = coder.decodeBool(forKey: "isOfSystem")
    super.init()
  }

  open func encode(with coder: NSCoder) {
    coder.encode(name, "name")
    coder.encode(isOfSystem, forKey: "isOfSystem")
  }
}

/// A button of a notification.
open class UNNotificationAction: NSObject, NSCopying, NSSecureCoding {
  open private(set) var identifier: String
  open private(set) var title: String
  open private(set) var options: UNNotificationActionOptions
  /// The icon (iOS 15).
  open private(set) var icon: UNNotificationActionIcon?

  public init(identifier: String, title: String, options: UNNotificationActionOptions = []) {
    self.identifier = identifier
    self.title = title
    self.options = options
    icon = nil
    super.init()
  }

  public init(
    identifier: String, title: String, options: UNNotificationActionOptions = [],
    icon: UNNotificationActionIcon?
  ) {
    self.identifier = identifier
    self.title = title
    self.options = options
    self.icon = icon
    super.init()
    if icon != nil { SystemAPI.actionIcon.reportIfTooNew() }
  }

  var plain: NotificationAction {
    var action = NotificationAction(identifier, title: title)
    action.isForeground = options.contains(.foreground)
    action.needsUnlock = options.contains(.authenticationRequired)
    action.isDestructive = options.contains(.destructive)
    return action
  }

  static func make(_ action: NotificationAction) -> UNNotificationAction {
    var options: UNNotificationActionOptions = []
    if action.isForeground { options.insert(.foreground) }
    if action.needsUnlock { options.insert(.authenticationRequired) }
    if action.isDestructive { options.insert(.destructive) }
    return action.takesText
      ? UNTextInputNotificationAction(
        identifier: action.identifier, title: action.title, options: options,
        textInputButtonTitle: action.textButton, textInputPlaceholder: action.textPlaceholder)
      : UNNotificationAction(
        identifier: action.identifier, title: action.title, options: options)
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? UNNotificationAction)?.plain == plain
  }

  open override var hash: Int { identifier.hashValue }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let identifier = coder.text("identifier"), let title = coder.text("title") else {
      return nil
    }
    self.identifier = identifier
    self.title = title
    options = UNNotificationActionOptions(rawValue: UInt(coder.unsigned("options") ?? 0))
    icon = coder.object(UNNotificationActionIcon.self, "icon")
    super.init()
  }

  open func encode(with coder: NSCoder) {
    coder.encode(identifier, "identifier")
    coder.encode(title, "title")
    coder.encode(unsigned: UInt64(options.rawValue), "options")
    if let icon { coder.encode(icon, forKey: "icon") }
  }
}

/// A button after which the user types a text.
open class UNTextInputNotificationAction: UNNotificationAction {
  open private(set) var textInputButtonTitle: String
  open private(set) var textInputPlaceholder: String

  public init(
    identifier: String, title: String, options: UNNotificationActionOptions = [],
    textInputButtonTitle: String, textInputPlaceholder: String
  ) {
    self.textInputButtonTitle = textInputButtonTitle
    self.textInputPlaceholder = textInputPlaceholder
    super.init(identifier: identifier, title: title, options: options, icon: nil)
  }

  public init(
    identifier: String, title: String, options: UNNotificationActionOptions = [],
    icon: UNNotificationActionIcon?, textInputButtonTitle: String, textInputPlaceholder: String
  ) {
    self.textInputButtonTitle = textInputButtonTitle
    self.textInputPlaceholder = textInputPlaceholder
    super.init(identifier: identifier, title: title, options: options, icon: icon)
  }

  override var plain: NotificationAction {
    var action = super.plain
    action.takesText = true
    action.textButton = textInputButtonTitle
    action.textPlaceholder = textInputPlaceholder
    return action
  }

  public required init?(coder: NSCoder) {
    guard let button = coder.text("textInputButtonTitle"),
      let placeholder = coder.text("textInputPlaceholder")
    else { return nil }
    textInputButtonTitle = button
    textInputPlaceholder = placeholder
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(textInputButtonTitle, "textInputButtonTitle")
    coder.encode(textInputPlaceholder, "textInputPlaceholder")
  }
}
