/// An element of a menu.
@preconcurrency @MainActor open class UIMenuElement: NSObject {
  public struct Attributes: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let disabled = Attributes(rawValue: 1 << 0)
    public static let destructive = Attributes(rawValue: 1 << 1)
    public static let hidden = Attributes(rawValue: 1 << 2)
  }

  @nonexhaustive public enum State: Int, Sendable {
    case off = 0
    case on = 1
    case mixed = 2
  }

  init(_ title: String) { storedTitle = title }

  var storedTitle: String
  open var title: String { storedTitle }
}

/// A menu of a button or a bar item. A test selects an action with `app.choose(_:in:)`.
@preconcurrency @MainActor open class UIMenu: UIMenuElement {
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  public struct Options: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let displayInline = Options(rawValue: 1 << 0)
    public static let destructive = Options(rawValue: 1 << 1)
    public static let singleSelection = Options(rawValue: 1 << 5)
  }

  open private(set) var children: [UIMenuElement]
  open private(set) var options: Options
  open private(set) var image: UIImage?
  open private(set) var identifier: Identifier

  public init(
    title: String = "", image: UIImage? = nil, identifier: Identifier? = nil,
    options: Options = [], children: [UIMenuElement] = []
  ) {
    self.children = children
    self.options = options
    self.image = image
    self.identifier = identifier ?? Identifier("com.apple.menu")
    super.init(title)
  }

  open func replacingChildren(_ newChildren: [UIMenuElement]) -> UIMenu {
    UIMenu(
      title: title, image: image, identifier: identifier, options: options, children: newChildren)
  }

  /// The actions that a user can select, also those of menus in it.
  var actions: [UIAction] {
    children.flatMap { child -> [UIAction] in
      switch child {
      case let menu as UIMenu: menu.actions
      case let action as UIAction where action.attributes.isDisjoint(with: [.disabled, .hidden]):
        [action]
      default: []
      }
    }
  }
}

public typealias UIActionHandler = (UIAction) -> Void

/// An action with a closure.
@preconcurrency @MainActor open class UIAction: UIMenuElement {
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  open private(set) var identifier: Identifier
  open override var title: String {
    get { storedTitle }
    set { storedTitle = newValue }
  }
  open var image: UIImage?
  open var discoverabilityTitle: String?
  open var attributes: UIMenuElement.Attributes
  open var state: UIMenuElement.State
  /// The object that performs the action.
  open private(set) var sender: Any?
  private let handler: UIActionHandler

  public init(
    title: String = "", image: UIImage? = nil, identifier: Identifier? = nil,
    discoverabilityTitle: String? = nil, attributes: UIMenuElement.Attributes = [],
    state: UIMenuElement.State = .off, handler: @escaping UIActionHandler
  ) {
    self.identifier = identifier ?? UniqueIdentifiers.next()
    self.image = image
    self.discoverabilityTitle = discoverabilityTitle
    self.attributes = attributes
    self.state = state
    self.handler = handler
    super.init(title)
  }

  func perform(sender: Any?) {
    self.sender = sender
    defer { self.sender = nil }
    handler(self)
  }
}

/// Counts the actions of an app that have no identifier of their own.
@MainActor private enum UniqueIdentifiers {
  private static var countOutsideOfApps = 0

  static func next() -> UIAction.Identifier {
    let application = ApplicationReceiver.current?.application
    application?.actions += 1
    if application == nil { countOutsideOfApps += 1 }
    return UIAction.Identifier(
      "com.apple.action.dynamic.\(application?.actions ?? countOutsideOfApps)")
  }
}
