import YobanPlatformProfiles

/// The constants of a watch's system.
public struct WatchPolicy: Policy, Sendable, Hashable {
  /// The time for which an app stays frontmost after the wrist went down (WK1).
  @Fact(
    "an app stays frontmost after the wrist went down", "WK1", .always(.seconds(120), .documented))
  public var frontmost: Duration
  /// The same for an app with `isFrontmostTimeoutExtended`; nil where that property has no effect
  /// (WK1).
  @Fact(
    "the same with isFrontmostTimeoutExtended", "WK1", .always(nil, .documented),
    .since(4, .seconds(480), .documented), .since(7, nil, .documented))
  public var extendedFrontmost: Duration?
  /// The time from the lowering of the wrist until the app is suspended (WK1).
  @Fact("run time after the wrist went down", "WK1", .always(.seconds(2), .assumed))
  public var suspensionDelay: Duration

  /// The longest time for which a paused workout session gives background run time; nil: no limit
  /// (WK3). Up to 12 h were measured; it is assumed that there is no limit.
  @Fact(
    "run time of a paused workout session, longer than the 12 h seen", "WK3", .always(nil, .assumed)
  )
  public var pausedWorkoutLimit: Duration?
  /// Whether a session that is prepared or started in the background fails with
  /// errorBackgroundWorkoutSessionNotAllowed, unless the phone began it (WK2).
  @Fact(
    "a workout session begun in background fails with 14", "WK2", .always(false, .documented),
    .since(10, true, .documented))
  public var workoutNeedsForeground: Bool
  /// The delay after a crash until the system launches the app of a workout session again (WK2).
  @Fact(
    "until the app of a workout session is launched again after a crash", "WK2",
    .always(.seconds(2), .assumed))
  public var workoutRelaunchDelay: Duration
  /// The maximum number of such launches in a row in which the app does not recover the session;
  /// after them the session ends (WK2).
  @Fact("such launches in a row before the session ends", "WK2", .always(3, .assumed))
  public var workoutRelaunches: Int
  /// The background run time of an app that the phone launches for a workout. The app may start a
  /// workout in that time (WK2).
  @Fact("run time for a workout that the phone begins", "WK2", .always(.seconds(30), .assumed))
  public var workoutLaunchWake: Duration

  /// The time limits of the kinds of extended runtime sessions (WK5).
  @Fact("self care session", "WK5", .always(.seconds(600), .documented))
  public var selfCareLimit: Duration
  @Fact("mindfulness session", "WK5", .always(.seconds(3600), .documented))
  public var mindfulnessLimit: Duration
  @Fact("physical therapy session", "WK5", .always(.seconds(3600), .documented))
  public var physicalTherapyLimit: Duration
  @Fact("smart alarm session", "WK5", .always(.seconds(1800), .documented))
  public var alarmLimit: Duration
  /// The longest time by which a smart alarm can be scheduled ahead (WK5).
  @Fact(
    "a smart alarm is scheduled ahead by at most", "WK5", .always(.seconds(36 * 3600), .documented))
  public var alarmAhead: Duration
  /// The time before the end of an extended session at which the app is warned (WK5).
  @Fact("willExpire before the end of an extended session", "WK5", .always(.seconds(5), .assumed))
  public var expiryWarning: Duration

  /// The average load above which an app with a session is stopped, in percent of a core (WK6).
  @Fact("CPU cap of sessions, % of a core", "WK6", .always(15, .reported))
  public var processorShare: Double
  /// The window over which the load is averaged (WK6).
  @Fact("CPU of sessions is averaged over", "WK6", .always(.seconds(60), .documented))
  public var processorWindow: Duration
  /// The range of the longest time that the average may be above `processorShare` (WK6).
  @Fact(
    "CPU above the cap of sessions until the session ends", "WK6",
    .always(.seconds(30)...(.seconds(50)), .reported)
  )
  public var processorTolerance: ClosedRange<Duration>
  /// Whether an app with a workout session that exceeds the cap is killed; if not, it is suspended
  /// (WK6: both are documented, the choice is assumed).
  @Fact("a workout app above the CPU cap is killed, not suspended", "WK6", .always(true, .assumed))
  public var workoutAboveCapIsKilled: Bool

  /// The time between two background refreshes of an app with a complication on the active face
  /// (WK9).
  @Fact(
    "background refreshes with a complication on the active face, one in", "WK9",
    .always(.seconds(900), .documented))
  public var refreshInterval: Duration
  /// The same for an app in the dock without a complication (WK9).
  @Fact(
    "background refreshes of an app in the dock, one in", "WK9",
    .always(.seconds(3600), .documented))
  public var dockRefreshInterval: Duration
  /// The wall time within which a background refresh must be completed (WK9, reported: some
  /// seconds).
  @Fact("wall time of a background refresh", "WK9", .always(.seconds(15), .documented))
  public var refreshLimit: Duration
  /// Whether an app can use Bluetooth during a background refresh (WK10).
  @Fact(
    "Bluetooth works during a background refresh", "WK10", .always(false, .documented),
    .since(8, true, .documented))
  public var connectsDuringRefresh: Bool
  /// The same for a WatchConnectivity task (WK9).
  @Fact("wall time of a WatchConnectivity task", "WK9", .always(.seconds(15), .documented))
  public var connectivityLimit: Duration
  /// The time before the end of a task at which its expiration handler is called (WK9).
  @Fact("expirationHandler before the end of a refresh", "WK9", .always(.seconds(2), .assumed))
  public var refreshWarning: Duration

  /// The number of timely Bluetooth alerts and background scans within `bluetoothAlertWindow`
  /// (WK10).
  @Fact(
    "Bluetooth alerts and background scans in the rolling window", "WK10", .always(0, .documented),
    .since(9, 5, .documented))
  public var bluetoothAlerts: Int
  /// The rolling window of `bluetoothAlerts` (WK10).
  @Fact(
    "rolling window of the Bluetooth alerts and background scans", "WK10",
    .always(.seconds(24 * 3600), .documented))
  public var bluetoothAlertWindow: Duration

  /// Creates the policy of a watchOS version on a watch model.
  public init(watchOS version: SystemVersion, _ watch: WatchModel) { self.init(for: version) }

  package init() {}

  package init(of profile: DeviceProfile) { self.init(for: profile.version) }
}

extension DeviceProfile {
  /// The constants of a watch; nil for other devices, which take no value. Setting nil restores the
  /// values of the system.
  public var watch: WatchPolicy? {
    get { self[WatchPolicy.self, only: .watchOS] }
    set { self[WatchPolicy.self, only: .watchOS] = newValue }
  }
}
