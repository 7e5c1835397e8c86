import Foundation

/// A magnetic field in microteslas.
public typealias CLHeadingComponentValue = Double

public let kCLHeadingFilterNone: CLLocationDegrees = -1

/// The physical orientation of the device, for headings.
@nonexhaustive public enum CLDeviceOrientation: Int32, Sendable {
  case unknown = 0
  case portrait
  case portraitUpsideDown
  case landscapeLeft
  case landscapeRight
  case faceUp
  case faceDown
}

/// The direction in which the device points.
open class CLHeading: NSObject, NSCopying, NSSecureCoding {
  /// Degrees clockwise from magnetic north.
  open private(set) var magneticHeading: CLLocationDirection
  /// Degrees clockwise from true north; negative if the location is unknown.
  open private(set) var trueHeading: CLLocationDirection
  /// The possible deviation in degrees; negative if the heading is invalid.
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

  /// For subclasses that replace a heading in tests.
  public override init() {
    magneticHeading = 0
    trueHeading = -1
    headingAccuracy = -1
    (x, y, z) = (0, 0, 0)
    timestamp = Date()
  }

  /// Returns the object itself, because it is immutable.
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
