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

  public override func isGranted(_ permission: PrivacyPermission, to app: InstalledApp) -> Bool {
    !granted(permission, to: app).isEmpty
  }

  /// The names of permissions that were withdrawn, by app and permission, so that the same are given back.
  private var withdrawn: [String: [String]] = [:]

  @discardableResult
  public override func withdraw(
    _ permission: PrivacyPermission, from app: InstalledApp
  ) -> Bool {
    let names = granted(permission, to: app)
    guard !names.isEmpty else { return false }
    withdrawn["\(app.definition.bundleIdentifier) \(permission)"] = names
    for name in names { refuse(name, to: app) }
    return true
  }

  public override func giveBack(_ permission: PrivacyPermission, to app: InstalledApp) {
    let names = withdrawn.removeValue(forKey: "\(app.definition.bundleIdentifier) \(permission)")
    for name in names ?? [] { grant(name, to: app) }
  }

  public override func suspendEarly(_ app: InstalledApp) { freeze(app) }
  public override func endAsUser(_ app: InstalledApp) async { forceStop(app) }
  public override func endAsUserAtOnce(_ app: InstalledApp) { forceStop(app) }
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
