internal import YobanSimulatedAndroid

/// `android.hardware.Sensor`: a source of sensor events.
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
    case .magnetometer: "android.sensor.magnetic_field"
    }
  }

  public func getName() -> String {
    let name: String =
      switch description.kind {
      case .accelerometer: "Simulated Accelerometer"
      case .gyroscope: "Simulated Gyroscope"
      case .magnetometer: "Simulated Magnetometer"
      }
    return description.isWakeUp ? "\(name) (wake-up)" : name
  }

  public func getVendor() -> String { "Yoban" }

  /// Returns whether the sensor's events wake a sleeping CPU (AN16).
  public func isWakeUpSensor() -> Bool { description.isWakeUp }

  /// Returns the number of events that the sensor's FIFO holds for a listener. With 0, there is no
  /// FIFO and `maxReportLatencyUs` has no effect (AN16).
  public func getFifoMaxEventCount() -> Int32 { Int32(service.fifoEventCount(of: description)) }

  /// Returns the number of events reserved for this sensor: the whole FIFO.
  public func getFifoReservedEventCount() -> Int32 { getFifoMaxEventCount() }

  /// Returns the shortest interval between two events, in microseconds.
  public func getMinDelay() -> Int32 { Int32(service.minDelay(of: description)) }

  public func getReportingMode() -> Int32 { description.reportingMode.rawValue }
}

extension AndroidSensor {
  var type: Int32 {
    switch kind {
    case .accelerometer: Sensor.TYPE_ACCELEROMETER
    case .gyroscope: Sensor.TYPE_GYROSCOPE
    case .magnetometer: 2
    }
  }
}
