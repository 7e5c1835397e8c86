import Foundation
import YobanAppleSystem
import YobanVirtualTime

/// A position computed by the system.
package struct LocationFix: Sendable, Hashable {
  package var latitude: Double
  package var longitude: Double
  /// In meters.
  package var horizontalAccuracy: Double
  /// Meters per second; negative if unknown.
  package var speed: Double
  /// Degrees clockwise from north; negative if unknown.
  package var course: Double
  /// Meters above mean sea level.
  package var altitude: Double
  /// The time when the position was computed, possibly long before it is delivered (LOC5).
  package var instant: VirtualInstant

  package init(
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
package struct BeaconConstraint: Sendable, Hashable {
  package var uuid: UUID
  package var major: UInt16?
  /// Used only together with a major.
  package var minor: UInt16?

  package init(uuid: UUID, major: UInt16? = nil, minor: UInt16? = nil) {
    self.uuid = uuid
    self.major = major
    self.minor = minor
  }
}

/// A region that an app monitors: a `CLRegion`, or a condition of a `CLMonitor`.
package struct RegionDescription: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// A circle, in degrees, with a radius in meters.
    case circle(latitude: Double, longitude: Double, radius: Double)
    case beacon(BeaconConstraint)
  }

  package var identifier: String
  package var kind: Kind
  package var notifyOnEntry = true
  package var notifyOnExit = true
  /// Whether the state is delivered at each screen-on inside the region (BC6).
  package var notifyEntryStateOnDisplay = false

  package init(_ identifier: String, _ kind: Kind) {
    self.identifier = identifier
    self.kind = kind
  }

  /// Whether starting this region replaces the other one: both have the same type and identifier
  /// (BC2).
  package func replaces(_ other: RegionDescription) -> Bool {
    switch (kind, other.kind) {
    case (.circle, .circle), (.beacon, .beacon): identifier == other.identifier
    case (.circle, .beacon), (.beacon, .circle): false
    }
  }
}

/// `CLRegionState`.
package enum RegionState: Int, Sendable, Hashable {
  case unknown, inside, outside
}

/// `CLProximity`.
package enum BeaconProximity: Int, Sendable, Hashable {
  case unknown, immediate, near, far
}

/// A beacon in a ranging report (BC8).
package struct RangedBeacon: Sendable, Hashable {
  package var uuid: UUID
  package var major: UInt16
  package var minor: UInt16
  package var proximity: BeaconProximity
  /// The estimated distance in meters; negative if the beacon was not received since the last report.
  package var accuracy: Double
  /// The average signal strength since the last report, in dBm; 0 if the beacon was not received.
  package var rssi: Int
  package var instant: VirtualInstant

  package init(
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
package struct Visit: Sendable, Hashable {
  package var latitude: Double
  package var longitude: Double
  /// In meters.
  package var horizontalAccuracy: Double
  package var arrival: VirtualInstant
  /// Nil while the device is still there (`Date.distantFuture`).
  package var departure: VirtualInstant?
}

/// The direction of the top of the device, in degrees clockwise from north.
package struct HeadingFix: Sendable, Hashable {
  package var magneticHeading: Double
  /// Negative if unknown.
  package var trueHeading: Double
  /// The maximum error of the magnetic heading in degrees (10, assumed); negative if not valid.
  package var accuracy: Double
  package var instant: VirtualInstant
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
package enum LocationFailure: Int, Error, Sendable, Hashable {
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
package struct LocationDiagnostics: OptionSet, Sendable, Hashable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let authorizationDenied = Self(rawValue: 1 << 0)
  /// Location services are off for the whole device.
  package static let authorizationDeniedGlobally = Self(rawValue: 1 << 1)
  package static let authorizationRestricted = Self(rawValue: 1 << 2)
  /// The user is being asked.
  package static let authorizationRequestInProgress = Self(rawValue: 1 << 3)
  /// The app is not in use in the way that its authorization requires.
  package static let insufficientlyInUse = Self(rawValue: 1 << 4)
  /// The user allowed only an approximate location.
  package static let accuracyLimited = Self(rawValue: 1 << 5)
  package static let locationUnavailable = Self(rawValue: 1 << 6)
  /// The app requires a service session, and there is none (LOC9).
  package static let serviceSessionRequired = Self(rawValue: 1 << 7)
  package static let conditionUnsupported = Self(rawValue: 1 << 8)
  /// The monitor has more than 20 conditions (BC15).
  package static let conditionLimitExceeded = Self(rawValue: 1 << 9)
  package static let persistenceUnavailable = Self(rawValue: 1 << 10)
  /// A session requires Always authorization, and the app has less.
  package static let alwaysAuthorizationDenied = Self(rawValue: 1 << 11)
  /// A session requires full accuracy, and the app has less.
  package static let fullAccuracyDenied = Self(rawValue: 1 << 12)
}
