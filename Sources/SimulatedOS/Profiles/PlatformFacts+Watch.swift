/// The facts that apply only to a watch, by version of watchOS.
enum WatchFacts {
  // App launch.
  static let frontmost = PlatformFact<Duration>(
    "an app stays frontmost after the wrist went down", "WK1", "watch.frontmost",
    .always(.seconds(120), .documented))
  static let extendedFrontmost = PlatformFact<Duration?>(
    "the same with isFrontmostTimeoutExtended", "WK1", "watch.extendedFrontmost",
    .always(nil, .documented), .since(4, .seconds(480), .documented), .since(8, nil, .documented))
  static let suspensionDelay = PlatformFact<Duration>(
    "run time after the wrist went down", "WK1", "watch.suspensionDelay",
    .always(.seconds(2), .assumed))

  // Workout sessions.
  static let pausedWorkoutLimit = PlatformFact<Duration?>(
    "run time of a paused workout session, longer than the 12 h seen", "WK3",
    "watch.pausedWorkoutLimit", .always(nil, .assumed))
  static let workoutNeedsForeground = PlatformFact<Bool>(
    "a workout session begun in background fails with 14", "WK2", "watch.workoutNeedsForeground",
    .always(false, .documented), .since(10, true, .documented))
  static let workoutRelaunchDelay = PlatformFact<Duration>(
    "until the app of a workout session is launched again after a crash", "WK2",
    "watch.workoutRelaunchDelay", .always(.seconds(2), .assumed))
  static let workoutRelaunches = PlatformFact<Int>(
    "such launches in a row before the session ends", "WK2", "watch.workoutRelaunches",
    .always(3, .assumed))
  static let workoutLaunchWake = PlatformFact<Duration>(
    "run time for a workout that the phone begins", "WK2", "watch.workoutLaunchWake",
    .always(.seconds(30), .assumed))

  // Extended runtime sessions.
  static let selfCareLimit = PlatformFact<Duration>(
    "self care session", "WK5", "watch.selfCareLimit", .always(.seconds(600), .documented))
  static let mindfulnessLimit = PlatformFact<Duration>(
    "mindfulness session", "WK5", "watch.mindfulnessLimit", .always(.seconds(3600), .documented))
  static let physicalTherapyLimit = PlatformFact<Duration>(
    "physical therapy session", "WK5", "watch.physicalTherapyLimit",
    .always(.seconds(3600), .documented))
  static let alarmLimit = PlatformFact<Duration>(
    "smart alarm session", "WK5", "watch.alarmLimit", .always(.seconds(1800), .documented))
  static let alarmAhead = PlatformFact<Duration>(
    "a smart alarm is scheduled ahead by at most", "WK5", "watch.alarmAhead",
    .always(.seconds(36 * 3600), .documented))
  static let expiryWarning = PlatformFact<Duration>(
    "willExpire before the end of an extended session", "WK5", "watch.expiryWarning",
    .always(.seconds(5), .assumed))

  // CPU limits.
  static let processorShare = PlatformFact<Double>(
    "CPU cap of sessions, % of a core", "WK6", "watch.processorShare", .always(15, .reported))
  static let processorWindow = PlatformFact<Duration>(
    "over which that CPU is averaged", "WK6", "watch.processorWindow",
    .always(.seconds(60), .documented))
  static let processorTolerance = PlatformFact<ClosedRange<Duration>>(
    "above the cap until the session ends", "WK6", "watch.processorTolerance",
    .always(.seconds(30)...(.seconds(50)), .reported))
  static let workoutAboveCapIsKilled = PlatformFact<Bool>(
    "a workout app above it is killed, not suspended", "WK6", "watch.workoutAboveCapIsKilled",
    .always(true, .assumed))

  // Background refresh.
  static let refreshInterval = PlatformFact<Duration>(
    "background refreshes with a complication on the active face, one in", "WK9",
    "watch.refreshInterval", .always(.seconds(900), .documented))
  static let dockRefreshInterval = PlatformFact<Duration>(
    "background refreshes of an app in the dock, one in", "WK9", "watch.dockRefreshInterval",
    .always(.seconds(3600), .documented))
  static let refreshLimit = PlatformFact<Duration>(
    "wall time of a background refresh", "WK9", "watch.refreshLimit",
    .always(.seconds(15), .assumed))
  static let connectivityLimit = PlatformFact<Duration>(
    "wall time of a WatchConnectivity task", "WK9", "watch.connectivityLimit",
    .always(.seconds(15), .documented))
  static let refreshWarning = PlatformFact<Duration>(
    "expirationHandler before the end of a refresh", "WK9", "watch.refreshWarning",
    .always(.seconds(2), .assumed))

  // Bluetooth.
  static let bluetoothAlerts = PlatformFact<Int>(
    "Bluetooth alerts and background scans in the window", "WK10", "watch.bluetoothAlerts",
    .always(0, .documented), .since(9, 5, .documented))
  static let bluetoothAlertWindow = PlatformFact<Duration>(
    "that window, rolling", "WK10", "watch.bluetoothAlertWindow",
    .always(.seconds(24 * 3600), .documented))

  static let rows = PlatformRow.section(
    "Watch",
    frontmost, extendedFrontmost, suspensionDelay,
    pausedWorkoutLimit, workoutNeedsForeground, workoutRelaunchDelay, workoutRelaunches,
    workoutLaunchWake,
    selfCareLimit, mindfulnessLimit, physicalTherapyLimit, alarmLimit, alarmAhead, expiryWarning,
    processorShare, processorWindow, processorTolerance, workoutAboveCapIsKilled,
    refreshInterval, dockRefreshInterval, refreshLimit, connectivityLimit, refreshWarning,
    bluetoothAlerts, bluetoothAlertWindow)
}
