import Foundation

/// A region that a `RegionWatch` watches: the range of a beacon, or a circle on the ground.
public struct WatchedRegion: Hashable, Sendable, Codable {
  public enum Area: Hashable, Sendable, Codable {
    /// The beacons of one UUID, optionally limited to a major number, or to a major and a minor
    /// number. A minor number requires a major one.
    case beacon(uuid: UUID, major: UInt16?, minor: UInt16?)
    /// A circle, in degrees and meters. Apple suggests a radius of 200 m or more (BC16); the radius
    /// is limited to the largest one that the system can watch.
    case circle(latitude: Double, longitude: Double, radius: Double)
  }

  /// The name in events, on disk and in streams: 1 to 40 of the characters `A-Z a-z 0-9 . _ -`, not
  /// beginning with a dot.
  public var name: String
  public var area: Area
  /// Whether the system also reports the state whenever the screen turns on inside; beacons only
  /// (BC6).
  public var tellsOnDisplay: Bool

  public init(_ name: String, _ area: Area, tellsOnDisplay: Bool = false) {
    self.name = name
    self.area = area
    self.tellsOnDisplay = tellsOnDisplay
  }

  /// Returns a region in which beacons with these numbers can be received.
  public static func beacon(
    _ name: String, uuid: UUID, major: UInt16? = nil, minor: UInt16? = nil,
    tellsOnDisplay: Bool = false
  ) -> WatchedRegion {
    WatchedRegion(
      name, .beacon(uuid: uuid, major: major, minor: minor), tellsOnDisplay: tellsOnDisplay)
  }

  /// Returns a circle, in degrees and meters.
  public static func circle(
    _ name: String, latitude: Double, longitude: Double, radius: Double
  ) -> WatchedRegion {
    WatchedRegion(name, .circle(latitude: latitude, longitude: longitude, radius: radius))
  }

  /// Returns the region with its radius limited to `radiusMax`; a value of 0 or less sets no limit.
  func cut(to radiusMax: Double) -> WatchedRegion {
    guard case .circle(let latitude, let longitude, let radius) = area, radiusMax > 0,
      radius > radiusMax
    else { return self }
    return .circle(name, latitude: latitude, longitude: longitude, radius: radiusMax)
  }

  var isBeacon: Bool { if case .beacon = area { true } else { false } }

  /// Returns whether both regions are the same for the system, apart from rounding.
  func isSame(as other: WatchedRegion) -> Bool {
    guard name == other.name, tellsOnDisplay == other.tellsOnDisplay else { return false }
    switch (area, other.area) {
    case (.beacon, .beacon): return area == other.area
    case (
      .circle(let latitude, let longitude, let radius),
      .circle(let otherLatitude, let otherLongitude, let otherRadius)
    ):
      // A millionth of a degree is about a tenth of a meter.
      return abs(latitude - otherLatitude) < 1e-6 && abs(longitude - otherLongitude) < 1e-6
        && abs(radius - otherRadius) < 0.5
    case (.beacon, .circle), (.circle, .beacon): return false
    }
  }

  /// The error in the region, if any.
  var error: RegionWatchError? {
    let isName =
      (1...40).contains(name.utf8.count) && name.first != "."
      && name.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
          UInt8(ascii: "-"):
          true
        default: false
        }
      }
    guard isName else { return .invalidName(name) }
    switch area {
    case .beacon(_, nil, .some): return .minorWithoutMajor(name)
    case .beacon: return nil
    case .circle(let latitude, let longitude, let radius):
      guard (-90...90).contains(latitude), (-180...180).contains(longitude) else {
        return .invalidCoordinate(name)
      }
      return radius > 0 && radius.isFinite ? nil : .invalidRadius(name)
    }
  }
}

/// The reason why a watch does not start; nothing is registered then.
public enum RegionWatchError: Error, Hashable, Sendable {
  /// The app would have more than 20 regions (BC1); `others` counts regions that do not belong to
  /// this watch.
  case tooManyRegions(wanted: Int, others: Int)
  /// Two regions have the same name.
  case repeatedName(String)
  case invalidName(String)
  case minorWithoutMajor(String)
  case invalidCoordinate(String)
  case invalidRadius(String)
}

extension RegionWatchError: CustomStringConvertible {
  /// The problem, in one sentence.
  public var message: String {
    switch self {
    case .tooManyRegions(let wanted, let others):
      "\(wanted) regions, and \(others) others of the app, are more than the 20 that iOS watches."
    case .repeatedName(let name): "There are two regions named \"\(name)\"."
    case .invalidName(let name): "\"\(name)\" cannot name a region."
    case .minorWithoutMajor(let name):
      "The beacon \"\(name)\" has a minor number but no major number."
    case .invalidCoordinate(let name): "The center of \"\(name)\" is not on Earth."
    case .invalidRadius(let name): "The radius of \"\(name)\" is not a positive number."
    }
  }

  /// The remedy, in one sentence.
  public var remedy: String {
    switch self {
    case .tooManyRegions: "Watch only the nearest regions, or one region for all beacons of a UUID."
    case .repeatedName: "Give each region its own name."
    case .invalidName: "Use 1 to 40 of the characters A-Z a-z 0-9 . _ -, not beginning with a dot."
    case .minorWithoutMajor: "Give the major number, too."
    case .invalidCoordinate: "Use degrees: latitude -90 to 90, longitude -180 to 180."
    case .invalidRadius: "Use meters, more than 0."
    }
  }

  public var description: String { "\(message) \(remedy)" }
}
