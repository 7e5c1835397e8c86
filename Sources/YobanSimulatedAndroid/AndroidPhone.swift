import YobanPlatformProfiles
import YobanSimulatedDevices

/// An Android phone.
///
/// Sendable like `Device`.
public final class AndroidPhone: Device, @unchecked Sendable {
  /// Processes, services, power, alarms and jobs.
  public private(set) lazy var android = AndroidService(self)
  /// The sensors, as `SensorManager` sees them.
  public private(set) lazy var sensors = AndroidSensorService(self)
  /// Scans, connections and companion devices.
  public private(set) lazy var bluetooth = AndroidBluetoothService(self)

  override init(_ name: String, _ profile: DeviceProfile, in world: World) {
    super.init(name, profile, in: world)
    ownPeer = bluetooth.ownPeer
    services = [motion, transfer, android, sensors, bluetooth]
    world.radio.add(bluetooth)
  }
}

extension World {
  /// Adds an Android phone that is switched on and unlocked.
  ///
  /// - Throws: `WorldError` if the name is not unique in the world, or the profile is not that of
  ///   an Android phone.
  public func addAndroidPhone(_ name: String, _ profile: DeviceProfile) throws -> AndroidPhone {
    try add(name, profile, .android, AndroidPhone.init)
  }
}

extension InstalledApp {
  /// The device of this app, which uses Android's classes.
  package var androidPhone: AndroidPhone {
    guard let phone = device as? AndroidPhone else {
      preconditionFailure("\(definition.name) uses Android's classes, but runs on Apple's system")
    }
    return phone
  }
}
