import Foundation
package import YobanSimulatedApple

// Conversions between Apple's types and the types of the simulated system.

extension AppProcess {
  /// Converts a time in nanoseconds since the simulation's start to a date of the app's clock.
  func date(_ nanoseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(process.wallTime(at: nanoseconds)) / 1e9)
  }
}

extension CLLocation {
  convenience init(_ fix: LocationFix, in process: AppProcess) {
    self.init(
      coordinate: .init(latitude: fix.latitude, longitude: fix.longitude), altitude: fix.altitude,
      horizontalAccuracy: fix.horizontalAccuracy, verticalAccuracy: 10, course: fix.course,
      courseAccuracy: fix.course < 0 ? -1 : 5, speed: fix.speed,
      speedAccuracy: fix.speed < 0 ? -1 : 1, timestamp: process.date(fix.instant.nanoseconds),
      sourceInfo: .init(softwareSimulationState: false, andExternalAccessoryState: false))
  }
}

extension CLAuthorizationStatus {
  init(_ status: LocationAuthorization) {
    self =
      switch status {
      case .notDetermined: .notDetermined
      case .restricted: .restricted
      case .denied: .denied
      case .always: .authorizedAlways
      case .whenInUse: .authorizedWhenInUse
      }
  }
}

extension CLError {
  init(_ failure: LocationFailure) { self.init(Code(rawValue: failure.rawValue)!) }
}

extension CLBeaconIdentityConstraint {
  convenience init(_ constraint: BeaconConstraint) {
    self.init(constraint.uuid, constraint.major, constraint.minor)
  }

  var plain: BeaconConstraint { BeaconConstraint(uuid: uuid, major: major, minor: minor) }
}

extension CLRegion {
  /// Returns a new object each time, as on a device. Compare regions with `==`.
  package static func make(_ region: RegionDescription) -> CLRegion {
    let made: CLRegion
    switch region.kind {
    case .circle(let latitude, let longitude, let radius):
      made = CLCircularRegion(
        center: .init(latitude: latitude, longitude: longitude), radius: radius,
        identifier: region.identifier)
    case .beacon(let constraint):
      let beacons = CLBeaconRegion(
        beaconIdentityConstraint: .init(constraint), identifier: region.identifier)
      beacons.notifyEntryStateOnDisplay = region.notifyEntryStateOnDisplay
      made = beacons
    }
    made.notifyOnEntry = region.notifyOnEntry
    made.notifyOnExit = region.notifyOnExit
    return made
  }

  /// Nil for a region that is neither circular nor a beacon region.
  package var plain: RegionDescription? {
    var region: RegionDescription
    switch self {
    case let circle as CLCircularRegion:
      region = RegionDescription(
        identifier,
        .circle(
          latitude: circle.center.latitude, longitude: circle.center.longitude,
          radius: circle.radius))
    case let beacons as CLBeaconRegion:
      region = RegionDescription(identifier, .beacon(beacons.beaconIdentityConstraint.plain))
      region.notifyEntryStateOnDisplay = beacons.notifyEntryStateOnDisplay
    default: return nil
    }
    region.notifyOnEntry = notifyOnEntry
    region.notifyOnExit = notifyOnExit
    return region
  }
}

extension CLBeacon {
  convenience init(_ beacon: RangedBeacon, in process: AppProcess) {
    self.init(
      beacon.uuid, beacon.major, beacon.minor,
      proximity: CLProximity(rawValue: beacon.proximity.rawValue)!, accuracy: beacon.accuracy,
      rssi: beacon.rssi, at: process.date(beacon.instant.nanoseconds))
  }
}

extension CLVisit {
  convenience init(_ visit: Visit, in process: AppProcess) {
    self.init(
      arrival: process.date(visit.arrival.nanoseconds),
      departure: visit.departure.map { process.date($0.nanoseconds) } ?? .distantFuture,
      .init(latitude: visit.latitude, longitude: visit.longitude),
      horizontalAccuracy: visit.horizontalAccuracy)
  }
}

extension CLHeading {
  /// - Parameter orientation: The orientation of the device, whose upper edge defines the heading.
  convenience init(
    _ fix: HeadingFix, heldIn orientation: CLDeviceOrientation, in process: AppProcess
  ) {
    func turned(_ degrees: Double) -> Double {
      (degrees + orientation.turn + 360).truncatingRemainder(dividingBy: 360)
    }
    // The phone lies on a table.
    let north = fix.magneticHeading * .pi / 180
    let earth = World.magneticField
    self.init(
      magnetic: turned(fix.magneticHeading),
      true: fix.trueHeading < 0 ? -1 : turned(fix.trueHeading), accuracy: fix.accuracy,
      field: (x: -earth.north * sin(north), y: earth.north * cos(north), z: -earth.down),
      at: process.date(fix.instant.nanoseconds))
  }
}

extension CLDeviceOrientation {
  /// The angle in degrees from the phone's top to the edge that points upward.
  fileprivate var turn: Double {
    switch self {
    case .portrait, .unknown, .faceUp, .faceDown: 0
    case .landscapeLeft: 90
    case .portraitUpsideDown: 180
    case .landscapeRight: -90
    }
  }
}
