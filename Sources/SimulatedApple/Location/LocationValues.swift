import Foundation
import VirtualTime

/// A position computed by the system.
public struct LocationFix: Sendable, Hashable {
  public var latitude: Double
  public var longitude: Double
  /// In meters.
  public var horizontalAccuracy: Double
  /// Meters per second; negative if unknown.
  public var speed: Double
  /// Degrees clockwise from north; negative if unknown.
  public var course: Double
  /// Meters above mean sea level.
  public var altitude: Double
  /// The time when the position was computed, possibly long before it is delivered (LOC5).
  public var instant: VirtualInstant

  public init(
    latitude: Double, longitude: Double, horizontalAccuracy: Double, speed: Double = 0,
    course: Double = -1, altitude: Double, instant: VirtualInstant
  ) {
    self.latitude = latitude
    self.longitude = longitude
    self.horizontalAccuracy = horizontalAccuracy
    self.speed = speed
    self.course = course
    self.altitude = altitude
    self.instant = instant
  }
}

/// A filter for beacons: by UUID only, by UUID and major, or by all three values.
public struct BeaconConstraint: Sendable, Hashable {
  public var uuid: UUID
  public var major: UInt16?
  /// Used only together with a major.
  public var minor: UInt16?

  public init(uuid: UUID, major: UInt16? = nil, minor: UInt16? = nil) {
    self.uuid = uuid
    self.major = major
    self.minor = minor
  }
}

/// A region that an app monitors: a `CLRegion`, or a condition of a `CLMonitor`.
public struct RegionDescription: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// A circle, in degrees, with a radius in meters.
    case circle(latitude: Double, longitude: Double, radius: Double)
    case beacon(BeaconConstraint)
  }

  public var identifier: String
  public var kind: Kind
  public var notifyOnEntry = true
  public var notifyOnExit = true
  /// Whether the state is delivered at each screen-on inside the region (BC6).
  public var notifyEntryStateOnDisplay = false

  public init(_ identifier: String, _ kind: Kind) {
    self.identifier = identifier
    self.kind = kind
  }

  /// Whether starting this region replaces the other one: both have the same type and identifier
  /// (BC2).
  public func replaces(_ other: RegionDescription) -> Bool {
    switch (kind, other.kind) {
    case (.circle, .circle), (.beacon, .beacon): identifier == other.identifier
    case (.circle, .beacon), (.beacon, .circle): false
    }
  }
}

/// `CLRegionState`.
public enum RegionState: Int, Sendable, Hashable {
  case unknown, inside, outside
}

/// `CLProximity`.
public enum BeaconProximity: Int, Sendable, Hashable {
  case unknown, immediate, near, far
}

/// A beacon in a ranging report (BC8).
public struct RangedBeacon: Sendable, Hashable {
  public var uuid: UUID
  public var major: UInt16
  public var minor: UInt16
  public var proximity: BeaconProximity
  /// The estimated distance in meters; negative if the beacon was not heard since the last report.
  public var accuracy: Double
  /// The average signal strength since the last report, in dBm; 0 if the beacon was not heard.
  public var rssi: Int
  public var instant: VirtualInstant

  public init(
    uuid: UUID, major: UInt16, minor: UInt16, proximity: BeaconProximity, accuracy: Double,
    rssi: Int, instant: VirtualInstant
  ) {
    self.uuid = uuid
    self.major = major
    self.minor = minor
    self.proximity = proximity
    self.accuracy = accuracy
    self.rssi = rssi
    self.instant = instant
  }
}

/// A place where the device stayed, as `CLVisit` has it (LOC7).
public struct Visit: Sendable, Hashable {
  public var latitude: Double
  public var longitude: Double
  /// In meters.
  public var horizontalAccuracy: Double
  public var arrival: VirtualInstant
  /// Nil while the device is still there (`Date.distantFuture`).
  public var departure: VirtualInstant?
}

/// The direction of the top of the device, in degrees clockwise from north.
public struct HeadingFix: Sendable, Hashable {
  public var magneticHeading: Double
  /// Negative if unknown.
  public var trueHeading: Double
  /// The maximum error of the magnetic heading in degrees (10, assumed); negative if not valid.
  public var accuracy: Double
  public var instant: VirtualInstant
}

extension HeadingFix {
  /// - Parameters:
  ///   - course: the direction of the device, in degrees clockwise from true north.
  ///   - declination: the angle of magnetic north west of true north, in degrees.
  ///   - isLocated: whether the app may know its location, which the true heading needs.
  init(course: Double, declination: Double, isLocated: Bool, instant: VirtualInstant) {
    self.init(
      magneticHeading: (course + declination).truncatingRemainder(dividingBy: 360),
      trueHeading: isLocated ? course : -1, accuracy: 10, instant: instant)
  }
}

/// The codes of `CLError` that the simulated system uses, with their raw values.
public enum LocationFailure: Int, Error, Sendable, Hashable {
  case locationUnknown = 0
  case denied = 1
  case regionMonitoringDenied = 4
  case regionMonitoringFailure = 5
  case rangingUnavailable = 16
  case rangingFailure = 17
  case promptDeclined = 18
}

/// The reasons why location is not delivered as requested (iOS 18); empty if there is no obstacle.
///
/// `CLLocationUpdate`, `CLMonitor.Event`, `CLServiceSession.Diagnostic` and
/// `CLBackgroundActivitySession.Diagnostic` each report a part of them.
public struct LocationDiagnostics: OptionSet, Sendable, Hashable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let authorizationDenied = Self(rawValue: 1 << 0)
  /// Location services are off for the whole device.
  public static let authorizationDeniedGlobally = Self(rawValue: 1 << 1)
  public static let authorizationRestricted = Self(rawValue: 1 << 2)
  /// The user is being asked.
  public static let authorizationRequestInProgress = Self(rawValue: 1 << 3)
  /// The app is not in use in the way that its authorization requires.
  public static let insufficientlyInUse = Self(rawValue: 1 << 4)
  /// The user allowed only an approximate location.
  public static let accuracyLimited = Self(rawValue: 1 << 5)
  public static let locationUnavailable = Self(rawValue: 1 << 6)
  /// The app requires a service session, and there is none (LOC9).
  public static let serviceSessionRequired = Self(rawValue: 1 << 7)
  public static let conditionUnsupported = Self(rawValue: 1 << 8)
  /// The monitor has more than 20 conditions (BC15).
  public static let conditionLimitExceeded = Self(rawValue: 1 << 9)
  public static let persistenceUnavailable = Self(rawValue: 1 << 10)
  /// A session requires Always authorization, and the app has less.
  public static let alwaysAuthorizationDenied = Self(rawValue: 1 << 11)
  /// A session requires full accuracy, and the app has less.
  public static let fullAccuracyDenied = Self(rawValue: 1 << 12)
}
