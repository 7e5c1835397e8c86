/// A sensor of an Android phone.
public struct AndroidSensor: Sendable, Hashable {
  public var kind: MotionSensor
  /// Whether its events wake a sleeping CPU.
  public var isWakeUp: Bool

  public init(_ kind: MotionSensor, isWakeUp: Bool = false) {
    self.kind = kind
    self.isWakeUp = isWakeUp
  }

  /// In the order of `SensorManager.getSensorList`.
  public static let all: [AndroidSensor] = MotionSensor.allCases.flatMap {
    [AndroidSensor($0), AndroidSensor($0, isWakeUp: true)]
  }

  /// When it has an event: motion sensors measure all the time.
  public var reportingMode: SensorReportingMode { .continuous }

  /// What the trace calls it.
  var stream: String { isWakeUp ? "\(kind.rawValue) (wake-up)" : kind.rawValue }
}

/// One event of a sensor.
public struct AndroidSensorReading: Sendable, Hashable {
  /// When it was measured, in nanoseconds of `SystemClock.elapsedRealtimeNanos()`.
  public var timestamp: Int64
  /// In the units of Android: m/s², rad/s.
  public var values: SIMD3<Double>
}

/// Receives the events of one sensor, on the process's main queue.
public protocol AndroidSensorEventReceiver: AnyObject {
  func received(_ reading: AndroidSensorReading)
  /// What was in the FIFO at `flush` has come.
  func flushed()
}
