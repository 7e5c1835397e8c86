import Foundation
internal import SimulatedOS

/// A magnetic field in microteslas.
public struct CMMagneticField: Sendable {
  public var x, y, z: Double
  public init() { self.init(x: 0, y: 0, z: 0) }
  public init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }
}

/// How far a magnetic field can be relied on.
@nonexhaustive public enum CMMagneticFieldCalibrationAccuracy: Int32, Sendable {
  case uncalibrated = -1
  case low = 0
  case medium = 1
  case high = 2
}

/// A magnetic field without the device's own.
public struct CMCalibratedMagneticField: Sendable {
  public var field: CMMagneticField
  public var accuracy: CMMagneticFieldCalibrationAccuracy
  public init() { self.init(field: CMMagneticField(), accuracy: .low) }
  public init(field: CMMagneticField, accuracy: CMMagneticFieldCalibrationAccuracy) {
    (self.field, self.accuracy) = (field, accuracy)
  }
}

/// How the device lies and moves at a moment.
open class CMDeviceMotion: CMLogItem {
  /// Where the sensors are.
  @nonexhaustive public enum SensorLocation: Int, Sendable {
    case `default` = 0
    case headphoneLeft = 1
    case headphoneRight = 2
  }

  private let reading: DeviceMotionReading

  public private(set) lazy var attitude = CMAttitude(
    roll: reading.roll, pitch: reading.pitch, yaw: reading.yaw)
  /// Radians per second about the device's axes.
  open var rotationRate: CMRotationRate { CMRotationRate(reading.rotationRate) }
  /// Units of g in the device's axes; of length 1.
  open var gravity: CMAcceleration { CMAcceleration(reading.gravity) }
  /// Units of g; with `gravity` it adds up to what the accelerometer measures.
  open var userAcceleration: CMAcceleration { CMAcceleration(reading.userAcceleration) }

  init(_ reading: DeviceMotionReading) {
    self.reading = reading
    super.init(timestamp: reading.timestamp)
  }

  /// With an attitude of its own, as it was measured (assumed).
  open override func copy(with zone: NSZone? = nil) -> Any { CMDeviceMotion(reading) }

  /// Uncalibrated and zero, as on a device without a magnetometer.
  open var magneticField: CMCalibratedMagneticField {
    CMCalibratedMagneticField(field: CMMagneticField(), accuracy: .uncalibrated)
  }
  /// −1, as always with the reference frame `xArbitraryZVertical`.
  open var heading: Double { -1 }
  open var sensorLocation: SensorLocation { .default }
}

public typealias CMDeviceMotionHandler = (CMDeviceMotion?, (any Error)?) -> Void
