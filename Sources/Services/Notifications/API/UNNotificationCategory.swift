internal import YobanSimulatedApple

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
open class UNNotificationCategory: NSObject, NSCopying, NSSecureCoding {
  open private(set) var identifier: String
  open private(set) var actions: [UNNotificationAction]
  /// Stored without an effect; there is no Siri here.
  open private(set) var intentIdentifiers: [String]
  open private(set) var options: UNNotificationCategoryOptions
  /// The text in place of the body while previews are hidden (iOS 11).
  open private(set) var hiddenPreviewsBodyPlaceholder: String
  /// Stored without an effect; notifications have no summaries here (iOS 12).
  open private(set) var categorySummaryFormat: String

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

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let identifier = coder.text("identifier"),
      let actions = coder.list(of: UNNotificationAction.self, "actions"),
      let intents = coder.list(of: NSString.self, "intentIdentifiers")
    else { return nil }
    self.identifier = identifier
    self.actions = actions
    intentIdentifiers = intents.map { $0 as String }
    options = UNNotificationCategoryOptions(rawValue: UInt(coder.unsigned("options") ?? 0))
    hiddenPreviewsBodyPlaceholder = coder.text("hiddenPreviewsBodyPlaceholder") ?? ""
    categorySummaryFormat = coder.text("categorySummaryFormat") ?? ""
    super.init()
  }

  open func encode(with coder: NSCoder) {
    coder.encode(identifier, "identifier")
    coder.encode(actions, "actions")
    coder.encode(intentIdentifiers.map { $0 as NSString }, "intentIdentifiers")
    coder.encode(unsigned: UInt64(options.rawValue), "options")
    coder.encode(hiddenPreviewsBodyPlaceholder, "hiddenPreviewsBodyPlaceholder")
    coder.encode(categorySummaryFormat, "categorySummaryFormat")
  }
}
