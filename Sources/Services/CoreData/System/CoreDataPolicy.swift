import YobanPlatformProfiles

/// The constants of Core Data.
public struct CoreDataPolicy: Policy, Sendable, Hashable {
  /// The longest time for which a save holds the lock of its store, where an exploration varies it; otherwise a save
  /// takes no time (CD10).
  @Fact("a save of Core Data takes at most", "CD10", .always(.seconds(2), .assumed))
  public var saveDurationMax: Duration

  /// The policy of an iOS version; a watch uses the iOS version of the same autumn.
  public init(iOS version: SystemVersion) { self.init(for: version) }

  package init() {}
}

extension DeviceProfile {
  /// The constants of Core Data.
  public var coreData: CoreDataPolicy {
    get { self[CoreDataPolicy.self] }
    set { self[CoreDataPolicy.self] = newValue }
  }
}
