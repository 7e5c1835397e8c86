// All simulated systems in one import, for code that plays with devices of every platform.
@_exported public import YobanSimulatedAndroid
@_exported public import YobanSimulatedApple

extension World {
  /// Adds a device of the profile's platform.
  package func addDevice(_ name: String, _ profile: DeviceProfile) throws -> Device {
    switch profile.platform {
    case .iOS: try addPhone(name, profile)
    case .watchOS: try addWatch(name, profile)
    case .android: try addAndroidPhone(name, profile)
    }
  }
}
