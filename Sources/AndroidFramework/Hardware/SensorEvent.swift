internal import YobanSimulatedAndroid

/// `android.hardware.SensorEvent`: one measurement.
///
/// The system owns the object and reuses it for the next event. Copy the values in
/// `onSensorChanged`, and do not keep the object (documentation of `SensorEventListener`).
public final class SensorEvent {
  /// One of `SensorManager.SENSOR_STATUS_…`.
  public let accuracy = SensorManager.SENSOR_STATUS_ACCURACY_HIGH
  public let sensor: Sensor
  /// The time of the measurement, in nanoseconds of `SystemClock.elapsedRealtimeNanos()`.
  @exclusivity(unchecked) public private(set) var timestamp: Int64 = 0
  /// The values along x, y and z, in m/s² or rad/s.
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
  /// Never called, because the accuracy of the simulated sensors does not change.
  func onAccuracyChanged(_ sensor: Sensor, _ accuracy: Int32)
}

extension SensorEventListener {
  public func onAccuracyChanged(_ sensor: Sensor, _ accuracy: Int32) {}
}

/// `android.hardware.SensorEventListener2`: is also notified when `flush` has completed.
public protocol SensorEventListener2: SensorEventListener {
  func onFlushCompleted(_ sensor: Sensor)
}
