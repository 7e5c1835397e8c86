/// A sensor whose samples come as three axes.
public enum MotionSensor: String, Sendable, Hashable, CaseIterable {
  /// Units of g.
  case accelerometer
  /// Radians per second.
  case gyroscope
}

/// What a sensor measures over time, addressed by index: the world's truth, whether or not an app
/// is there to see it.
public protocol MotionSeries: Sendable {
  /// Nanoseconds from one sample to the next, as the sensor is specified.
  var nominalInterval: Int64 { get }
  /// When sample `index` (0...) is taken, in nanoseconds since the simulation began. Strictly
  /// increasing.
  func time(of index: Int) -> Int64
  func value(at index: Int) -> SIMD3<Double>
  /// The first sample taken at or after a moment, in nanoseconds since the simulation began.
  func firstIndex(notBefore time: Int64) -> Int
}

/// Every n-th sample of a series: what an app gets that asks for a lower rate.
struct DecimatedSeries: MotionSeries {
  let base: any MotionSeries
  let factor: Int

  var nominalInterval: Int64 { base.nominalInterval * Int64(factor) }
  func time(of index: Int) -> Int64 { base.time(of: index * factor) }
  func value(at index: Int) -> SIMD3<Double> { base.value(at: index * factor) }
  func firstIndex(notBefore time: Int64) -> Int {
    (base.firstIndex(notBefore: time) + factor - 1) / factor
  }
}

/// Where the sensors of a device take their samples from.
public protocol MotionSource: Sendable {
  func series(of sensor: MotionSensor) -> any MotionSeries
}
