internal import SimulatedOS

/// `android.hardware.SensorEvent`: one measurement.
///
/// The system's own, which uses it again for the next one: take what you need from it in
/// `onSensorChanged` and do not keep it (documentation of `SensorEventListener`).
public final class SensorEvent {
  /// `SensorManager.SENSOR_STATUS_…`.
  public let accuracy = SensorManager.SENSOR_STATUS_ACCURACY_HIGH
  public let sensor: Sensor
  /// When it was measured: nanoseconds of `SystemClock.elapsedRealtimeNanos()`.
  @exclusivity(unchecked) public private(set) var timestamp: Int64 = 0
  /// m/s² or rad/s along x, y and z.
  @exclusivity(unchecked) public private(set) var values: [Float] = [0, 0, 0]

  init(_ sensor: Sensor) { self.sensor = sensor }

  func become(_ reading: AndroidSensorReading) {
    timestamp = reading.timestamp
    for axis in 0..<3 { values[axis] = Float(reading.values[axis]) }
  }
}

/// `android.hardware.SensorEventListener`. Called on the main thread.
public protocol SensorEventListener: AnyObject {
  func onSensorChanged(_ event: SensorEvent)
  /// The accuracy of the simulated sensors never changes.
  func onAccuracyChanged(_ sensor: Sensor, _ accuracy: Int32)
}

extension SensorEventListener {
  public func onAccuracyChanged(_ sensor: Sensor, _ accuracy: Int32) {}
}

/// `android.hardware.SensorEventListener2`: also hears when `flush` is done.
public protocol SensorEventListener2: SensorEventListener {
  func onFlushCompleted(_ sensor: Sensor)
}
