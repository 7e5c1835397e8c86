import Foundation

/// The attitude and motion of a device, computed from its accelerometer and its gyroscope.
package struct DeviceMotionReading: Sendable, Hashable {
  /// Seconds since the device booted, as `CMLogItem.timestamp`.
  package var timestamp: Double
  /// Radians about the vertical, −π to π, relative to the start of updates.
  package var yaw: Double
  /// A vector of length 1, in units of g, in the device's axes.
  package var gravity: SIMD3<Double>
  /// Acceleration without gravity, in units of g.
  package var userAcceleration: SIMD3<Double>
  /// Radians per second.
  package var rotationRate: SIMD3<Double>

  package init(
    timestamp: Double, yaw: Double, gravity: SIMD3<Double>, userAcceleration: SIMD3<Double>,
    rotationRate: SIMD3<Double>
  ) {
    self.timestamp = timestamp
    self.yaw = yaw
    self.gravity = gravity
    self.userAcceleration = userAcceleration
    self.rotationRate = rotationRate
  }

  /// Radians about the device's y axis, −π to π; increases when its right side goes down.
  package var roll: Double { atan2(gravity.x, -gravity.z) }
  /// Radians about the device's x axis, −π/2 to π/2; increases when its top goes up.
  package var pitch: Double { asin(min(1, max(-1, -gravity.y))) }

  /// The horizontal direction of a vector in the device's axes: radians about the vertical from the x axis of the
  /// reference frame, whose yaw this is.
  func bearing(of vector: SIMD3<Double>) -> Double {
    // The x and y axes of the frame in which this reading has yaw 0, in the device's axes.
    let x = SIMD3(cos(roll), 0, sin(roll))
    let y = SIMD3(sin(pitch) * sin(roll), cos(pitch), -sin(pitch) * cos(roll))
    return atan2((vector * y).sum(), (vector * x).sum()) + yaw
  }
}

/// A simple sensor fusion. Pure.
///
/// Gravity is the direction of the accelerometer's values after a low-pass filter; roll and pitch
/// are computed from it. Yaw is the sum of the gyroscope's rotation about gravity. At every sample,
/// gravity plus user acceleration is the accelerometer's value.
struct MotionFusion: Equatable {
  /// Time constant of the low-pass filter (assumed; Apple does not say how it fuses).
  static let timeConstantSeconds = 0.5
  /// Time that settles the filter, in seconds. Older samples have a weight below one hundredth.
  static let settlingSeconds = 2.5

  private var smoothed: SIMD3<Double>?
  private var gravity = SIMD3(0.0, 0.0, -1.0)
  private var yaw = 0.0

  /// Forgets the filter's state, because samples are missing. Yaw is kept.
  mutating func interrupt() { smoothed = nil }

  /// Adds a sample to the filter.
  ///
  /// - Parameters:
  ///   - acceleration: units of g.
  ///   - seconds: time since the previous sample.
  mutating func addAcceleration(_ acceleration: SIMD3<Double>, after seconds: Double) {
    guard let last = smoothed else { return adopt(acceleration) }
    let weight = seconds / (Self.timeConstantSeconds + seconds)
    adopt(last + (acceleration - last) * weight)
  }

  private mutating func adopt(_ value: SIMD3<Double>) {
    smoothed = value
    let length = (value * value).sum().squareRoot()
    // In free fall there is no direction; the last one is kept.
    if length > 1e-6 { gravity = value / length }
  }

  /// Adds a sample of both sensors, and returns the fused reading.
  ///
  /// - Parameter rotationRate: radians per second.
  mutating func fuse(
    acceleration: SIMD3<Double>, rotationRate: SIMD3<Double>, after seconds: Double,
    timestamp: Double
  ) -> DeviceMotionReading {
    addAcceleration(acceleration, after: seconds)
    yaw -= (rotationRate * gravity).sum() * seconds
    if abs(yaw) > .pi { yaw = yaw.remainder(dividingBy: 2 * .pi) }
    return DeviceMotionReading(
      timestamp: timestamp, yaw: yaw, gravity: gravity, userAcceleration: acceleration - gravity,
      rotationRate: rotationRate)
  }
}
