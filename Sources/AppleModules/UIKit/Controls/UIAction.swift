/// An element of a menu. There are no menus here; `UIAction` inherits from it.
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
