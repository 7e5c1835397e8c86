import YobanMotion
import YobanNetwork
import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanVirtualTime

/// An Android phone.
public final class AndroidPhone: Device, @unchecked SimulationConfined {
  init(_ name: String, _ profile: DeviceProfile, in world: World) {
    super.init(name, profile, in: world, services: Self.services)
  }

  /// The order in which services receive an event is part of what a seed means.
  package static let services: [ServiceDeclaration] = [.motion, .transfer, .android, .network]
}

extension AndroidPhone {
  /// Processes, services, power, alarms and jobs.
  public var android: AndroidService { self[AndroidService.self] }
  /// The sensors, as `SensorManager` sees them.
  public var sensors: AndroidSensorService { self[AndroidSensorService.self] }
  /// Scans, connections and companion devices.
  public var bluetooth: AndroidBluetoothService { self[AndroidBluetoothService.self] }
  /// The health records of all apps.
  public var healthConnect: HealthConnectService { self[HealthConnectService.self] }
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

extension InstalledApp {
  /// The importance of the app's process to Android (AN7); `gone` without a process.
  public var importance: AndroidImportance {
    onAndroid("an importance", otherwise: .gone) { $0.android.importance(of: self) }
  }

  /// The standby bucket of the app (AN9).
  public var standbyBucket: StandbyBucket {
    onAndroid("a standby bucket", otherwise: .active) { $0.android.standbyBucket(of: self) }
  }

  /// The permissions that the user has granted the app in a dialog or in the settings, in alphabetical order,
  /// without `android.permission.`.
  public var grantedPermissions: [String] {
    onAndroid("permissions of Android", otherwise: []) { $0.permissionsGranted(to: self) }
  }

  /// Reads a value for a test. On an Apple device, reports a mistake of the test and returns `other`.
  private func onAndroid<Value>(
    _ what: String, otherwise other: Value, _ read: (AndroidPhone) -> Value
  ) -> Value {
    if let phone = device as? AndroidPhone { return read(phone) }
    Misuse.report("\(definition.name) runs on an Apple device: only an app on Android has \(what).")
    return other
  }
}
