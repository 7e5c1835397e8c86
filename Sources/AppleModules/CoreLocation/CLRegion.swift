import Foundation

/// An area whose borders the system can watch. Make one of the subclasses.
///
/// Two are equal if they are of one type and have the same identifier (BC2).
open class CLRegion: NSObject, NSCopying, NSSecureCoding {
  open private(set) var identifier: String
  /// Whether the app is told, and launched, when the device comes in. Default: true.
  open var notifyOnEntry = true
  /// Whether the app is told, and launched, when the device leaves. Default: true.
  open var notifyOnExit = true

  init(named identifier: String) { self.identifier = identifier }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CLRegion else { return false }
    return kind == other.kind && identifier == other.identifier
  }

  open override var hash: Int { identifier.hashValue }

  /// The type that counts for equality: a subclass of an app's own counts as what it is made of.
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

/// Where the device is in respect of a region.
@nonexhaustive public enum CLRegionState: Int, Sendable {
  /// Not determined yet, or not to be determined now.
  case unknown = 0
  case inside
  case outside
}
