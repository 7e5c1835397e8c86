/// The units of acceleration that recordings have.
public enum Acceleration: String, CaseIterable, Sendable {
  case standardGravity = "g"
  case thousandthOfGravity = "mg"
  case metersPerSecondSquared = "m/s^2"

  /// The standard acceleration of free fall in m/s² (3rd CGPM, 1901).
  static let gravity = 9.80665

  /// Reads a unit as recordings and apps write it; nil for another one.
  public init?(unit: String) {
    switch unit {
    case "g": self = .standardGravity
    case "mg": self = .thousandthOfGravity
    case "m/s^2", "m/s²", "m/s2": self = .metersPerSecondSquared
    default: return nil
    }
  }

  /// Returns a value in standard gravities.
  func gravities(_ value: Double) -> Double {
    switch self {
    case .standardGravity: value
    case .thousandthOfGravity: value / 1_000
    case .metersPerSecondSquared: value / Self.gravity
    }
  }

  /// Returns a value in m/s².
  func metersPerSecondSquared(_ value: Double) -> Double {
    self == .metersPerSecondSquared ? value : gravities(value) * Self.gravity
  }
}
