import Foundation

/// A rotation as a unit quaternion.
public struct CMQuaternion: Sendable {
  public var x, y, z, w: Double
  public init() { self.init(x: 0, y: 0, z: 0, w: 0) }
  public init(x: Double, y: Double, z: Double, w: Double) {
    (self.x, self.y, self.z, self.w) = (x, y, z, w)
  }
}

/// A rotation as a matrix that transforms a vector from the reference frame to the device's axes.
public struct CMRotationMatrix: Sendable {
  public var m11, m12, m13, m21, m22, m23, m31, m32, m33: Double

  public init() {
    self.init(m11: 0, m12: 0, m13: 0, m21: 0, m22: 0, m23: 0, m31: 0, m32: 0, m33: 0)
  }

  public init(
    m11: Double, m12: Double, m13: Double, m21: Double, m22: Double, m23: Double, m31: Double,
    m32: Double,
    m33: Double
  ) {
    (self.m11, self.m12, self.m13) = (m11, m12, m13)
    (self.m21, self.m22, self.m23) = (m21, m22, m23)
    (self.m31, self.m32, self.m33) = (m31, m32, m33)
  }
}

/// The reference frame of an attitude. The z axis is vertical in all of them.
public struct CMAttitudeReferenceFrame: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The z axis is vertical. The x axis has the direction that it had when updates began.
  public static var xArbitraryZVertical: CMAttitudeReferenceFrame { .init(rawValue: 1 << 0) }
  /// As above, without drift. A simulated gyroscope does not drift.
  public static var xArbitraryCorrectedZVertical: CMAttitudeReferenceFrame {
    .init(rawValue: 1 << 1)
  }
  /// The x axis points to magnetic north when updates begin.
  public static var xMagneticNorthZVertical: CMAttitudeReferenceFrame { .init(rawValue: 1 << 2) }
  /// The x axis points to true north when updates begin. Here it is that of magnetic north.
  public static var xTrueNorthZVertical: CMAttitudeReferenceFrame { .init(rawValue: 1 << 3) }
}

/// The orientation of the device relative to a reference frame: a rotation by yaw about the
/// vertical, then by pitch about the x axis, then by roll about the y axis.
open class CMAttitude: NSObject, NSCopying, NSSecureCoding {
  /// Transforms a vector from the device's axes to the reference frame; has length 1.
  private var rotation: Quaternion

  init(roll: Double, pitch: Double, yaw: Double) {
    rotation =
      Quaternion(yaw, about: SIMD3(0, 0, 1)) * Quaternion(pitch, about: SIMD3(1, 0, 0))
      * Quaternion(roll, about: SIMD3(0, 1, 0))
  }

  private init(_ rotation: Quaternion) { self.rotation = rotation }

  open func copy(with zone: NSZone? = nil) -> Any { CMAttitude(rotation) }

  /// The rotation about the y axis in radians, −π to π.
  open var roll: Double { atan2(-rotationMatrix.m13, rotationMatrix.m33) }
  /// The rotation about the x axis in radians, −π/2 to π/2.
  open var pitch: Double { asin(min(1, max(-1, rotationMatrix.m23))) }
  /// The rotation about the vertical in radians, −π to π.
  open var yaw: Double { atan2(-rotationMatrix.m21, rotationMatrix.m22) }

  open var quaternion: CMQuaternion {
    CMQuaternion(
      x: rotation.vector.x, y: rotation.vector.y, z: rotation.vector.z, w: rotation.scalar)
  }

  open var rotationMatrix: CMRotationMatrix {
    let (x, y, z, w) = (rotation.vector.x, rotation.vector.y, rotation.vector.z, rotation.scalar)
    return CMRotationMatrix(
      m11: 1 - 2 * (y * y + z * z), m12: 2 * (x * y + w * z), m13: 2 * (x * z - w * y),
      m21: 2 * (x * y - w * z), m22: 1 - 2 * (x * x + z * z), m23: 2 * (y * z + w * x),
      m31: 2 * (x * z + w * y), m32: 2 * (y * z - w * x), m33: 1 - 2 * (x * x + y * y))
  }

  /// Makes this attitude relative to another: it becomes the rotation from that one to this one.
  open func multiply(byInverseOf attitude: CMAttitude) {
    rotation = attitude.rotation.conjugate * rotation
  }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let vector = coder.vector("rotation") else { return nil }
    rotation = Quaternion(vector, coder.decodeDouble(forKey: "scalar"))
  }

  open func encode(with coder: NSCoder) {
    coder.encode(rotation.vector, "rotation")
    coder.encode(rotation.scalar, forKey: "scalar")
  }
}

/// A unit quaternion.
struct Quaternion {
  var vector: SIMD3<Double>
  var scalar: Double

  /// - Parameter axis: A vector of length 1.
  init(_ radians: Double, about axis: SIMD3<Double>) {
    vector = axis * sin(radians / 2)
    scalar = cos(radians / 2)
  }

  init(_ vector: SIMD3<Double>, _ scalar: Double) {
    (self.vector, self.scalar) = (vector, scalar)
  }

  var conjugate: Quaternion { Quaternion(-vector, scalar) }

  static func * (a: Quaternion, b: Quaternion) -> Quaternion {
    let (u, v) = (a.vector, b.vector)
    let cross = SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
    return Quaternion(v * a.scalar + u * b.scalar + cross, a.scalar * b.scalar - (u * v).sum())
  }
}
