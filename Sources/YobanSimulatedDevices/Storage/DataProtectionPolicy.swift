import YobanPlatformProfiles
import YobanVirtualTime

/// The constants of Data Protection on one device.
public struct DataProtectionPolicy: Policy, Sendable, Hashable {
  /// The time from the lock until files of complete protection are no longer accessible (DP1).
  @Fact(
    "files of complete protection stay accessible after the lock for", "DP1",
    .always(.seconds(10), .documented))
  public var keyDiscardDelay: Duration
  /// Whether the files of an app are protected until the first unlock if the app says nothing (DP2).
  @Fact(
    "files of an app are protected until the first unlock by default", "DP2",
    .always(false, .documented), .since(7, true, .documented))
  public var protectsByDefault: Bool

  /// Creates the policy of an iOS version.
  public init(iOS version: SystemVersion) { self.init(for: version) }

  package init() {}
}

extension DeviceProfile {
  /// The constants of Data Protection.
  public var protection: DataProtectionPolicy {
    get { self[DataProtectionPolicy.self] }
    set { self[DataProtectionPolicy.self] = newValue }
  }
}
