/// The constants of a watch.
public struct WatchPolicy: Sendable, Hashable {
  /// How long an app stays frontmost after the wrist went down (WK1, documented).
  public var frontmost: Duration
  /// The same for an app with `isFrontmostTimeoutExtended`; nil where that has no effect (WK1,
  /// documented: watchOS 4 to 7).
  public var extendedFrontmost: Duration?
  /// Run time after the wrist went down, until the app is suspended (WK1, assumed).
  public var suspensionDelay: Duration

  /// How long a workout session that stays paused gives run time; nil: no limit (WK3). Up to 12 h were
  /// measured; that there is no limit is assumed.
  public var pausedWorkoutLimit: Duration?
  /// Whether a session that is prepared or started in background fails with
  /// errorBackgroundWorkoutSessionNotAllowed, unless the phone began it (WK2, documented).
  public var workoutNeedsForeground: Bool
  /// How long after a crash the system launches the app of a workout session (WK2, assumed).
  public var workoutRelaunchDelay: Duration
  /// After so many such launches in a row without a recovered session it ends (WK2, assumed).
  public var workoutRelaunches: Int
  /// Run time of an app that the phone launches for a workout, and in which it may start one
  /// (WK2, assumed).
  public var workoutLaunchWake: Duration

  /// Time limits of the kinds of extended runtime sessions (WK5, documented).
  public var selfCareLimit: Duration
  public var mindfulnessLimit: Duration
  public var physicalTherapyLimit: Duration
  public var alarmLimit: Duration
  /// How far ahead a smart alarm can be scheduled (WK5, documented).
  public var alarmAhead: Duration
  /// How long before its end an extended session says so (WK5, assumed).
  public var expiryWarning: Duration

  /// Average load of an app with a session above which it is stopped, in percent of a core (WK6,
  /// reported).
  public var processorShare: Double
  /// What the load is averaged over (WK6, documented).
  public var processorWindow: Duration
  /// How long the average may be above it (WK6, reported).
  public var processorTolerance: ClosedRange<Duration>
  /// Whether an app with a workout session above the cap is killed; else it is suspended (WK6:
  /// documented as either, the choice is assumed).
  public var workoutAboveCapIsKilled: Bool

  /// Between two background refreshes of an app with a complication on the active face (WK9,
  /// four in an hour).
  public var refreshInterval: Duration
  /// The same of an app in the dock without a complication (WK9: 1 in an hour).
  public var dockRefreshInterval: Duration
  /// Wall time in which a background refresh must be completed (WK9, reported: some seconds).
  public var refreshLimit: Duration
  /// The same of a WatchConnectivity task (WK9, documented).
  public var connectivityLimit: Duration
  /// How long before its end a task's expiration handler is called (WK9, assumed).
  public var refreshWarning: Duration

  /// Timely Bluetooth alerts and background scans within `bluetoothAlertWindow` (WK10, documented;
  /// none before watchOS 9).
  public var bluetoothAlerts: Int
  /// The rolling window of `bluetoothAlerts` (WK10, documented).
  public var bluetoothAlertWindow: Duration

  /// The policy of a watchOS version on a watch.
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
