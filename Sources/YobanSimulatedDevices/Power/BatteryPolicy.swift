import YobanPlatformProfiles

/// The battery consumption of a device (WK11). All shares are of a full battery, from 0 to 1.
///
/// By default, a phone uses only `DeviceProfile.batteryDrainPerHour`, which includes its sensors:
/// its other shares are 0, and it does not shut down. A scenario may change this.
public struct BatteryPolicy: Policy, Sendable, Hashable {
  /// The time that a full battery lasts without continuous sensors, as the vendor states it; nil if
  /// `DeviceProfile.batteryDrainPerHour` applies.
  @Fact(
    "a full battery lasts without continuous sensors", "WK11",
    .always(.seconds(18 * 3600), .reported))
  public var ratedDuration: Duration?
  /// The `ratedDuration` of an Apple Watch Ultra.
  @Fact(
    "a full Apple Watch Ultra battery lasts without continuous sensors", "WK11",
    .always(.seconds(36 * 3600), .reported))
  public var ultraRatedDuration: Duration?
  /// The share per hour for each accelerometer sample per second.
  @Fact(
    "share used per hour for each accelerometer sample per second", "WK11",
    .always(0.00005, .assumed))
  public var accelerometerDrain: Double
  /// The share per hour for each gyroscope sample per second.
  @Fact(
    "share used per hour for each gyroscope sample per second", "WK11", .always(0.0001, .assumed))
  public var gyroscopeDrain: Double
  /// The share per hour for each magnetometer sample per second.
  @Fact(
    "share used per hour for each magnetometer sample per second", "WK11",
    .always(0.0001, .assumed))
  public var magnetometerDrain: Double
  /// The share per hour while a workout session runs.
  @Fact("share used per hour by a workout session", "WK11", .always(0.004, .assumed))
  public var workoutDrain: Double
  /// The share per million bytes sent or received over Bluetooth.
  @Fact("share used per million bytes over Bluetooth", "WK11", .always(0.0003, .assumed))
  public var bluetoothDrain: Double
  /// The share per million bytes sent or received over Wi-Fi.
  @Fact("share used per million bytes over Wi-Fi", "WK11", .always(0.0002, .assumed))
  public var wifiDrain: Double
  /// The share per million bytes sent or received over a mobile network.
  @Fact("share used per million bytes over a mobile network", "WK11", .always(0.001, .assumed))
  public var cellularDrain: Double
  /// Whether the device shuts down when its battery is empty.
  @Fact("the device shuts down when its battery is empty", "WK11", .always(true, .assumed))
  public var shutsDownWhenEmpty: Bool
  /// The charge that an empty battery must reach before the device boots by itself on its charger.
  @Fact("share at which an empty device boots on its charger", "WK11", .always(0.02, .assumed))
  public var bootLevel: Double

  /// The policy of a phone: no consumption beyond `DeviceProfile.batteryDrainPerHour`.
  public static let phone = {
    var policy = BatteryPolicy(watchOS: 0)  // bootLevel is the same in every version
    policy.ratedDuration = nil
    policy.ultraRatedDuration = nil
    policy.accelerometerDrain = 0
    policy.gyroscopeDrain = 0
    policy.magnetometerDrain = 0
    policy.workoutDrain = 0
    policy.bluetoothDrain = 0
    policy.wifiDrain = 0
    policy.cellularDrain = 0
    policy.shutsDownWhenEmpty = false
    return policy
  }()

  /// Creates the policy of a watch with a watchOS version.
  public init(watchOS version: SystemVersion) { self.init(for: version) }

  package init() {}

  package init(of profile: DeviceProfile) {
    self = profile.platform == .watchOS ? Self(watchOS: profile.version) : .phone
  }

  package static var isOfSystem: Bool { false }
}

extension DeviceProfile {
  /// The consumers of the battery.
  public var battery: BatteryPolicy {
    get { self[BatteryPolicy.self] }
    set { self[BatteryPolicy.self] = newValue }
  }
}
