import Foundation
import VirtualTime

/// A position as the system computed it.
public struct LocationFix: Sendable, Hashable {
  public var latitude: Double
  public var longitude: Double
  /// Metres.
  public var horizontalAccuracy: Double
  /// Metres per second; negative if unknown.
  public var speed: Double
  /// Degrees clockwise from north; negative if unknown.
  public var course: Double
  /// Metres above mean sea level.
  public var altitude: Double
  /// When it was computed, which may be long before it is delivered (LOC5).
  public var instant: VirtualInstant

  public init(
    latitude: Double, longitude: Double, horizontalAccuracy: Double, speed: Double = 0,
    course: Double = -1, altitude: Double = 20, instant: VirtualInstant
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

/// Which beacons are meant: all of a UUID, or those with a major, or the one with both numbers.
public struct BeaconConstraint: Sendable, Hashable {
  public var uuid: UUID
  public var major: UInt16?
  /// Only together with a major.
  public var minor: UInt16?

  public init(uuid: UUID, major: UInt16? = nil, minor: UInt16? = nil) {
    self.uuid = uuid
    self.major = major
    self.minor = minor
  }
}

/// What an app asks the system to watch: a `CLRegion`, or a condition of a `CLMonitor`.
public struct RegionDescription: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// Degrees, and a radius in metres.
    case circle(latitude: Double, longitude: Double, radius: Double)
    case beacon(BeaconConstraint)
  }

  public var identifier: String
  public var kind: Kind
  public var notifyOnEntry = true
  public var notifyOnExit = true
  /// Tells the state at each screen-on inside (BC6).
  public var notifyEntryStateOnDisplay = false

  public init(_ identifier: String, _ kind: Kind) {
    self.identifier = identifier
    self.kind = kind
  }

  /// Whether starting one replaces the other: same type and identifier (BC2).
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

/// A beacon as ranging tells of it (BC8).
public struct RangedBeacon: Sendable, Hashable {
  public var uuid: UUID
  public var major: UInt16
  public var minor: UInt16
  public var proximity: BeaconProximity
  /// Metres; negative if it was not heard since the last report.
  public var accuracy: Double
  /// dBm, averaged since the last report; 0 if it was not heard.
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
  /// Metres.
  public var horizontalAccuracy: Double
  public var arrival: VirtualInstant
  /// Nil while the device is still there (`Date.distantFuture`).
  public var departure: VirtualInstant?
}

/// Where the top of the device points to, in degrees clockwise from north.
public struct HeadingFix: Sendable, Hashable {
  public var magneticHeading: Double
  /// Negative if unknown.
  public var trueHeading: Double
  /// Degrees that the magnetic heading may be off (10, assumed); negative if it is not valid.
  public var accuracy: Double
  public var instant: VirtualInstant
}

extension HeadingFix {
  /// - Parameters:
  ///   - course: where the device points to, degrees from true north.
  ///   - declination: how far the needle points west of it.
  ///   - isLocated: whether the app may know where it is, and so the declination.
  init(course: Double, declination: Double, isLocated: Bool, instant: VirtualInstant) {
    self.init(
      magneticHeading: (course + declination).truncatingRemainder(dividingBy: 360),
      trueHeading: isLocated ? course : -1, accuracy: 10, instant: instant)
  }
}

/// Why something failed: the codes of `CLError` that the simulated system uses, by number.
public enum LocationFailure: Int, Error, Sendable, Hashable {
  case locationUnknown = 0
  case denied = 1
  case regionMonitoringDenied = 4
  case regionMonitoringFailure = 5
  case rangingUnavailable = 16
  case rangingFailure = 17
  case promptDeclined = 18
}

/// Why location is not delivered as asked: the diagnostics of iOS 18, all false if all is well.
///
/// What `CLLocationUpdate`, `CLMonitor.Event`, `CLServiceSession.Diagnostic` and
/// `CLBackgroundActivitySession.Diagnostic` tell, each a part of it.
public struct LocationDiagnostics: OptionSet, Sendable, Hashable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let authorizationDenied = Self(rawValue: 1 << 0)
  /// Location services are off for the whole device.
  public static let authorizationDeniedGlobally = Self(rawValue: 1 << 1)
  public static let authorizationRestricted = Self(rawValue: 1 << 2)
  /// The user is being asked.
  public static let authorizationRequestInProgress = Self(rawValue: 1 << 3)
  /// The app is not in use as its authorization demands.
  public static let insufficientlyInUse = Self(rawValue: 1 << 4)
  /// The user gave an approximate location only.
  public static let accuracyLimited = Self(rawValue: 1 << 5)
  public static let locationUnavailable = Self(rawValue: 1 << 6)
  /// There is no service session, and the app demands one (LOC9).
  public static let serviceSessionRequired = Self(rawValue: 1 << 7)
  public static let conditionUnsupported = Self(rawValue: 1 << 8)
  /// More than 20 conditions (BC15).
  public static let conditionLimitExceeded = Self(rawValue: 1 << 9)
  public static let persistenceUnavailable = Self(rawValue: 1 << 10)
  /// A session that wants Always has less.
  public static let alwaysAuthorizationDenied = Self(rawValue: 1 << 11)
  /// A session that wants full accuracy has less.
  public static let fullAccuracyDenied = Self(rawValue: 1 << 12)
}
