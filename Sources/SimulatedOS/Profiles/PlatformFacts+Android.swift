/// The facts of Android about processes, services, power and deferred work, by API level.
enum AndroidFacts {
  private static let minute = Duration.seconds(60)
  private static let hour = Duration.seconds(3600)

  // MARK: Processes and services

  static let startForegroundLimit = PlatformFact<Duration>(
    "startForegroundService until startForeground", "AN1", "android.startForegroundLimit",
    .always(.seconds(5), .documented))
  static let backgroundServiceLimit = PlatformFact<Duration>(
    "an app in background is idle, its background services stopped, after", "AN1",
    "android.backgroundServiceLimit", .always(minute, .documented))
  static let serviceRestartDelay = PlatformFact<Duration>(
    "a sticky service is created again after a kill in", "AN1", "android.serviceRestartDelay",
    .always(.seconds(1), .assumed))
  static let serviceRestartFactor = PlatformFact<Int>(
    "as many times later if the last restart did not hold", "AN1", "android.serviceRestartFactor",
    .always(4, .assumed))
  static let serviceHeldAfter = PlatformFact<Duration>(
    "a restart has held if the service ran for", "AN1", "android.serviceHeldAfter",
    .always(minute, .assumed))
  static let crashLoopWindow = PlatformFact<Duration>(
    "no restart after two crashes within", "AN1", "android.crashLoopWindow",
    .always(minute * 2, .assumed))
  static let componentRunTime = PlatformFact<Duration>(
    "run time for a broadcast or an alarm", "AN1", "android.componentRunTime",
    .always(.seconds(10), .assumed))
  static let cachedFreezeAfter = PlatformFact<Duration?>(
    "a cached app is frozen after", "AN1", "android.cachedFreezeAfter",
    .always(nil, .assumed), .since(31, .seconds(600), .assumed), .since(34, .seconds(10), .assumed))

  static let knowsServiceTypes = PlatformFact<Bool>(
    "foreground service types", "AN3", "android.knowsServiceTypes",
    .always(false, .documented), .since(29, true, .documented))
  static let restrictsWhileInUse = PlatformFact<Bool>(
    "camera, microphone and location are while-in-use in services (refused with their types)",
    "AN3",
    "android.restrictsWhileInUse",
    .always(false, .documented), .since(30, true, .documented))
  static let separatesBackgroundLocation = PlatformFact<Bool>(
    "location in background is a permission of its own", "AN3",
    "android.separatesBackgroundLocation",
    .always(false, .documented), .since(29, true, .documented))

  static let answerDelay = PlatformFact<Duration>(
    "requestPermissions until the user has answered", "AN3", "android.answerDelay",
    .always(.seconds(2), .assumed))

  static let refusesBackgroundStarts = PlatformFact<Bool>(
    "a foreground service is not started from background", "AN4",
    "android.refusesBackgroundStarts",
    .always(false, .documented), .since(31, true, .documented))
  static let visibleGrace = PlatformFact<Duration>(
    "an app has just left a visible state for", "AN4", "android.visibleGrace",
    .always(.seconds(10), .assumed))
  static let exemptionLasts = PlatformFact<Duration>(
    "a tap, an alarm or a broadcast allows a start for", "AN4", "android.exemptionLasts",
    .always(.seconds(10), .assumed))
  static let overlayMustBeVisible = PlatformFact<Bool>(
    "SYSTEM_ALERT_WINDOW allows a start with a visible overlay only", "AN4",
    "android.overlayMustBeVisible",
    .always(false, .documented), .since(35, true, .documented))
  static let stickyEntersForeground = PlatformFact<Bool>(
    "a service that the system restarts may enter foreground from background", "AN4",
    "android.stickyEntersForeground",
    .always(true, .reported), .since(34, false, .reported))

  static let demandsServicePermission = PlatformFact<Bool>(
    "startForeground needs FOREGROUND_SERVICE", "AN5", "android.demandsServicePermission",
    .always(false, .documented), .since(28, true, .documented))
  static let demandsServiceType = PlatformFact<Bool>(
    "a type is declared, and its permissions held", "AN5", "android.demandsServiceType",
    .always(false, .documented), .since(34, true, .documented))
  static let shortServiceLimit = PlatformFact<Duration?>(
    "run time of a shortService", "AN5", "android.shortServiceLimit",
    .always(nil, .documented), .since(34, .seconds(180), .documented))
  static let shortServiceStopLimit = PlatformFact<Duration>(
    "onTimeout of a shortService until it must have stopped", "AN5",
    "android.shortServiceStopLimit", .always(.seconds(10), .assumed))

