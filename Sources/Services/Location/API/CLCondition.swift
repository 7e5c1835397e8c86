import Foundation
internal import YobanSimulatedApple

/// A condition that a `CLMonitor` can monitor: one of the two types below.
public protocol CLCondition: Decodable, Encodable, Sendable {}

extension CLMonitor {
  /// A condition that is satisfied within a circle on the map (BC16).
  public struct CircularGeographicCondition: CLCondition {
    public let center: CLLocationCoordinate2D
    /// The radius in meters.
    public let radius: CLLocationDistance

    public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
      self.center = center
      self.radius = radius
    }

    private enum Keys: String, CodingKey { case latitude, longitude, radius }

    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Keys.self)
      center = CLLocationCoordinate2D(
        latitude: try values.decode(Double.self, forKey: .latitude),
        longitude: try values.decode(Double.self, forKey: .longitude))
      radius = try values.decode(Double.self, forKey: .radius)
    }

    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: Keys.self)
      try values.encode(center.latitude, forKey: .latitude)
      try values.encode(center.longitude, forKey: .longitude)
      try values.encode(radius, forKey: .radius)
    }
  }

  /// A condition that is satisfied while a beacon is received (BC3).
  public struct BeaconIdentityCondition: CLCondition {
    public let uuid: UUID
    /// The major number; nil for any.
    public let major: UInt16?
    /// The minor number; nil for any.
    public let minor: UInt16?

    public init(uuid: UUID) { self.init(uuid, nil, nil) }
    public init(uuid: UUID, major: UInt16) { self.init(uuid, major, nil) }
    public init(uuid: UUID, major: UInt16, minor: UInt16) { self.init(uuid, major, minor) }

    init(_ uuid: UUID, _ major: UInt16?, _ minor: UInt16?) {
      self.uuid = uuid
      self.major = major
      self.minor = minor
    }
  }
}

extension CLCondition {
  /// Nil for a condition that is not one of Apple's types.
  var plain: RegionDescription.Kind? {
    switch self {
    case let circle as CLMonitor.CircularGeographicCondition:
      .circle(
        latitude: circle.center.latitude, longitude: circle.center.longitude, radius: circle.radius)
    case let beacon as CLMonitor.BeaconIdentityCondition:
      .beacon(BeaconConstraint(uuid: beacon.uuid, major: beacon.major, minor: beacon.minor))
    default: nil
    }
  }
}

extension RegionDescription.Kind {
  var condition: any CLCondition {
    switch self {
    case .circle(let latitude, let longitude, let radius):
      CLMonitor.CircularGeographicCondition(
        center: .init(latitude: latitude, longitude: longitude), radius: radius)
    case .beacon(let constraint):
      CLMonitor.BeaconIdentityCondition(constraint.uuid, constraint.major, constraint.minor)
    }
  }
}
