import YobanPlatformProfiles
import YobanSimulatedDevices

/// An Android phone.
///
/// Sendable like `Device`.
public final class AndroidPhone: Device, @unchecked Sendable {
  init(_ name: String, _ profile: DeviceProfile, in world: World) {
    super.init(
      name, profile, in: world,
      services: [
        ServiceEntry(MotionService.init), ServiceEntry(TransferService.init),
        ServiceEntry(AndroidService.init), ServiceEntry(AndroidSensorService.init),
        ServiceEntry(AndroidBluetoothService.init), ServiceEntry(NetworkService.init),
      ])
    ownPeer = bluetooth.ownPeer
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

extension AndroidPhone {
  /// Processes, services, power, alarms and jobs.
  public var android: AndroidService { self[AndroidService.self] }
  /// The sensors, as `SensorManager` sees them.
  public var sensors: AndroidSensorService { self[AndroidSensorService.self] }
  /// Scans, connections and companion devices.
  public var bluetooth: AndroidBluetoothService { self[AndroidBluetoothService.self] }
}

extension World {
  /// Adds an Android phone that is switched on and unlocked.
  ///
  /// - Throws: `WorldError` if the name is not unique in the world, or the profile is not that of
  ///   an Android phone.
  public func addAndroidPhone(_ name: String, _ profile: DeviceProfile) throws -> AndroidPhone {
    try add(name, profile, .android) { AndroidPhone($0, $1, in: $2) }
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
