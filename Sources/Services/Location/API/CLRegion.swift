import Foundation

/// An area that the system can monitor. Use one of the subclasses.
///
/// Two regions are equal if they have the same type and the same identifier (BC2).
open class CLRegion: NSObject, NSCopying, NSSecureCoding {
  open private(set) var identifier: String
  /// Whether the app is notified, and launched if needed, when the device enters. Default: true.
  open var notifyOnEntry = true
  /// Whether the app is notified, and launched if needed, when the device exits. Default: true.
  open var notifyOnExit = true

  init(named identifier: String) { self.identifier = identifier }

  /// A region without a place, which cannot be monitored.
  public override convenience init() { self.init(named: "") }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CLRegion else { return false }
    return kind == other.kind && identifier == other.identifier
  }

  open override var hash: Int { identifier.hashValue }

  /// The type that is compared for equality. A subclass defined by an app counts as the framework
  /// class that it inherits from.
  var kind: ObjectIdentifier { ObjectIdentifier(CLRegion.self) }

  open func copy(with zone: NSZone? = nil) -> Any { copyNotifying(CLRegion(named: identifier)) }

  func copyNotifying(_ copy: CLRegion) -> CLRegion {
    copy.notifyOnEntry = notifyOnEntry
    copy.notifyOnExit = notifyOnExit
    return copy
  }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let identifier = coder.text("identifier") else { return nil }
    self.identifier = identifier
    notifyOnEntry = coder.decodeBool(forKey: "notifyOnEntry")
    notifyOnExit = coder.decodeBool(forKey: "notifyOnExit")
  }

  open func encode(with coder: NSCoder) {
    coder.encode(identifier, "identifier")
    coder.encode(notifyOnEntry, forKey: "notifyOnEntry")
    coder.encode(notifyOnExit, forKey: "notifyOnExit")
  }
}

/// The position of the device relative to a region. Closed at Apple: a switch over its cases is complete.
@frozen public enum CLRegionState: Int, Sendable {
  /// The state is not determined yet, or cannot be determined now.
  case unknown = 0
  case inside
  case outside
}