  static let timedServiceLimit = PlatformFact<Duration?>(
    "run time of dataSync, and of mediaProcessing, in background", "AN6",
    "android.timedServiceLimit",
    .always(nil, .documented), .since(35, .seconds(6 * 3600), .documented))
  static let timedServiceWindow = PlatformFact<Duration>(
    "within, for AN6", "AN6", "android.timedServiceWindow",
    .always(.seconds(24 * 3600), .documented))
  static let timedServiceStopLimit = PlatformFact<Duration>(
    "onTimeout until it must have stopped", "AN6", "android.timedServiceStopLimit",
    .always(.seconds(10), .assumed))
  static let bootRefusesTypes = PlatformFact<Bool>(
    "BOOT_COMPLETED starts no dataSync, camera, media or phone call service", "AN6",
    "android.bootRefusesTypes",
    .always(false, .documented), .since(35, true, .documented))

  static let bootRefusesMicrophone = PlatformFact<Bool>(
    "BOOT_COMPLETED starts no microphone service", "AN6", "android.bootRefusesMicrophone",
    .always(false, .documented), .since(34, true, .documented))

  // MARK: Power

  static let processorLinger = PlatformFact<Duration>(
    "the CPU sleeps after the last reason to be awake in", "AN7", "android.processorLinger",
    .always(.seconds(1), .assumed))
  static let idleAppsKeepWakeLocks = PlatformFact<Bool>(
    "wake locks of idle apps without a foreground service count", "AN7",
    "android.idleAppsKeepWakeLocks", .always(false, .assumed))

  static let lightDozeAfter = PlatformFact<Duration>(
    "light Doze after screen-off on battery", "AN8", "android.lightDozeAfter",
    .always(.seconds(4 * 60), .documented))
  static let lightDozePeriods = PlatformFact<[Duration]>(
    "time between windows of light Doze", "AN8", "android.lightDozePeriods",
    .always([minute * 5, minute * 10, minute * 15], .documented))
  static let lightMaintenance = PlatformFact<Duration>(
    "length of a window of light Doze", "AN8", "android.lightMaintenance",
    .always(minute, .documented))
  static let deepDozeAfter = PlatformFact<Duration>(
    "deep Doze after lying still with a dark screen on battery for", "AN8",
    "android.deepDozeAfter", .always(minute * 60, .documented))
  static let deepDozePeriods = PlatformFact<[Duration]>(
    "time between windows of deep Doze", "AN8", "android.deepDozePeriods",
    .always([hour, hour * 2, hour * 4, hour * 6], .documented))
  static let deepMaintenance = PlatformFact<Duration>(
    "length of a window of deep Doze", "AN8", "android.deepMaintenance",
    .always(minute * 5, .documented))
  static let whileIdleInterval = PlatformFact<Duration>(
    "setAndAllowWhileIdle in Doze once in", "AN8", "android.whileIdleInterval",
    .always(minute * 9, .documented))
  static let exactWhileIdlePerHour = PlatformFact<Int>(
    "setExactAndAllowWhileIdle in Doze, per hour", "AN8", "android.exactWhileIdlePerHour",
    .always(72, .documented))
  static let demandsExactAlarmPermission = PlatformFact<Bool>(
    "exact alarms need SCHEDULE_EXACT_ALARM or USE_EXACT_ALARM", "AN8",
    "android.demandsExactAlarmPermission",
    .always(false, .documented), .since(31, true, .documented))
  static let exactAlarmsAreGranted = PlatformFact<Bool>(
    "SCHEDULE_EXACT_ALARM is granted at installation", "AN8", "android.exactAlarmsAreGranted",
    .always(true, .documented), .since(34, false, .documented))

  // MARK: Standby

