import YobanVirtualTime

/// A device model with its system version, and the constants of its services.
///
/// The defaults are facts (`Fact`); docs/profiles.md lists them. A scenario can change them before
/// it adds the device.
public struct DeviceProfile: Sendable, Hashable {
  public let platform: Platform
  public let hardware: Hardware
  /// The version of the platform's system; an API level on Android.
  public let version: SystemVersion
  /// The policies that were changed. They stand in the folders of their services.
  private var policies = PolicyTable()
  /// The duration of a reboot, until the user can unlock the device (L17).
  @Fact("a reboot until it could be unlocked", "L17", .always(.seconds(30), .assumed))
  public var bootDuration: Duration
  /// The time since the device's last boot when a simulation begins (L17).
  @Fact(
    "how long the device has been up when a simulation begins", "L17",
    .always(.seconds(26 * 3600), .assumed))
  public var uptimeAtStart: Duration
  /// The duration of the installation of another system version, before the reboot (BC11).
  @Fact(
    "installation of another iOS before its reboot", "BC11", .always(.seconds(15 * 60), .assumed))
  public var updateDuration: Duration
  /// The share of the battery that is used per hour with continuous sensors, from 0 to 1 (WK11).
  @Fact(
    "share of the battery used per hour with continuous sensors", "WK11", .always(0.03, .assumed))
  public var batteryDrainPerHour: Double
  /// The time that a charger takes to fill an empty battery.
  @Fact("a charger fills an empty battery in", "WK11", .always(.seconds(2 * 3600), .assumed))
  public var chargeDuration: Duration

  /// Returns the profile of an iPhone with an iOS version from 6.0 on.
  ///
  /// - Parameter phone: the model. Default: one that was common when the version was new.
  public static func iPhone(iOS version: SystemVersion, _ phone: PhoneModel? = nil) -> DeviceProfile
  {
    let existing = version.existing(of: "iOS", jumpsFrom: 18)
    let phone = phone ?? .common(in: existing)
    let version = Misuse.within(
      phone.versions, existing, "\(phone.rawValue) with iOS \(existing.short)")
    return DeviceProfile(.iOS, .phone(phone), version)
  }

  /// Returns the profile of an Apple Watch with a watchOS version from 3 on.
  ///
  /// The constants that it shares with iOS are those of the iOS version of the same autumn.
  /// - Parameter watch: the model. Default: one that was common when the version was new.
  public static func watch(watchOS version: SystemVersion, _ watch: WatchModel? = nil)
    -> DeviceProfile
  {
    let existing = version.existing(of: "watchOS", jumpsFrom: 11)
    let watch = watch ?? .common(in: existing)
    let version = Misuse.within(
      watch.versions, existing, "\(watch.rawValue) with watchOS \(existing.short)")
    return DeviceProfile(.watchOS, .watch(watch), version)
  }

  /// The API levels that have a profile: Android 8 to 17.
  package static let androidLevels = 26...37

  /// Returns the profile of an Android phone.
  ///
  /// - Parameter level: the API level, from 26 (Android 8) to 37 (Android 17).
  public static func android(api level: Int, _ model: AndroidModel = .stock) -> DeviceProfile {
    let level = Misuse.within(androidLevels, level, "API level \(level)")
    return DeviceProfile(.android, .android(model), SystemVersion(level))
  }

  /// The policy of a type: as it was set, or with the values of the device.
  package subscript<P: Policy>(_ type: P.Type) -> P {
    get { policies[type] ?? P(of: self) }
    set { policies[type] = newValue == P(of: self) ? nil : newValue }
  }

  /// The policy of a type that only the devices of one platform have; nil for other devices, which take no value.
  /// Setting nil restores the values of the device.
  package subscript<P: Policy>(_ type: P.Type, only platform: Platform) -> P? {
    get { self.platform == platform ? self[type] : nil }
    set { if self.platform == platform { self[type] = newValue ?? P(of: self) } }
  }

  /// The version of iOS whose constants the device has: on a watch, that of the same autumn. Android apps do not
  /// use the services that follow iOS.
  package var sharedVersion: SystemVersion {
    switch platform {
    case .iOS: version
    case .watchOS: .iOS(of: version)
    case .android: 17
    }
  }

