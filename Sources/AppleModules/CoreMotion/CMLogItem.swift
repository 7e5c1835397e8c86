import Foundation

/// A measurement at one time.
///
/// As at Apple, neither this class nor its subclasses are Sendable. Copy the values before you pass
/// them to another isolation.
open class CMLogItem: NSObject, NSCopying {
  /// Seconds since the device booted.
  public let timestamp: TimeInterval

  init(timestamp: TimeInterval) {
    self.timestamp = timestamp
    super.init()
  }

  /// Returns the object itself, because it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// An acceleration in units of g (9.81 m/s²).
public struct CMAcceleration: Sendable {
  public var x, y, z: Double
  public init() { self.init(x: 0, y: 0, z: 0) }
  public init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }
  init(_ values: SIMD3<Double>) { self.init(x: values.x, y: values.y, z: values.z) }
}

/// A rotation rate in radians per second.
public struct CMRotationRate: Sendable {
  public var x, y, z: Double
  public init() { self.init(x: 0, y: 0, z: 0) }
  public init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }
  init(_ values: SIMD3<Double>) { self.init(x: values.x, y: values.y, z: values.z) }
}

/// A magnetic field in microteslas.
public struct CMMagneticField: Sendable {
  public var x, y, z: Double
  public init() { self.init(x: 0, y: 0, z: 0) }
  public init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }
  init(_ values: SIMD3<Double>) { self.init(x: values.x, y: values.y, z: values.z) }
}

/// A reading of the accelerometer.
open class CMAccelerometerData: CMLogItem {
  public let acceleration: CMAcceleration

  init(timestamp: TimeInterval, _ values: SIMD3<Double>) {
    acceleration = CMAcceleration(values)
    super.init(timestamp: timestamp)
  }
}

/// A reading of the gyroscope.
open class CMGyroData: CMLogItem {
  public let rotationRate: CMRotationRate

  init(timestamp: TimeInterval, _ values: SIMD3<Double>) {
    rotationRate = CMRotationRate(values)
    super.init(timestamp: timestamp)
  }
}

/// A reading of the magnetometer: the earth's field in the device's axes.
open class CMMagnetometerData: CMLogItem {
  public let magneticField: CMMagneticField

  init(timestamp: TimeInterval, _ values: SIMD3<Double>) {
    magneticField = CMMagneticField(values)
    super.init(timestamp: timestamp)
  }
}

public typealias CMAccelerometerHandler = (CMAccelerometerData?, (any Error)?) -> Void
public typealias CMGyroHandler = (CMGyroData?, (any Error)?) -> Void
public typealias CMMagnetometerHandler = (CMMagnetometerData?, (any Error)?) -> Void
