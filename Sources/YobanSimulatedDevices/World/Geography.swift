import Foundation
import YobanSimulatedRadio

/// A point on the earth, in degrees.
public struct Coordinate: Sendable, Hashable {
  public var latitude: Double
  public var longitude: Double

  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// The flat map that converts between places in meters (x east, y north of an origin) and points on
/// the earth. Pure.
///
/// The projection is equirectangular on a sphere of 6,371 km, like `CLLocation.distance(from:)` of
/// this simulator. Within 10 km of the origin its error is less than 0.2 %.
public struct Geography: Sendable, Hashable {
  public var origin: Coordinate

  public init(origin: Coordinate) { self.origin = origin }

  private static let metersPerDegree = 6_371_000 * Double.pi / 180
  private var metersPerDegreeOfLongitude: Double {
    Self.metersPerDegree * cos(origin.latitude * .pi / 180)
  }

  public func coordinate(of place: Place) -> Coordinate {
    Coordinate(
      latitude: origin.latitude + place.y / Self.metersPerDegree,
      longitude: origin.longitude + place.x / metersPerDegreeOfLongitude)
  }

  public func place(of coordinate: Coordinate) -> Place {
    Place(
      x: (coordinate.longitude - origin.longitude) * metersPerDegreeOfLongitude,
      y: (coordinate.latitude - origin.latitude) * Self.metersPerDegree)
  }

  /// The direction from one place to another, in degrees clockwise from north, 0 to below 360.
  static func course(from start: Place, to end: Place) -> Double {
    let degrees = atan2(end.x - start.x, end.y - start.y) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }
}

extension World {
  /// The point on the earth of place (0, 0) in every world.
  public static let origin = Coordinate(latitude: 35.6586, longitude: 139.7454)
  /// The approximate angle of magnetic north west of true north at the origin, in degrees. Its
  /// variation is neglected.
  package static let magneticDeclination = 7.5
  /// The earth's magnetic field at the origin, in microteslas: its parts along the ground toward
  /// magnetic north, and into the ground.
  public static let magneticField = (north: 30.0, down: 35.0)
  package static let geography = Geography(origin: origin)
}
