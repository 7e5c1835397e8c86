import YobanPlatformProfiles
import YobanSimulatedDevices

extension World {
  /// Adds an iPhone that is switched on and unlocked.
  ///
  /// - Throws: `WorldError` if the name is not unique in the world, or the profile is not that of
  ///   an iPhone.
  public func addPhone(_ name: String, _ profile: DeviceProfile) throws -> Phone {
    try add(name, profile, .iOS, Phone.init)
  }

  /// Adds an Apple Watch that is switched on and unlocked.
  ///
  /// - Throws: `WorldError` if the name is not unique in the world, or the profile is not that of
  ///   a watch.
  public func addWatch(_ name: String, _ profile: DeviceProfile) throws -> Watch {
    try add(name, profile, .watchOS, Watch.init)
  }

  /// Pairs a watch with an iPhone. Each can have only one counterpart.
  ///
  /// - Throws: `WorldError.isPaired`, without any effect.
  public func pair(_ watch: Watch, with phone: Phone) throws {
    for device in [watch, phone] as [AppleDevice] {
      if let other = device.counterpart { throw WorldError.isPaired(device.name, with: other.name) }
    }
    watch.counterpart = phone
    phone.counterpart = watch
    watch.post(.power("paired with \(phone.name)"))
    watch.watchLink.link?.update()
  }
}
