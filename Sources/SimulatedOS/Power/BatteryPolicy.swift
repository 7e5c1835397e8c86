/// What empties a device's battery (WK11). All shares are of a full battery, from 0 to 1.
///
/// A phone uses `DeviceProfile.batteryDrainPerHour` whatever it does, which has its sensors in it: its
/// other shares are 0, and it does not shut down. A scenario sets what it needs.
public struct BatteryPolicy: Sendable, Hashable {
  /// How long a full battery lasts without continuous sensors, as the vendor rates it; nil where
  /// `DeviceProfile.batteryDrainPerHour` says what is used.
  public var ratedDuration: Duration?
  /// The same of an Apple Watch Ultra.
  public var ultraRatedDuration: Duration?
  /// Per hour for each accelerometer sample per second.
  public var accelerometerDrain: Double
  /// Per hour for each gyroscope sample per second.
  public var gyroscopeDrain: Double
  /// Per hour while a workout session runs.
  public var workoutDrain: Double
  /// Per million bytes sent or received over Bluetooth.
  public var bluetoothDrain: Double
  /// Per million bytes sent or received over Wi-Fi.
  public var wifiDrain: Double
  /// Per million bytes sent or received over a mobile network.
  public var cellularDrain: Double
  /// Whether the device goes down when its battery is empty.
  public var shutsDownWhenEmpty: Bool
  /// How full a battery that was empty must be before the device boots by itself on its charger.
  public var bootLevel: Double

  /// A phone's: nothing beyond `DeviceProfile.batteryDrainPerHour`.
  public static let phone = BatteryPolicy()

  private init() {
    ratedDuration = nil
    ultraRatedDuration = nil
    accelerometerDrain = 0
    gyroscopeDrain = 0
    workoutDrain = 0
    bluetoothDrain = 0
    wifiDrain = 0
    cellularDrain = 0
    shutsDownWhenEmpty = false
    bootLevel = WatchMotionFacts.bootLevel(0)
  }

  /// A watch's, by version of watchOS.
  public init(watchOS version: SystemVersion) {
    ratedDuration = WatchMotionFacts.ratedDuration(version)
    ultraRatedDuration = WatchMotionFacts.ultraRatedDuration(version)
    accelerometerDrain = WatchMotionFacts.accelerometerDrain(version)
    gyroscopeDrain = WatchMotionFacts.gyroscopeDrain(version)
    workoutDrain = WatchMotionFacts.workoutDrain(version)
    bluetoothDrain = WatchMotionFacts.bluetoothDrain(version)
    wifiDrain = WatchMotionFacts.wifiDrain(version)
    cellularDrain = WatchMotionFacts.cellularDrain(version)
    shutsDownWhenEmpty = WatchMotionFacts.shutsDownWhenEmpty(version)
    bootLevel = WatchMotionFacts.bootLevel(version)
  }
}
