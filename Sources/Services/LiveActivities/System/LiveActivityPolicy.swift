import YobanPlatformProfiles

/// The constants of Live Activities.
public struct LiveActivityPolicy: Policy, Sendable, Hashable {
  // MARK: Life

  /// Whether the system has Live Activities (LA1).
  @Fact(
    "Live Activities exist", "LA1", .always(false, .documented), .since("16.1", true, .documented))
  public var exists: Bool
  /// The number of Live Activities that an app can have at a time (LA1).
  @Fact("Live Activities of an app at a time", "LA1", .always(5, .reported))
  public var limitPerApp: Int
  /// The time after which the system ends a Live Activity (LA2).
  @Fact("the system ends a Live Activity after", "LA2", .always(.seconds(8 * 3600), .documented))
  public var activeTime: Duration
  /// The time for which an ended Live Activity stays on the Lock Screen (LA2, LA5).
  @Fact(
    "an ended Live Activity stays on the Lock Screen for", "LA2",
    .always(.seconds(4 * 3600), .documented))
  public var endedTime: Duration
  /// The size of the attributes and the state together, in bytes (LA3).
  @Fact(
    "bytes of the attributes and the state of a Live Activity", "LA3", .always(4096, .documented))
  public var sizeLimit: Int

  // MARK: Pushes

  /// The time until a Live Activity has its push token, while the device is online (LA6).
  @Fact("until a Live Activity has its push token", "LA6", .always(.seconds(1), .assumed))
  public var tokenDelay: Duration
  /// The number of pushes of priority 10 to an app's Live Activities within an hour that are shown (LA6).
  @Fact("pushes of priority 10 to Live Activities within an hour", "LA6", .always(15, .reported))
  public var pushesPerHour: Int
  /// Whether a push can start a Live Activity (LA7).
  @Fact(
    "a push starts a Live Activity", "LA7", .always(false, .documented),
    .since("17.2", true, .documented))
  public var startsByPush: Bool
  /// The number of Live Activities of an app that pushes start within an hour (LA7).
  @Fact("Live Activities that pushes start within an hour", "LA7", .always(10, .reported))
  public var startsPerHour: Int
  /// The run time of an app whose Live Activity a push has started (LA7).
  @Fact("run time when a push starts a Live Activity", "LA7", .always(.seconds(30), .assumed))
  public var startWake: Duration

  // MARK: Schedule

  /// Whether an app can schedule the start of a Live Activity (LA9).
  @Fact(
    "an app schedules a Live Activity", "LA9", .always(false, .documented),
    .since(26, true, .documented))
  public var canBeScheduled: Bool

  /// Creates the policy of an iOS version.
  public init(iOS version: SystemVersion) { self.init(for: version) }

  package init() {}
}

extension DeviceProfile {
  /// The constants of Live Activities.
  public var liveActivities: LiveActivityPolicy {
    get { self[LiveActivityPolicy.self] }
    set { self[LiveActivityPolicy.self] = newValue }
  }
}
