/// `android.hardware.SensorEvent`: one measurement.
public final class SensorEvent {
  /// `SensorManager.SENSOR_STATUS_…`.
  public let accuracy: Int32
  public let sensor: Sensor
  /// When it was measured: nanoseconds of `SystemClock.elapsedRealtimeNanos()`.
  public let timestamp: Int64
  /// m/s² or rad/s along x, y and z.
  public let values: [Float]

  init(_ sensor: Sensor, timestamp: Int64, values: [Float]) {
    accuracy = SensorManager.SENSOR_STATUS_ACCURACY_HIGH
    self.sensor = sensor
    self.timestamp = timestamp
    self.values = values
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
