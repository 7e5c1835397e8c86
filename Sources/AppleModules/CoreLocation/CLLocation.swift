import Foundation

public typealias CLLocationDegrees = Double
public typealias CLLocationAccuracy = Double
public typealias CLLocationSpeed = Double
public typealias CLLocationSpeedAccuracy = Double
public typealias CLLocationDirection = Double
public typealias CLLocationDirectionAccuracy = Double
public typealias CLLocationDistance = Double

public let kCLDistanceFilterNone: CLLocationDistance = -1
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude

/// A place on the earth, in degrees of WGS 84.
public struct CLLocationCoordinate2D: Sendable {
  public var latitude: CLLocationDegrees
  public var longitude: CLLocationDegrees

  public init() { self.init(latitude: 0, longitude: 0) }
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

public func CLLocationCoordinate2DMake(
  _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
  CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
  abs(coord.latitude) <= 90 && abs(coord.longitude) <= 180
}

/// A position with its accuracy and time.
///
/// Sendable: immutable.
open class CLLocation: NSObject, @unchecked Sendable {
  public let coordinate: CLLocationCoordinate2D
  /// Metres above mean sea level.
  public let altitude: CLLocationDistance
  /// Radius in metres; negative if the coordinate is invalid.
  public let horizontalAccuracy: CLLocationAccuracy
  public let verticalAccuracy: CLLocationAccuracy
  /// Degrees from north; negative if unknown.
  public let course: CLLocationDirection
  public let courseAccuracy: CLLocationDirectionAccuracy
  /// Metres per second; negative if unknown.
  public let speed: CLLocationSpeed
  public let speedAccuracy: CLLocationSpeedAccuracy
  public let timestamp: Date
  /// Where the position comes from; nil if the app made it itself without saying so.
  public let sourceInformation: CLLocationSourceInformation?

  private init(
    _ coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy,
    course: CLLocationDirection,
    courseAccuracy: CLLocationDirectionAccuracy, speed: CLLocationSpeed,
    speedAccuracy: CLLocationSpeedAccuracy,
    timestamp: Date, source: CLLocationSourceInformation?
  ) {
    self.coordinate = coordinate
    self.altitude = altitude
    horizontalAccuracy = hAccuracy
    verticalAccuracy = vAccuracy
    self.course = course
    self.courseAccuracy = courseAccuracy
    self.speed = speed
    self.speedAccuracy = speedAccuracy
    self.timestamp = timestamp
    sourceInformation = source
  }

  /// The storey; nil, as outdoors and wherever it is unknown.
  open var floor: CLFloor? { nil }

  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection,
    courseAccuracy: CLLocationDirectionAccuracy, speed: CLLocationSpeed,
    speedAccuracy: CLLocationSpeedAccuracy,
    timestamp: Date, sourceInfo: CLLocationSourceInformation
  ) {
    self.init(
      coordinate, altitude: altitude, horizontalAccuracy: hAccuracy, verticalAccuracy: vAccuracy,
      course: course,
      courseAccuracy: courseAccuracy, speed: speed, speedAccuracy: speedAccuracy,
      timestamp: timestamp,
      source: sourceInfo)
  }

  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection,
    courseAccuracy: CLLocationDirectionAccuracy, speed: CLLocationSpeed,
    speedAccuracy: CLLocationSpeedAccuracy,
    timestamp: Date
  ) {
    self.init(
      coordinate, altitude: altitude, horizontalAccuracy: hAccuracy, verticalAccuracy: vAccuracy,
      course: course,
      courseAccuracy: courseAccuracy, speed: speed, speedAccuracy: speedAccuracy,
      timestamp: timestamp, source: nil)
  }

  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection,
    speed: CLLocationSpeed, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy,
      verticalAccuracy: vAccuracy,
      course: course, courseAccuracy: -1, speed: speed, speedAccuracy: -1, timestamp: timestamp)
  }

  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy,
      verticalAccuracy: vAccuracy,
      course: -1, speed: -1, timestamp: timestamp)
  }

  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(
      coordinate: .init(latitude: latitude, longitude: longitude), altitude: 0,
      horizontalAccuracy: 0,
      verticalAccuracy: -1, timestamp: Date())
  }

  /// Metres along a great circle (haversine on a sphere of 6,371 km).
  open func distance(from location: CLLocation) -> CLLocationDistance {
    func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
    let (a, b) = (coordinate, location.coordinate)
    let (dLat, dLon) = (radians(b.latitude - a.latitude), radians(b.longitude - a.longitude))
    let h =
      pow(sin(dLat / 2), 2) + cos(radians(a.latitude)) * cos(radians(b.latitude))
      * pow(sin(dLon / 2), 2)
    return 2 * 6_371_000 * asin(min(1, h.squareRoot()))
  }
}

/// The storey of a building.
open class CLFloor: NSObject {
  /// 0 is the ground floor.
  public let level: Int

  init(level: Int) { self.level = level }
}

/// Where a position comes from.
///
/// Sendable: immutable.
open class CLLocationSourceInformation: NSObject, @unchecked Sendable {
  public let isSimulatedBySoftware: Bool
  public let isProducedByAccessory: Bool

  public init(softwareSimulationState isSoftware: Bool, andExternalAccessoryState isAccessory: Bool)
  {
    isSimulatedBySoftware = isSoftware
    isProducedByAccessory = isAccessory
  }
}
