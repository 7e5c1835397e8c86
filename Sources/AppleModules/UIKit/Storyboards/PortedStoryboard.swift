/// A compiled storyboard. `YobanPort` writes one conforming type for each storyboard of a module, with
/// the name that `PortedStoryboardNames` gives it. The type is a class, because only classes are found by
/// their names. It is looked up in every launch, so nothing has to be registered.
public protocol PortedStoryboard: AnyObject {
  /// The identifier of the initial view controller.
  static var initialScene: String? { get }
  static var scenes: [PortedStoryboardScene] { get }
}

/// A compiled nib. `YobanPort` writes one conforming type for each xib file, with the name that
/// `PortedStoryboardNames` gives it.
public protocol PortedNib: AnyObject {
  /// The file's owner, and the objects at the top.
  static var objects: [PortedStoryboardObject] { get }
}

/// A view controller of a storyboard, and the other objects beside it.
public struct PortedStoryboardScene: Sendable {
  public let objects: [PortedStoryboardObject]

  public init(_ objects: [PortedStoryboardObject]) { self.objects = objects }

  var controller: PortedStoryboardObject? {
    objects.first { $0.element.hasSuffix("iewController") || $0.element.hasSuffix("Controller") }
  }
}

/// An object of a storyboard, with the words of its XML file.
public struct PortedStoryboardObject: Sendable {
  /// The element, such as `button`.
  public let element: String
  public let identifier: String
  /// The name of the app's class; nil for a class of UIKit.
  public let customClass: String?
  /// The module of the class; nil for the module that contains the storyboard.
  public let customModule: String?
  /// The attributes, such as `tag`, and the values of child elements, such as `title.normal`.
  public let values: [String: String]
  public let connections: [PortedStoryboardConnection]
  public let children: [PortedStoryboardObject]

  public init(
    _ element: String, _ identifier: String, customClass: String? = nil,
    customModule: String? = nil, _ values: [String: String] = [:],
    connections: [PortedStoryboardConnection] = [], children: [PortedStoryboardObject] = []
  ) {
    self.element = element
    self.identifier = identifier
    self.customClass = customClass
    self.customModule = customModule
    self.values = values
    self.connections = connections
    self.children = children
  }
}

/// A connection from an object of a storyboard to another one.
@frozen public enum PortedStoryboardConnection: Sendable {
  case outlet(property: String, destination: String)
  case collection(property: String, destination: String)
  /// The event is nil for an object that has only one action.
  case action(selector: String, destination: String, event: String?)
  /// The kind is such as `show`, `presentation` or `relationship`.
  case segue(kind: String, identifier: String?, relationship: String?, destination: String)
}

/// The names of the types of compiled storyboards.
@frozen public enum PortedStoryboardNames {
  /// The name of a storyboard as a part of an identifier: every other character becomes an underscore.
  public static func identifier(_ name: String) -> String {
    String(name.unicodeScalars.map { $0.properties.isXIDContinue ? Character($0) : "_" })
  }
}
