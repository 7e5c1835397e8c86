import YobanPlatformProfiles

/// The constants of App Intents.
public struct AppIntentPolicy: Policy, Sendable, Hashable {
  /// Whether the system has App Intents (AI1).
  @Fact("App Intents exist", "AI1", .always(false, .documented), .since(16, true, .documented))
  public var exists: Bool
  /// The time in which an intent must finish (AI2).
  @Fact("an intent must finish within", "AI2", .always(.seconds(30), .documented))
  public var performTime: Duration
  /// Whether an intent can ask for more time (AI4).
  @Fact(
    "intents that run for long", "AI4", .always(false, .documented), .since(27, true, .documented))
  public var extendsTime: Bool
  /// The time without progress after which the system cancels an intent that runs for long (AI4).
  @Fact(
    "an intent that runs for long must report progress within", "AI4",
    .always(.seconds(30), .assumed))
  public var stall: Duration
  /// The time in which an intent that was canceled can clean up (AI4).
  @Fact("a canceled intent can clean up for", "AI4", .always(.seconds(5), .assumed))
  public var cleanUpTime: Duration

  /// The policy of an iOS version; a watch uses the iOS version of the same autumn.
  public init(iOS version: SystemVersion) { self.init(for: version) }

  package init() {}
}

extension DeviceProfile {
  /// The constants of App Intents.
  public var appIntents: AppIntentPolicy {
    get { self[AppIntentPolicy.self] }
    set { self[AppIntentPolicy.self] = newValue }
  }
}
