import Foundation

/// A position with its accuracy and time.
///
/// Sendable: immutable.
open class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  open private(set) var coordinate: CLLocationCoordinate2D
  /// Meters above mean sea level.
  open private(set) var altitude: CLLocationDistance
  /// Meters above the ellipsoid of WGS 84; the same as `altitude` here.
  open var ellipsoidalAltitude: CLLocationDistance { altitude }
  /// The radius of uncertainty in meters; negative if the coordinate is invalid.
  open private(set) var horizontalAccuracy: CLLocationAccuracy
  /// The uncertainty of the altitude in meters; negative if the altitude is invalid.
  open private(set) var verticalAccuracy: CLLocationAccuracy
  /// Degrees clockwise from north; negative if unknown.
  open private(set) var course: CLLocationDirection
  /// The uncertainty of the course in degrees; negative if the course is unknown.
  open private(set) var courseAccuracy: CLLocationDirectionAccuracy
  /// Meters per second; negative if unknown.
  open private(set) var speed: CLLocationSpeed
  /// The uncertainty of the speed in meters per second; negative if the speed is unknown.
  open private(set) var speedAccuracy: CLLocationSpeedAccuracy
  open private(set) var timestamp: Date
  /// The source of the position; nil if the app created the position without stating a source.
  open private(set) var sourceInformation: CLLocationSourceInformation?
  /// The floor of a building; nil outdoors and wherever it is unknown.
  open private(set) var floor: CLFloor?

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

  /// Creates an empty location: latitude, longitude and horizontal accuracy are 0.
  public override init() {
    coordinate = .init()
    altitude = 0
    horizontalAccuracy = 0
    verticalAccuracy = -1
    course = -1
    courseAccuracy = -1
    speed = -1
    speedAccuracy = -1
    timestamp = Date()
  }

  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(
      coordinate: .init(latitude: latitude, longitude: longitude), altitude: 0,
      horizontalAccuracy: 0,
      verticalAccuracy: -1, timestamp: Date())
  }

  /// Returns the distance in meters along a great circle (haversine on a sphere of 6,371 km).
  open func distance(from location: CLLocation) -> CLLocationDistance {
    coordinate.distance(to: location.coordinate)
  }

  /// Returns the object itself, because it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let coordinate = coder.coordinate(), let timestamp = coder.date("timestamp") else {
      return nil
    }
    self.coordinate = coordinate
    self.timestamp = timestamp
    altitude = coder.decodeDouble(forKey: "altitude")
    horizontalAccuracy = coder.decodeDouble(forKey: "horizontalAccuracy")
    verticalAccuracy = coder.decodeDouble(forKey: "verticalAccuracy")
    course = coder.decodeDouble(forKey: "course")
    courseAccuracy = coder.decodeDouble(forKey: "courseAccuracy")
    speed = coder.decodeDouble(forKey: "speed")
    speedAccuracy = coder.decodeDouble(forKey: "speedAccuracy")
    sourceInformation = coder.object(
      CLLocationSourceInformation.self, "sourceInformation")
    floor = coder.object(CLFloor.self, "floor")
  }

  open func encode(with coder: NSCoder) {
    coder.encode(coordinate)
    coder.encode(timestamp, "timestamp")
    coder.encode(altitude, forKey: "altitude")
    coder.encode(horizontalAccuracy, forKey: "horizontalAccuracy")
    coder.encode(verticalAccuracy, forKey: "verticalAccuracy")
    coder.encode(course, forKey: "course")
    coder.encode(courseAccuracy, forKey: "courseAccuracy")
    coder.encode(speed, forKey: "speed")
    coder.encode(speedAccuracy, forKey: "speedAccuracy")
    coder.encode(sourceInformation, forKey: "sourceInformation")
    coder.encode(floor, forKey: "floor")
  }
}
