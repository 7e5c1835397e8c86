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
open class UNNotificationActionIcon: NSObject, NSCopying {
  public convenience init(templateImageName: String) { self.init() }
  public convenience init(systemImageName: String) { self.init() }
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A button of a notification.
open class UNNotificationAction: NSObject, NSCopying {
  public let identifier: String
  public let title: String
  public let options: UNNotificationActionOptions
  /// The icon (iOS 15).
  public let icon: UNNotificationActionIcon?

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
}

/// A button after which the user types a text.
open class UNTextInputNotificationAction: UNNotificationAction {
  public let textInputButtonTitle: String
  public let textInputPlaceholder: String

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
}

/// The options of a category.
public struct UNNotificationCategoryOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The delegate is notified when the user dismisses a notification.
  public static let customDismissAction = Self(rawValue: 1 << 0)
  /// There is no CarPlay here.
  public static let allowInCarPlay = Self(rawValue: 1 << 1)
  /// The title is shown while previews are hidden (iOS 11).
  public static let hiddenPreviewsShowTitle = Self(rawValue: 1 << 2)
  /// The subtitle is shown while previews are hidden (iOS 11).
  public static let hiddenPreviewsShowSubtitle = Self(rawValue: 1 << 3)
}

/// The buttons of the notifications with its identifier.
open class UNNotificationCategory: NSObject, NSCopying {
  public let identifier: String
  public let actions: [UNNotificationAction]
  /// Stored without an effect; there is no Siri here.
  public let intentIdentifiers: [String]
  public let options: UNNotificationCategoryOptions
  /// The text in place of the body while previews are hidden (iOS 11).
  public let hiddenPreviewsBodyPlaceholder: String
  /// Stored without an effect; notifications have no summaries here (iOS 12).
  public let categorySummaryFormat: String

  public init(
    identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
    hiddenPreviewsBodyPlaceholder: String?, categorySummaryFormat: String?,
    options: UNNotificationCategoryOptions = []
  ) {
    self.identifier = identifier
    self.actions = actions
    self.intentIdentifiers = intentIdentifiers
    self.options = options
    self.hiddenPreviewsBodyPlaceholder = hiddenPreviewsBodyPlaceholder ?? ""
    self.categorySummaryFormat = categorySummaryFormat ?? ""
    super.init()
  }

  public convenience init(
    identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
    options: UNNotificationCategoryOptions = []
  ) {
    self.init(
      identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers,
      hiddenPreviewsBodyPlaceholder: nil, categorySummaryFormat: nil, options: options)
  }

  public convenience init(
    identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
    hiddenPreviewsBodyPlaceholder: String, options: UNNotificationCategoryOptions = []
  ) {
    self.init(
      identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers,
      hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder, categorySummaryFormat: nil,
      options: options)
  }

  var plain: NotificationCategory {
    var category = NotificationCategory(identifier)
    category.actions = actions.map(\.plain)
    category.reportsDismissal = options.contains(.customDismissAction)
    category.hiddenText = hiddenPreviewsBodyPlaceholder
    category.showsTitleWhenHidden = options.contains(.hiddenPreviewsShowTitle)
    category.showsSubtitleWhenHidden = options.contains(.hiddenPreviewsShowSubtitle)
    category.otherOptions = options.contains(.allowInCarPlay) ? [.carPlay] : []
    category.intents = intentIdentifiers
    category.summaryFormat = categorySummaryFormat
    return category
  }

  static func make(_ category: NotificationCategory) -> UNNotificationCategory {
    var options: UNNotificationCategoryOptions = []
    if category.reportsDismissal { options.insert(.customDismissAction) }
    if category.showsTitleWhenHidden { options.insert(.hiddenPreviewsShowTitle) }
    if category.showsSubtitleWhenHidden { options.insert(.hiddenPreviewsShowSubtitle) }
    if category.otherOptions.contains(.carPlay) { options.insert(.allowInCarPlay) }
    return UNNotificationCategory(
      identifier: category.identifier, actions: category.actions.map(UNNotificationAction.make),
      intentIdentifiers: category.intents, hiddenPreviewsBodyPlaceholder: category.hiddenText,
      categorySummaryFormat: category.summaryFormat, options: options)
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? UNNotificationCategory)?.plain == plain
  }

  open override var hash: Int { identifier.hashValue }
}