  /// Creates a profile with the constants of the version.
  package init(_ platform: Platform, _ hardware: Hardware, _ version: SystemVersion) {
    self.platform = platform
    self.hardware = hardware
    self.version = version
  }

  /// Checks that an update can install a version: it must be a later one, have a profile, and run
  /// on the phone.
  package func checkUpdate(toIOS version: SystemVersion) throws(UnknownProfile) {
    guard platform == .iOS else {
      throw UnknownProfile(
        description: "\(hardware.name) runs no iOS: update an iPhone.")
    }
    guard version > self.version else {
      throw UnknownProfile(
        description:
          "The phone has iOS \(self.version.short), and an update installs a later version, not \(version.short): begin with a phone with an older one."
      )
    }
    _ = try DeviceProfile.named(iOS: version.short, phone: hardware.name)
  }

  /// Returns the profile after a system update, with the constants of the new version. The
  /// constants of the phone, its battery and its surroundings are kept.
  package func updated(toIOS version: SystemVersion) -> DeviceProfile {
    var profile = DeviceProfile.iPhone(iOS: version, phone)
    profile.bootDuration = bootDuration
    profile.uptimeAtStart = uptimeAtStart
    profile.policies = policies.outsideOfSystem
    profile.updateDuration = updateDuration
    profile.batteryDrainPerHour = batteryDrainPerHour
    profile.chargeDuration = chargeDuration
    return profile
  }

  /// The model and the version as text, such as `iPhone 12, iOS 17` or `stock, API 34`.
  public var title: String {
    "\(hardware.name), \(platform == .android ? "Android API" : platform.rawValue) \(version.short)"
  }

  /// The iPhone model; nil for other devices.
  public var phone: PhoneModel? {
    if case .phone(let model) = hardware { model } else { nil }
  }

  /// The watch model; nil for other devices.
  public var watchModel: WatchModel? {
    if case .watch(let model) = hardware { model } else { nil }
  }

  /// The value of `UIDevice.model`, such as `iPhone`.
  public var model: String {
    switch platform {
    case .iOS: "iPhone"
    case .watchOS: "Apple Watch"
    case .android: hardware.name
    }
  }

  /// The identifier of the model, which `uname` gives: `iPhone13,2` is an iPhone 12.
  public var machine: String {
    switch hardware {
    case .phone(let model): model.machine
    case .watch(let model): model.machine
    case .android: "aarch64"
    }
  }

  /// The version as the system gives it to programs, such as `17.0.0`.
  public var versionOfThreeParts: String { "\(version).0" }

  /// The value of `UIDevice.systemVersion`, such as `17.0`.
  public var systemVersion: String { version.description }
}

/// An iPhone model that can be simulated. The models differ only where the rules say so.
public enum PhoneModel: String, Sendable, Hashable, CaseIterable {
  case iPhone4S = "iPhone 4S"
  case iPhone5S = "iPhone 5S"
  case iPhone7 = "iPhone 7"
  case iPhone12 = "iPhone 12"
  case iPhone16 = "iPhone 16"

  /// The identifier of the model.
  public var machine: String {
    switch self {
    case .iPhone4S: "iPhone4,1"
    case .iPhone5S: "iPhone6,1"
    case .iPhone7: "iPhone9,1"
    case .iPhone12: "iPhone13,2"
    case .iPhone16: "iPhone17,3"
    }
  }

  /// The versions of iOS that run on the model; the newest model runs every later version.
  public var versions: ClosedRange<SystemVersion> {
    switch self {
    case .iPhone4S: 5...9.3
    case .iPhone5S: 7...12.5
    case .iPhone7: 10...15.8
    case .iPhone12: "14.1"..."26.99"
    case .iPhone16: 18..."99.99"
    }
  }

  /// Whether the Bluetooth controller scans for beacons by itself (BC4, BC5).
  public var hasBeaconHardware: Bool { self != .iPhone4S }

  /// Returns a model that was common when the version was new.
  static func common(in version: SystemVersion) -> PhoneModel {
    switch version {
    case ..<7: .iPhone4S
    case ..<10: .iPhone5S
    case ..<"14.1": .iPhone7
    case ..<27: .iPhone12
    default: .iPhone16
    }
  }
}
