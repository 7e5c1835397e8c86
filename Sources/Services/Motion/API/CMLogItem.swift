import Foundation

/// A measurement at one time.
///
/// As at Apple, neither this class nor its subclasses are Sendable. Copy the values before you pass
/// them to another isolation.
open class CMLogItem: NSObject, NSCopying, NSSecureCoding {
  /// Seconds since the device booted.
  open private(set) var timestamp: TimeInterval

  init(timestamp: TimeInterval) {
    self.timestamp = timestamp
    super.init()
  }

  public override convenience init() { self.init(timestamp: 0) }

  /// Returns the object itself, because it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard coder.containsValue(forKey: "timestamp") else { return nil }
    timestamp = coder.decodeDouble(forKey: "timestamp")
    super.init()
  }

  open func encode(with coder: NSCoder) { coder.encode(timestamp, forKey: "timestamp") }
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
  open private(set) var acceleration: CMAcceleration

  init(timestamp: TimeInterval, _ values: SIMD3<Double>) {
    acceleration = CMAcceleration(values)
    super.init(timestamp: timestamp)
  }

  public convenience init() { self.init(timestamp: 0, .zero) }

  public required init?(coder: NSCoder) {
    guard let values = coder.vector("acceleration") else { return nil }
    acceleration = CMAcceleration(values)
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(SIMD3(acceleration.x, acceleration.y, acceleration.z), "acceleration")
  }
}

/// A reading of the gyroscope.
open class CMGyroData: CMLogItem {
  open private(set) var rotationRate: CMRotationRate

  init(timestamp: TimeInterval, _ values: SIMD3<Double>) {
    rotationRate = CMRotationRate(values)
    super.init(timestamp: timestamp)
  }

  public convenience init() { self.init(timestamp: 0, .zero) }

  public required init?(coder: NSCoder) {
    guard let values = coder.vector("rotationRate") else { return nil }
    rotationRate = CMRotationRate(values)
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(SIMD3(rotationRate.x, rotationRate.y, rotationRate.z), "rotationRate")
  }
}

/// A reading of the magnetometer: the earth's field in the device's axes.
open class CMMagnetometerData: CMLogItem {
  open private(set) var magneticField: CMMagneticField

  init(timestamp: TimeInterval, _ values: SIMD3<Double>) {
    magneticField = CMMagneticField(values)
    super.init(timestamp: timestamp)
  }

  public convenience init() { self.init(timestamp: 0, .zero) }

  public required init?(coder: NSCoder) {
    guard let values = coder.vector("magneticField") else { return nil }
    magneticField = CMMagneticField(values)
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(SIMD3(magneticField.x, magneticField.y, magneticField.z), "magneticField")
  }
}

public typealias CMAccelerometerHandler = (CMAccelerometerData?, (any Error)?) -> Void
public typealias CMGyroHandler = (CMGyroData?, (any Error)?) -> Void
public typealias CMMagnetometerHandler = (CMMagnetometerData?, (any Error)?) -> Void
