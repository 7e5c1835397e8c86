import Foundation

/// The possible values of a manufacturer's motion sensors. The grids of magnetometers are assumed.
public enum MotionGrid: String, Sendable, Hashable, CaseIterable {
  /// The grid of an iPhone: accelerometer in g, multiples of 2^-16; gyroscope in rad/s,
  /// float32(k·2^-16 °/s)·float32(π/180). From a published recording of an iPhone 12 (measured).
  /// Magnetometer in µT, multiples of 2^-16 (assumed).
  case iPhone
  /// The grid of a Galaxy S25: accelerometer in m/s², float32(k)·float32(9.80665·0.000244);
  /// gyroscope in rad/s, float32(k)·0.00061086478 (35 mdps). From a published recording of one
  /// (measured). Magnetometer in µT, float32(k)·0.06 (assumed).
  case galaxy

  /// The default interval between samples: 10 ms on an iPhone; 16.9615 ms on the recorded S25,
  /// about 58.96 Hz (measured, the median).
  package var interval: Duration {
    switch self {
    case .iPhone: .milliseconds(10)
    case .galaxy: .nanoseconds(16_961_500)
    }
  }

  private static let radiansPerDegree = Float(Double.pi / 180)
  /// One step of the accelerometer in m/s².
  static let galaxyAcceleration = Float(9.80665 * 0.000244)
  /// One step of the gyroscope in rad/s.
  static let galaxyRotation = Float(0.000610864779446274)
  /// One step of the magnetometer in µT.
  static let galaxyField = Float(0.06)

  /// Returns the value of the grid nearest to an acceleration, in the grid's own unit.
  ///
  /// - Parameter steps: the acceleration, in units of 2^-16 g.
  @inline(__always)
  func acceleration(_ steps: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .iPhone:
      return steps.rounded(.toNearestOrEven) / 65536
    case .galaxy:
      let counts = (steps / 65536 / 0.000244).rounded(.toNearestOrEven)
      return SIMD3<Double>(SIMD3<Float>(counts) * Self.galaxyAcceleration)
    }
  }

  /// Returns the value of the grid nearest to a rotation rate, in rad/s.
  ///
  /// - Parameter steps: the rotation rate, in units of 2^-16 °/s.
  @inline(__always)
  func rotation(_ steps: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .iPhone:
      let degrees = SIMD3<Float>(steps.rounded(.toNearestOrEven) / 65536)
      return SIMD3<Double>(degrees * Self.radiansPerDegree)
    case .galaxy:
      let counts = (steps / 65536 / 0.035).rounded(.toNearestOrEven)
      return SIMD3<Double>(SIMD3<Float>(counts) * Self.galaxyRotation)
    }
  }

  /// Returns the value of the grid nearest to a magnetic field, in microteslas.
  ///
  /// - Parameter steps: the field, in units of 2^-16 µT.
  @inline(__always)
  func magneticField(_ steps: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .iPhone:
      return steps.rounded(.toNearestOrEven) / 65536
    case .galaxy:
      let counts = (steps / 65536 / Double(Self.galaxyField)).rounded(.toNearestOrEven)
      return SIMD3<Double>(SIMD3<Float>(counts) * Self.galaxyField)
    }
  }
}
