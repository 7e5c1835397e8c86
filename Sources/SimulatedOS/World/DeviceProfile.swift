/// A device model with its system version: the constants its services follow.
public struct DeviceProfile: Sendable, Hashable {
  /// Such as `iPhone`.
  public var model: String
  /// Such as `17.0`.
  public var systemVersion: String
  public var lifecycle: LifecyclePolicy
  public var backgroundTasks: BackgroundTaskPolicy
  public var location: LocationPolicy
  public var transfer: TransferPolicy
  public var bluetooth: BluetoothPolicy
  /// How long a reboot takes until the person could unlock the device (assumed).
  public var bootDuration: Duration = .seconds(30)
  /// Battery capacity that is used per hour with continuous sensors (assumed).
  public var batteryDrainPerHour: Double = 0.03

  /// An iPhone with an iOS version from 6.0 on.
  public static func iPhone(iOS version: Double) -> DeviceProfile {
    let major = Int(version)
    return DeviceProfile(
      model: "iPhone", systemVersion: "\(version)", lifecycle: LifecyclePolicy(),
      backgroundTasks: BackgroundTaskPolicy(iOS: major), location: LocationPolicy(iOS: version),
      transfer: TransferPolicy(), bluetooth: BluetoothPolicy(iOS: version))
  }
}
