/// A channel of a recording as Motion-BIDS describes it (bids-specification.readthedocs.io, "Motion").
public struct MotionChannel: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    case acceleration = "ACCEL"
    case rotationRate = "GYRO"
    case magneticField = "MAGN"
    case orientation = "ORNT"
    case latency = "LATENCY"
    case other = "MISC"
  }

  public let name: String
  public let kind: Kind
  /// `x`, `y`, `z`, `quat_w` and so on, or `n/a`.
  public let component: String
  /// The unit as BIDS writes it. An acceleration in g is converted, because g is the gram there.
  public let unit: String
  private let acceleration: Acceleration?

  /// The time of a sample after the first one.
  static func latency(_ name: String) -> MotionChannel {
    MotionChannel(name: name, kind: .latency, component: "n/a", unit: "s", acceleration: nil)
  }

  /// Describes a channel by its name and its unit.
  public init(_ name: String, unit: String) {
    let axis = Self.axis(of: name)
    let quaternion = Self.quaternionPart(of: name)
    let angle = ["roll": "x", "pitch": "y", "yaw": "z"][name.lowercased()]
    let acceleration = Acceleration(unit: unit)
    switch unit {
    case _ where acceleration != nil && axis != nil:
      self.init(
        name: name, kind: .acceleration, component: axis!, unit: "m/s^2", acceleration: acceleration
      )
    case "rad/s" where axis != nil, "deg/s" where axis != nil:
      self.init(name: name, kind: .rotationRate, component: axis!, unit: unit)
    case "µT" where axis != nil, "uT" where axis != nil:
      self.init(name: name, kind: .magneticField, component: axis!, unit: "µT")
    case "rad" where angle != nil, "deg" where angle != nil:
      self.init(name: name, kind: .orientation, component: angle!, unit: unit)
    case "" where quaternion != nil:
      self.init(name: name, kind: .orientation, component: quaternion!, unit: "n/a")
    default:
      self.init(name: name, kind: .other, component: "n/a", unit: unit.isEmpty ? "n/a" : unit)
    }
  }

  private init(
    name: String, kind: Kind, component: String, unit: String, acceleration: Acceleration? = nil
  ) {
    self.name = name
    self.kind = kind
    self.component = component
    self.unit = unit
    self.acceleration = acceleration
  }

  /// Whether the channel describes a movement.
  public var isMotion: Bool { kind != .other && kind != .latency }

  /// Returns a value as the file has it; `n/a` for none.
  func text(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "n/a" }
    return (acceleration?.metersPerSecondSquared(value) ?? value).description
  }

  /// The axis at the end of a name: `x`, `accelerationX`, `rate_z`.
  private static func axis(of name: String) -> String? {
    guard let last = name.last, "xyzXYZ".contains(last) else { return nil }
    let isApart = name.count == 1 || last.isUppercase || "_-. ".contains(name.dropLast().last!)
    return isApart ? last.lowercased() : nil
  }

  /// The part of a quaternion: `qw`, `quaternionX`.
  private static func quaternionPart(of name: String) -> String? {
    guard let match = name.wholeMatch(of: /q(?:uat(?:ernion)?_?)?([wxyzWXYZ])/) else { return nil }
    return "quat_" + match.1.lowercased()
  }
}
