import YobanPlatformProfiles

/// The constants of AccessorySetupKit.
public struct AccessorySetupPolicy: Policy, Sendable, Hashable {
  /// Whether the system has AccessorySetupKit (AS1).
  @Fact(
    "AccessorySetupKit exists", "AS1", .always(false, .documented), .since(18, true, .documented))
  public var exists: Bool
  /// The time from the app's call until the picker is on the screen (AS4).
  @Fact("the picker of accessories appears after", "AS4", .always(.milliseconds(500), .assumed))
  public var presentation: Duration
  /// The time from the user's choice until the accessory is set up (AS4).
  @Fact("a picked accessory is set up after", "AS4", .always(.seconds(2), .assumed))
  public var setUp: Duration
  /// The time from the end of the setup until the user closes the picker (AS4).
  @Fact("the user closes the picker of accessories after", "AS4", .always(.seconds(1), .assumed))
  public var closing: Duration
  /// The time without an accessory after which the search ends, if the app sets no other (AS6).
  @Fact("the picker of accessories searches for", "AS6", .always(.seconds(30), .documented))
  public var timeout: Duration
  /// The power in dBm that an accessory right next to the device has at least (AS2).
  @Fact("power of an accessory next to the device, dBm", "AS2", .always(-55, .assumed))
  public var immediatePower: Int

  /// Creates the policy of an iOS version.
  public init(iOS version: SystemVersion) { self.init(for: version) }

  package init() {}
}

extension DeviceProfile {
  /// The constants of AccessorySetupKit.
  public var accessorySetup: AccessorySetupPolicy {
    get { self[AccessorySetupPolicy.self] }
    set { self[AccessorySetupPolicy.self] = newValue }
  }
}
