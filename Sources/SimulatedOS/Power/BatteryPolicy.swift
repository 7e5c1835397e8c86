/// The battery consumption of a device (WK11). All shares are of a full battery, from 0 to 1.
///
/// A phone always uses `DeviceProfile.batteryDrainPerHour`, which includes its sensors: its other
/// shares are 0, and it does not shut down. A scenario may set other values.
public struct BatteryPolicy: Sendable, Hashable {
  /// The time that a full battery lasts without continuous sensors, as the vendor states it; nil if
  /// `DeviceProfile.batteryDrainPerHour` applies.
  public var ratedDuration: Duration?
  /// The `ratedDuration` of an Apple Watch Ultra.
  public var ultraRatedDuration: Duration?
  /// The share per hour for each accelerometer sample per second.
  public var accelerometerDrain: Double
  /// The share per hour for each gyroscope sample per second.
  public var gyroscopeDrain: Double
  /// The share per hour for each magnetometer sample per second.
  public var magnetometerDrain: Double
  /// The share per hour while a workout session runs.
  public var workoutDrain: Double
  /// The share per million bytes sent or received over Bluetooth.
  public var bluetoothDrain: Double
  /// The share per million bytes sent or received over Wi-Fi.
  public var wifiDrain: Double
  /// The share per million bytes sent or received over a mobile network.
  public var cellularDrain: Double
  /// Whether the device shuts down when its battery is empty.
  public var shutsDownWhenEmpty: Bool
  /// The charge that an empty battery must reach before the device boots by itself on its charger.
  public var bootLevel: Double

  /// The policy of a phone: no consumption beyond `DeviceProfile.batteryDrainPerHour`.
  public static let phone = BatteryPolicy()

  private init() {
    ratedDuration = nil
    ultraRatedDuration = nil
    accelerometerDrain = 0
    gyroscopeDrain = 0
    magnetometerDrain = 0
    workoutDrain = 0
    bluetoothDrain = 0
    wifiDrain = 0
    cellularDrain = 0
    shutsDownWhenEmpty = false
    bootLevel = WatchMotionFacts.bootLevel(0)
  }

  /// Creates the policy of a watch with a watchOS version.
  public init(watchOS version: SystemVersion) {
    ratedDuration = WatchMotionFacts.ratedDuration(version)
    ultraRatedDuration = WatchMotionFacts.ultraRatedDuration(version)
    accelerometerDrain = WatchMotionFacts.accelerometerDrain(version)
    gyroscopeDrain = WatchMotionFacts.gyroscopeDrain(version)
    magnetometerDrain = WatchMotionFacts.magnetometerDrain(version)
    workoutDrain = WatchMotionFacts.workoutDrain(version)
    bluetoothDrain = WatchMotionFacts.bluetoothDrain(version)
    wifiDrain = WatchMotionFacts.wifiDrain(version)
    cellularDrain = WatchMotionFacts.cellularDrain(version)
    shutsDownWhenEmpty = WatchMotionFacts.shutsDownWhenEmpty(version)
    bootLevel = WatchMotionFacts.bootLevel(version)
  }
}