  static let hasBuckets = PlatformFact<Bool>(
    "App Standby Buckets", "AN9", "android.hasBuckets",
    .always(false, .documented), .since(28, true, .documented))
  static let hasRestrictedBucket = PlatformFact<Bool>(
    "a bucket RESTRICTED", "AN9", "android.hasRestrictedBucket",
    .always(false, .documented), .since(31, true, .documented))
  static let workingSetAfter = PlatformFact<Duration>(
    "not used for, an app is in the working set", "AN9", "android.workingSetAfter",
    .always(hour * 12, .assumed))
  static let frequentAfter = PlatformFact<Duration>(
    "used frequently", "AN9", "android.frequentAfter", .always(hour * 24, .assumed))
  static let rareAfter = PlatformFact<Duration>(
    "used rarely", "AN9", "android.rareAfter", .always(hour * 48, .assumed))
  static let restrictedAfter = PlatformFact<Duration>(
    "restricted", "AN9", "android.restrictedAfter", .always(hour * (8 * 24), .assumed))
  static let jobBudget = PlatformFact<Duration>(
    "run time of jobs on battery in the working set and in rarer buckets", "AN9",
    "android.jobBudget",
    .always(minute * 10, .documented), .since(33, minute * 10, .assumed),
    .since(36, minute * 10, .documented))
  static let activeJobBudget = PlatformFact<Duration>(
    "run time of jobs on battery in the active and the exempted bucket", "AN9",
    "android.activeJobBudget", .always(minute * 20, .documented))
  static let exemptedWindow = PlatformFact<Duration?>(
    "exempted: within", "AN9", "android.exemptedWindow",
    .always(nil, .documented), .since(36, minute * 40, .documented))
  static let activeWindow = PlatformFact<Duration?>(
    "active: within", "AN9", "android.activeWindow",
    .always(nil, .documented), .since(36, minute * 60, .documented))
  static let workingSetWindow = PlatformFact<Duration>(
    "working set: within", "AN9", "android.workingSetWindow",
    .always(hour * 2, .documented), .since(33, hour * 2, .assumed),
    .since(36, hour * 4, .documented))
  static let frequentWindow = PlatformFact<Duration>(
    "frequent: within", "AN9", "android.frequentWindow",
    .always(hour * 8, .documented), .since(33, hour * 8, .assumed),
    .since(36, hour * 12, .documented))
  static let rareWindow = PlatformFact<Duration>(
    "rare: within", "AN9", "android.rareWindow",
    .always(hour * 24, .documented), .since(33, hour * 24, .assumed))
  static let workingSetAlarms = PlatformFact<Int>(
    "alarms per hour: working set", "AN9", "android.workingSetAlarms",
    .always(10, .documented), .since(33, 10, .assumed))
  static let frequentAlarms = PlatformFact<Int>(
    "alarms per hour: frequent", "AN9", "android.frequentAlarms",
    .always(2, .documented), .since(33, 2, .assumed))
  static let rareAlarms = PlatformFact<Int>(
    "alarms per hour: rare", "AN9", "android.rareAlarms", .always(1, .assumed))
  static let restrictedInterval = PlatformFact<Duration>(
    "restricted: one job, and one alarm, in", "AN9", "android.restrictedInterval",
    .always(hour * 24, .documented), .since(33, hour * 24, .assumed))

  // MARK: Makers, jobs

  static let makerServiceLimit = PlatformFact<Duration>(
    "aggressive makers: a foreground service is killed after", "AN10",
    "android.makerServiceLimit", .always(minute * 60, .reported))
  static let makerSleepAfter = PlatformFact<Duration>(
    "aggressive makers: an app is put to sleep if not opened for", "AN10",
    "android.makerSleepAfter", .always(hour * 72, .reported))
  static let minimumPeriod = PlatformFact<Duration>(
    "least period of a periodic job", "AN17", "android.minimumPeriod",
    .always(minute * 15, .documented))
  static let jobLimit = PlatformFact<Duration>(
    "run time of a job", "AN17", "android.jobLimit", .always(minute * 10, .documented))
  static let longestBackoff = PlatformFact<Duration>(
    "most time until a job is tried again", "AN17", "android.longestBackoff",
    .always(hour * 5, .documented))

  static let rows =
    PlatformRow.section(
      "Android: services", startForegroundLimit, backgroundServiceLimit, serviceRestartDelay,
      serviceRestartFactor, serviceHeldAfter, crashLoopWindow, componentRunTime, cachedFreezeAfter,
      knowsServiceTypes, restrictsWhileInUse, separatesBackgroundLocation, answerDelay,
      refusesBackgroundStarts, visibleGrace, exemptionLasts, overlayMustBeVisible,
      stickyEntersForeground, demandsServicePermission, demandsServiceType, shortServiceLimit,
      shortServiceStopLimit, timedServiceLimit, timedServiceWindow, timedServiceStopLimit,
      bootRefusesTypes, bootRefusesMicrophone)
    + PlatformRow.section(
      "Android: power", processorLinger, idleAppsKeepWakeLocks, lightDozeAfter, lightDozePeriods,
      lightMaintenance, deepDozeAfter, deepDozePeriods, deepMaintenance, whileIdleInterval,
      exactWhileIdlePerHour, demandsExactAlarmPermission, exactAlarmsAreGranted, hasBuckets,
      hasRestrictedBucket, workingSetAfter, frequentAfter, rareAfter, restrictedAfter, jobBudget,
      activeJobBudget, exemptedWindow, activeWindow,
      workingSetWindow, frequentWindow, rareWindow, workingSetAlarms, frequentAlarms, rareAlarms,
      restrictedInterval, makerServiceLimit, makerSleepAfter, minimumPeriod, jobLimit,
      longestBackoff)
}
