internal import SimulatedOS

/// `android.hardware.Sensor`: what can be listened to.
public final class Sensor {
  public static let TYPE_ACCELEROMETER: Int32 = 1
  public static let TYPE_GYROSCOPE: Int32 = 4
  public static let TYPE_ALL: Int32 = -1
  public static let STRING_TYPE_ACCELEROMETER = "android.sensor.accelerometer"
  public static let STRING_TYPE_GYROSCOPE = "android.sensor.gyroscope"

  public static let REPORTING_MODE_CONTINUOUS: Int32 = 0
  public static let REPORTING_MODE_ON_CHANGE: Int32 = 1
  public static let REPORTING_MODE_ONE_SHOT: Int32 = 2
  public static let REPORTING_MODE_SPECIAL_TRIGGER: Int32 = 3

  let description: AndroidSensor
  private let service: AndroidSensorService

  init(_ description: AndroidSensor, _ service: AndroidSensorService) {
    self.description = description
    self.service = service
  }

  public func getType() -> Int32 { description.type }

  public func getStringType() -> String {
    switch description.kind {
    case .accelerometer: Self.STRING_TYPE_ACCELEROMETER
    case .gyroscope: Self.STRING_TYPE_GYROSCOPE
    }
  }

  public func getName() -> String {
    let name: String =
      switch description.kind {
      case .accelerometer: "Simulated Accelerometer"
      case .gyroscope: "Simulated Gyroscope"
      }
    return description.isWakeUp ? "\(name) (wake-up)" : name
  }

  public func getVendor() -> String { "Yoban" }

  /// Whether its events wake a sleeping CPU (AN16).
  public func isWakeUpSensor() -> Bool { description.isWakeUp }

  /// Events that its FIFO holds for a listener; 0: it has none, and `maxReportLatencyUs` no effect
  /// (AN16).
  public func getFifoMaxEventCount() -> Int32 { Int32(service.fifoEventCount(of: description)) }

  /// Events that are kept for it alone: as many as it holds.
  public func getFifoReservedEventCount() -> Int32 { getFifoMaxEventCount() }

  /// Microseconds between two events at its fastest.
  public func getMinDelay() -> Int32 { Int32(service.minDelay(of: description)) }

  public func getReportingMode() -> Int32 { description.reportingMode.rawValue }
}

extension AndroidSensor {
  var type: Int32 {
    switch kind {
    case .accelerometer: Sensor.TYPE_ACCELEROMETER
    case .gyroscope: Sensor.TYPE_GYROSCOPE
    }
  }
}
