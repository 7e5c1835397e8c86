/// The constants of a watch's system.
public struct WatchPolicy: Sendable, Hashable {
  /// The time for which an app stays frontmost after the wrist went down (WK1, documented).
  public var frontmost: Duration
  /// The same for an app with `isFrontmostTimeoutExtended`; nil where that property has no effect
  /// (WK1, documented: it has one in watchOS 4 to 7).
  public var extendedFrontmost: Duration?
  /// The time from the lowering of the wrist until the app is suspended (WK1, assumed).
  public var suspensionDelay: Duration

  /// The longest time for which a paused workout session gives background run time; nil: no limit
  /// (WK3). Up to 12 h were measured; it is assumed that there is no limit.
  public var pausedWorkoutLimit: Duration?
  /// Whether a session that is prepared or started in background fails with
  /// errorBackgroundWorkoutSessionNotAllowed, unless the phone began it (WK2, documented).
  public var workoutNeedsForeground: Bool
  /// The delay after a crash until the system launches the app of a workout session again (WK2,
  /// assumed).
  public var workoutRelaunchDelay: Duration
  /// The maximum number of such launches in a row in which the app does not recover the session;
  /// after them the session ends (WK2, assumed).
  public var workoutRelaunches: Int
  /// The background run time of an app that the phone launches for a workout. The app may start a
  /// workout in that time (WK2, assumed).
  public var workoutLaunchWake: Duration

  /// The time limits of the kinds of extended runtime sessions (WK5, documented).
  public var selfCareLimit: Duration
  public var mindfulnessLimit: Duration
  public var physicalTherapyLimit: Duration
  public var alarmLimit: Duration
  /// The longest time by which a smart alarm can be scheduled ahead (WK5, documented).
  public var alarmAhead: Duration
  /// The time before the end of an extended session at which the app is warned (WK5, assumed).
  public var expiryWarning: Duration

  /// The average load above which an app with a session is stopped, in percent of a core (WK6,
  /// reported).
  public var processorShare: Double
  /// The window over which the load is averaged (WK6, documented).
  public var processorWindow: Duration
  /// The range of the longest time that the average may be above `processorShare` (WK6, reported).
  public var processorTolerance: ClosedRange<Duration>
  /// Whether an app with a workout session that exceeds the cap is killed; if not, it is suspended
  /// (WK6: both are documented, the choice is assumed).
  public var workoutAboveCapIsKilled: Bool

  /// The time between two background refreshes of an app with a complication on the active face
  /// (WK9: four in an hour).
  public var refreshInterval: Duration
  /// The same for an app in the dock without a complication (WK9: one in an hour).
  public var dockRefreshInterval: Duration
  /// The wall time within which a background refresh must be completed (WK9, reported: some
  /// seconds).
  public var refreshLimit: Duration
  /// The same for a WatchConnectivity task (WK9, documented).
  public var connectivityLimit: Duration
  /// The time before the end of a task at which its expiration handler is called (WK9, assumed).
  public var refreshWarning: Duration

  /// The number of timely Bluetooth alerts and background scans within `bluetoothAlertWindow`
  /// (WK10, documented; none before watchOS 9).
  public var bluetoothAlerts: Int
  /// The rolling window of `bluetoothAlerts` (WK10, documented).
  public var bluetoothAlertWindow: Duration

  /// Creates the policy of a watchOS version on a watch model.
  public init(watchOS version: SystemVersion, _ watch: WatchModel) {
    frontmost = WatchFacts.frontmost(version)
    extendedFrontmost = WatchFacts.extendedFrontmost(version)
    suspensionDelay = WatchFacts.suspensionDelay(version)
    pausedWorkoutLimit = WatchFacts.pausedWorkoutLimit(version)
    workoutNeedsForeground = WatchFacts.workoutNeedsForeground(version)
    workoutRelaunchDelay = WatchFacts.workoutRelaunchDelay(version)
    workoutRelaunches = WatchFacts.workoutRelaunches(version)
    workoutLaunchWake = WatchFacts.workoutLaunchWake(version)
    selfCareLimit = WatchFacts.selfCareLimit(version)
    mindfulnessLimit = WatchFacts.mindfulnessLimit(version)
    physicalTherapyLimit = WatchFacts.physicalTherapyLimit(version)
    alarmLimit = WatchFacts.alarmLimit(version)
    alarmAhead = WatchFacts.alarmAhead(version)
    expiryWarning = WatchFacts.expiryWarning(version)
    processorShare = WatchFacts.processorShare(version)
    processorWindow = WatchFacts.processorWindow(version)
    processorTolerance = WatchFacts.processorTolerance(version)
    workoutAboveCapIsKilled = WatchFacts.workoutAboveCapIsKilled(version)
    refreshInterval = WatchFacts.refreshInterval(version)
    dockRefreshInterval = WatchFacts.dockRefreshInterval(version)
    refreshLimit = WatchFacts.refreshLimit(version)
    connectivityLimit = WatchFacts.connectivityLimit(version)
    refreshWarning = WatchFacts.refreshWarning(version)
    bluetoothAlerts = WatchFacts.bluetoothAlerts(version)
    bluetoothAlertWindow = WatchFacts.bluetoothAlertWindow(version)
  }
}
