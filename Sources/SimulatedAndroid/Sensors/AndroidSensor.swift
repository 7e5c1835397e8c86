import SimulatedDevices

/// A sensor of an Android phone.
public struct AndroidSensor: Sendable, Hashable {
  public var kind: MotionSensor
  /// Whether its events wake a sleeping CPU.
  public var isWakeUp: Bool

  public init(_ kind: MotionSensor, isWakeUp: Bool = false) {
    self.kind = kind
    self.isWakeUp = isWakeUp
  }

  /// All sensors, in the order of `SensorManager.getSensorList`. The magnetometer is not one of
  /// them.
  public static let all: [AndroidSensor] = [MotionSensor.accelerometer, .gyroscope].flatMap {
    [AndroidSensor($0), AndroidSensor($0, isWakeUp: true)]
  }

  /// The reporting mode: motion sensors measure continuously.
  public var reportingMode: SensorReportingMode { .continuous }

  /// The name in a trace.
  var stream: String { isWakeUp ? "\(kind.rawValue) (wake-up)" : kind.rawValue }
}

/// One event of a sensor.
public struct AndroidSensorReading: Sendable, Hashable {
  /// The time of the measurement, in nanoseconds of `SystemClock.elapsedRealtimeNanos()`.
  public var timestamp: Int64
  /// The values in Android's units: m/s², rad/s.
  public var values: SIMD3<Double>
}

/// Receives the events of one sensor, on the process's main queue.
public protocol AndroidSensorEventReceiver: AnyObject {
  func received(_ reading: AndroidSensorReading)
  /// The events that the FIFO held at `flush` have been delivered.
  func flushed()
}
