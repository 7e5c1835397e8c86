import Foundation

/// The distance range of a beacon.
@nonexhaustive public enum CLProximity: Int, Sendable {
  /// The beacon was not received in the last second.
  case unknown = 0
  case immediate
  case near
  case far
}

/// A beacon that ranging has found (BC8).
open class CLBeacon: NSObject, NSCopying, NSSecureCoding {
  open private(set) var uuid: UUID
  open private(set) var major: NSNumber
  open private(set) var minor: NSNumber
  open private(set) var proximity: CLProximity
  /// One standard deviation in meters; negative if the beacon was not received.
  open private(set) var accuracy: CLLocationAccuracy
  /// The average signal strength since the last report, in dBm; 0 if the beacon was not received.
  open private(set) var rssi: Int
  /// The time of the observation.
  open private(set) var timestamp: Date

  init(
    _ uuid: UUID, _ major: UInt16, _ minor: UInt16, proximity: CLProximity, accuracy: Double,
    rssi: Int, at timestamp: Date
  ) {
    self.uuid = uuid
    self.major = NSNumber(value: major)
    self.minor = NSNumber(value: minor)
    self.proximity = proximity
    self.accuracy = accuracy
    self.rssi = rssi
    self.timestamp = timestamp
  }

  /// For subclasses that replace a beacon in tests.
  public override init() {
    uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    major = 0
    minor = 0
    proximity = .unknown
    accuracy = -1
    rssi = 0
    timestamp = Date()
  }

  @available(*, deprecated, renamed: "uuid")
  open var proximityUUID: UUID { uuid }

  /// Returns the object itself, because it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let text = coder.text("uuid"), let uuid = UUID(uuidString: text),
      let major = coder.number("major"), let minor = coder.number("minor"),
      let proximity = CLProximity(rawValue: coder.decodeInteger(forKey: "proximity")),
      let timestamp = coder.date("timestamp")
    else { return nil }
    self.uuid = uuid
    self.major = NSNumber(value: major)
    self.minor = NSNumber(value: minor)
    self.proximity = proximity
    self.timestamp = timestamp
    accuracy = coder.decodeDouble(forKey: "accuracy")
    rssi = coder.decodeInteger(forKey: "rssi")
  }

  open func encode(with coder: NSCoder) {
    coder.encode(uuid.uuidString, "uuid")
    coder.encode(major.uint16Value, "major")
    coder.encode(minor.uint16Value, "minor")
    coder.encode(proximity.rawValue, forKey: "proximity")
    coder.encode(timestamp, "timestamp")
    coder.encode(accuracy, forKey: "accuracy")
    coder.encode(rssi, forKey: "rssi")
  }
}
