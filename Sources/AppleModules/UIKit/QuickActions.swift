/// An action in the menu of the app's icon. No user of a simulated device opens this menu, so an action is never
/// performed.
open class UIApplicationShortcutItem: NSObject, NSCopying {
  open internal(set) var type: String
  open internal(set) var localizedTitle: String
  open internal(set) var localizedSubtitle: String?
  open internal(set) var icon: UIApplicationShortcutIcon?
  open internal(set) var userInfo: [String: any NSSecureCoding]?
  open internal(set) var targetContentIdentifier: Any?

  public convenience init(type: String, localizedTitle: String) {
    self.init(
      type: type, localizedTitle: localizedTitle, localizedSubtitle: nil, icon: nil, userInfo: nil)
  }

  public init(
    type: String, localizedTitle: String, localizedSubtitle: String?,
    icon: UIApplicationShortcutIcon?, userInfo: [String: any NSSecureCoding]? = nil
  ) {
    self.type = type
    self.localizedTitle = localizedTitle
    self.localizedSubtitle = localizedSubtitle
    self.icon = icon
    self.userInfo = userInfo
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The image of a quick action. Nothing is drawn.
open class UIApplicationShortcutIcon: NSObject {
  @nonexhaustive public enum IconType: Int, Sendable {
    case compose, play, pause, add, location, search, share, prohibit, contact, home, markLocation
    case favorite, love, cloud, invitation, confirmation, mail, message, date, time, capturePhoto
    case captureVideo, task, taskCompleted, alarm, bookmark, shuffle, audio, update
  }

  public convenience init(type: IconType) { self.init() }
  public convenience init(templateImageName: String) { self.init() }
  public convenience init(systemImageName: String) { self.init() }
}

extension UIApplication {
  /// The quick actions of the app. They are kept while the app runs.
  public var shortcutItems: [UIApplicationShortcutItem]? {
    get { ScreenSettings.current.shortcutItems }
    set { ScreenSettings.current.shortcutItems = newValue }
  }
}
