import Foundation

public typealias CLBeaconMajorValue = UInt16
public typealias CLBeaconMinorValue = UInt16

/// A set of beacons, given by UUID, major and minor number. An omitted number matches any.
///
/// Two constraints are equal if they match the same beacons. Sendable: immutable.
open class CLBeaconIdentityConstraint: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  public let uuid: UUID
  public let major: CLBeaconMajorValue?
  public let minor: CLBeaconMinorValue?

  init(_ uuid: UUID, _ major: CLBeaconMajorValue?, _ minor: CLBeaconMinorValue?) {
    self.uuid = uuid
    self.major = major
    self.minor = minor
  }

  public convenience init(uuid: UUID) { self.init(uuid, nil, nil) }
  public convenience init(uuid: UUID, major: CLBeaconMajorValue) { self.init(uuid, major, nil) }
  public convenience init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue) {
    self.init(uuid, major, minor)
  }

  public convenience init(UUID uuid: UUID) { self.init(uuid, nil, nil) }
  public convenience init(UUID uuid: UUID, major: CLBeaconMajorValue) {
    self.init(uuid, major, nil)
  }
  public convenience init(UUID uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue) {
    self.init(uuid, major, minor)
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CLBeaconIdentityConstraint else { return false }
    return uuid == other.uuid && major == other.major && minor == other.minor
  }

  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(uuid)
    hasher.combine(major)
    hasher.combine(minor)
    return hasher.finalize()
  }

  /// Returns the object itself, because it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let text = coder.text("uuid"), let uuid = UUID(uuidString: text) else { return nil }
    self.uuid = uuid
    major = coder.number("major")
    minor = coder.number("minor")
  }

  open func encode(with coder: NSCoder) {
    coder.encode(uuid.uuidString, "uuid")
    coder.encode(major, "major")
    coder.encode(minor, "minor")
  }
}
