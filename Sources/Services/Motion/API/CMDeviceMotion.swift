import Foundation
internal import YobanSimulatedApple

/// The reliability of a magnetic field value.
@nonexhaustive public enum CMMagneticFieldCalibrationAccuracy: Int32, Sendable {
  case uncalibrated = -1
  case low = 0
  case medium = 1
  case high = 2
}

/// A magnetic field without the field of the device itself.
public struct CMCalibratedMagneticField: Sendable {
  public var field: CMMagneticField
  public var accuracy: CMMagneticFieldCalibrationAccuracy
  public init() { self.init(field: CMMagneticField(), accuracy: .low) }
  public init(field: CMMagneticField, accuracy: CMMagneticFieldCalibrationAccuracy) {
    (self.field, self.accuracy) = (field, accuracy)
  }
}

/// The orientation and motion of the device at one time.
open class CMDeviceMotion: CMLogItem {
  /// The location of the sensors.
  @nonexhaustive public enum SensorLocation: Int, Sendable {
    case `default` = 0
    case headphoneLeft = 1
    case headphoneRight = 2
  }

  private let reading: DeviceMotionReading

  open private(set) lazy var attitude = CMAttitude(
    roll: reading.roll, pitch: reading.pitch, yaw: reading.yaw)
  /// The rotation about the device's axes, in radians per second.
  open var rotationRate: CMRotationRate { CMRotationRate(reading.rotationRate) }
  /// The direction of gravity in the device's axes, in units of g; has length 1.
  open var gravity: CMAcceleration { CMAcceleration(reading.gravity) }
  /// The acceleration in units of g. Its sum with `gravity` is the value that the accelerometer
  /// measures.
  open var userAcceleration: CMAcceleration { CMAcceleration(reading.userAcceleration) }

  init(_ reading: DeviceMotionReading) {
    self.reading = reading
    super.init(timestamp: reading.timestamp)
  }

  /// Returns a copy with its own attitude, as it was measured (assumed).
  open override func copy(with zone: NSZone? = nil) -> Any { CMDeviceMotion(reading) }

  /// Always uncalibrated and zero, because the only reference frame does not use the magnetometer.
  open var magneticField: CMCalibratedMagneticField {
    CMCalibratedMagneticField(field: CMMagneticField(), accuracy: .uncalibrated)
  }
  /// Always −1, as with the reference frame `xArbitraryZVertical`.
  open var heading: Double { -1 }
  open var sensorLocation: SensorLocation { .default }

  public required init?(coder: NSCoder) {
    guard let gravity = coder.vector("gravity"), let own = coder.vector("userAcceleration"),
      let rotationRate = coder.vector("rotationRate")
    else { return nil }
    reading = DeviceMotionReading(
      timestamp: coder.decodeDouble(forKey: "timestamp"), yaw: coder.decodeDouble(forKey: "yaw"),
      gravity: gravity, userAcceleration: own, rotationRate: rotationRate)
    super.init(coder: coder)
  }

  /// Encodes the motion with its attitude as it was measured, as `copy` does.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(reading.yaw, forKey: "yaw")
    coder.encode(reading.gravity, "gravity")
    coder.encode(reading.userAcceleration, "userAcceleration")
    coder.encode(reading.rotationRate, "rotationRate")
  }
}

public typealias CMDeviceMotionHandler = (CMDeviceMotion?, (any Error)?) -> Void
