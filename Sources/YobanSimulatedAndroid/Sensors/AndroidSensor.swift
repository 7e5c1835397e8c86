import YobanMotion
import YobanSimulatedDevices

/// A sensor of an Android phone.
package struct AndroidSensor: Sendable, Hashable {
  package var kind: MotionSensor
  /// Whether its events wake a sleeping CPU.
  package var isWakeUp: Bool

  package init(_ kind: MotionSensor, isWakeUp: Bool = false) {
    self.kind = kind
    self.isWakeUp = isWakeUp
  }

  /// All sensors, in the order of `SensorManager.getSensorList`. The magnetometer is not one of
  /// them.
  package static let all: [AndroidSensor] = [MotionSensor.accelerometer, .gyroscope].flatMap {
    [AndroidSensor($0), AndroidSensor($0, isWakeUp: true)]
  }

  /// The reporting mode: motion sensors measure continuously.
  package var reportingMode: SensorReportingMode { .continuous }

  /// The name in a trace.
  var stream: String { isWakeUp ? "\(kind.rawValue) (wake-up)" : kind.rawValue }
}

/// One event of a sensor.
package struct AndroidSensorReading: Sendable, Hashable {
  /// The time of the measurement, in nanoseconds of `SystemClock.elapsedRealtimeNanos()`.
  package var timestamp: Int64
  /// The values in Android's units: m/s², rad/s.
  package var values: SIMD3<Double>
}

/// Receives the events of one sensor, on the process's main queue.
package protocol AndroidSensorEventReceiver: AnyObject {
  func received(_ reading: AndroidSensorReading)
  /// The events that the FIFO held at `flush` have been delivered.
  func flushed()
}
