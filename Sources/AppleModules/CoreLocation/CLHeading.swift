import Foundation

/// Microteslas.
public typealias CLHeadingComponentValue = Double

public let kCLHeadingFilterNone: CLLocationDegrees = -1

/// Which way up the device is held, for headings.
@nonexhaustive public enum CLDeviceOrientation: Int32, Sendable {
  case unknown = 0
  case portrait
  case portraitUpsideDown
  case landscapeLeft
  case landscapeRight
  case faceUp
  case faceDown
}

/// Which way the device points.
open class CLHeading: NSObject, NSCopying, NSSecureCoding {
  /// Degrees clockwise from magnetic north.
  open private(set) var magneticHeading: CLLocationDirection
  /// Degrees clockwise from true north; negative if the place is not known.
  open private(set) var trueHeading: CLLocationDirection
  /// Degrees; negative if the heading is invalid.
  open private(set) var headingAccuracy: CLLocationDirection
  /// The magnetic field along the device's axes.
  open private(set) var x: CLHeadingComponentValue
  open private(set) var y: CLHeadingComponentValue
  open private(set) var z: CLHeadingComponentValue
  open private(set) var timestamp: Date

  init(
    magnetic: CLLocationDirection, true trueHeading: CLLocationDirection,
    accuracy: CLLocationDirection, field: (x: Double, y: Double, z: Double), at timestamp: Date
  ) {
    magneticHeading = magnetic
    self.trueHeading = trueHeading
    headingAccuracy = accuracy
    (x, y, z) = field
    self.timestamp = timestamp
  }

  /// For subclasses that stand in for a heading in tests.
  public override init() {
    magneticHeading = 0
    trueHeading = -1
    headingAccuracy = -1
    (x, y, z) = (0, 0, 0)
    timestamp = Date()
  }

  /// Immutable, so a copy is the object itself.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let timestamp = coder.date("timestamp") else { return nil }
    self.timestamp = timestamp
    magneticHeading = coder.decodeDouble(forKey: "magneticHeading")
    trueHeading = coder.decodeDouble(forKey: "trueHeading")
    headingAccuracy = coder.decodeDouble(forKey: "headingAccuracy")
    x = coder.decodeDouble(forKey: "x")
    y = coder.decodeDouble(forKey: "y")
    z = coder.decodeDouble(forKey: "z")
  }

  open func encode(with coder: NSCoder) {
    coder.encode(timestamp, "timestamp")
    coder.encode(magneticHeading, forKey: "magneticHeading")
    coder.encode(trueHeading, forKey: "trueHeading")
    coder.encode(headingAccuracy, forKey: "headingAccuracy")
    coder.encode(x, forKey: "x")
    coder.encode(y, forKey: "y")
    coder.encode(z, forKey: "z")
  }
}
