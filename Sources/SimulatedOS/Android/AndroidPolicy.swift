/// The constants of an Android phone. Each has its rule and grade in `AndroidFacts`.
public struct AndroidPolicy: Sendable, Hashable {
  /// Whether the maker ends foreground services, treats a swipe as a force stop, and puts apps that
  /// are not used to sleep (AN10).
  public var isAggressive: Bool
  /// `startForegroundService` until startForeground (AN1).
  public var startForegroundLimit: Duration
  /// How long an app is in background before it is idle and its background services are stopped (AN1).
  public var backgroundServiceLimit: Duration
  /// From a kill to the new start of a sticky service (AN1).
  public var serviceRestartDelay: Duration
  /// As many times later if it had not run for `serviceHeldAfter` (AN1).
  public var serviceRestartFactor: Int
  /// How long a service runs until its restart counts as held (AN1).
  public var serviceHeldAfter: Duration
  /// No restart after two crashes within this time (AN1).
  public var crashLoopWindow: Duration
  /// Run time for a broadcast or an alarm (AN1).
  public var componentRunTime: Duration
  /// How long an app is cached before it is frozen; nil: never (AN1).
  public var cachedFreezeAfter: Duration?
  /// Whether services have types (AN3).
  public var knowsServiceTypes: Bool
  /// Whether camera, microphone and location are while-in-use in services (AN3).
  public var restrictsWhileInUse: Bool
  /// Whether location in background is a permission of its own (AN3).
  public var separatesBackgroundLocation: Bool
  /// How long the user takes to answer `requestPermissions` (AN3).
  public var answerDelay: Duration
  /// Whether a foreground service is refused that is started from background (AN4).
  public var refusesBackgroundStarts: Bool
  /// How long an app counts as having just left a visible state (AN4).
  public var visibleGrace: Duration
  /// How long a tap, an alarm or a broadcast allows a start (AN4).
  public var exemptionLasts: Duration
  /// Whether SYSTEM_ALERT_WINDOW allows a start with a visible overlay only (AN4).
  public var overlayMustBeVisible: Bool
  /// Whether a service that the system restarts may enter foreground from background (AN4).
  public var stickyEntersForeground: Bool
  /// Whether startForeground needs FOREGROUND_SERVICE (AN5).
  public var demandsServicePermission: Bool
  /// Whether a type must be declared, and its permissions held (AN5).
  public var demandsServiceType: Bool
  /// Run time of a short service; nil: there are none (AN5).
  public var shortServiceLimit: Duration?
  /// `onTimeout` of a shortService until it must have stopped (AN5).
  public var shortServiceStopLimit: Duration
  /// Run time of dataSync, and of mediaProcessing, in background; nil: without limit (AN6).
  public var timedServiceLimit: Duration?
  /// The window in which that time counts (AN6).
  public var timedServiceWindow: Duration
  /// `onTimeout` until it must have stopped (AN6).
  public var timedServiceStopLimit: Duration
  /// Whether BOOT_COMPLETED starts no dataSync, camera, media playback, media projection or phone call
  /// service (AN6).
  public var bootRefusesTypes: Bool
  /// Whether BOOT_COMPLETED starts no microphone service (AN6).
  public var bootRefusesMicrophone: Bool
  /// From the last reason to be awake to the sleep of the CPU (AN7).
  public var processorLinger: Duration
  /// Whether wake locks of idle apps without a foreground service count (AN7).
  public var idleAppsKeepWakeLocks: Bool
  /// Light Doze after screen-off on battery (AN8).
  public var lightDozeAfter: Duration
  /// Time between windows of light Doze (AN8).
  public var lightDozePeriods: [Duration]
  /// Length of a window of light Doze (AN8).
  public var lightMaintenance: Duration
  /// Deep Doze after lying still with a dark screen on battery for (AN8).
  public var deepDozeAfter: Duration
  /// Time between windows of deep Doze (AN8).
  public var deepDozePeriods: [Duration]
  /// Length of a window of deep Doze (AN8).
  public var deepMaintenance: Duration
  /// `setAndAllowWhileIdle` in Doze once in (AN8).
  public var whileIdleInterval: Duration
  /// `setExactAndAllowWhileIdle` in Doze, per hour (AN8).
  public var exactWhileIdlePerHour: Int
  /// Whether exact alarms need SCHEDULE_EXACT_ALARM or USE_EXACT_ALARM (AN8).
  public var demandsExactAlarmPermission: Bool
  /// Whether SCHEDULE_EXACT_ALARM is granted at installation (AN8).
  public var exactAlarmsAreGranted: Bool
  /// Whether there are App Standby Buckets (AN9).
  public var hasBuckets: Bool
  /// Whether there is a bucket RESTRICTED (AN9).
  public var hasRestrictedBucket: Bool
  /// Not used for, an app is in the working set (AN9).
  public var workingSetAfter: Duration
  /// Not used for this time, it counts as used frequently (AN9).
  public var frequentAfter: Duration
  /// Not used for this time, as used rarely (AN9).
  public var rareAfter: Duration
  /// Not used for this time, as restricted (AN9).
  public var restrictedAfter: Duration
  /// Run time of jobs on battery in the working set and in rarer buckets (AN9).
  public var jobBudget: Duration
  /// Run time of jobs on battery in the active and the exempted bucket (AN9).
  public var activeJobBudget: Duration
  /// Exempted: within; nil: without limit (AN9).
  public var exemptedWindow: Duration?
  /// Active: within; nil: without limit (AN9).
  public var activeWindow: Duration?
  /// Working set: within (AN9).
  public var workingSetWindow: Duration
  /// Frequent: within (AN9).
  public var frequentWindow: Duration
  /// Rare: within (AN9).
  public var rareWindow: Duration
  /// Alarms per hour: working set (AN9).
  public var workingSetAlarms: Int
  /// Alarms per hour: frequent (AN9).
  public var frequentAlarms: Int
  /// Alarms per hour: rare (AN9).
  public var rareAlarms: Int
  /// Restricted: one job, and one alarm, in (AN9).
  public var restrictedInterval: Duration
  /// Aggressive makers: a foreground service is killed after (AN10).
  public var makerServiceLimit: Duration
  /// Aggressive makers: an app is put to sleep if not opened for (AN10).
  public var makerSleepAfter: Duration
  /// Least period of a periodic job (AN17).
  public var minimumPeriod: Duration
  /// Run time of a job (AN17).
  public var jobLimit: Duration
  /// The most that a job waits before it is tried again (AN17).
  public var longestBackoff: Duration

  /// Its sensors (AN2, AN16).
  public var sensors: AndroidSensorPolicy
  /// Its Bluetooth Low Energy (AN11 to AN15).
  public var bluetooth: AndroidBluetoothPolicy

  /// The policy of an API level on a phone.
  public init(api version: SystemVersion, _ model: AndroidModel) {
    isAggressive = model == .aggressive
    sensors = AndroidSensorPolicy(api: version)
    bluetooth = AndroidBluetoothPolicy(api: version)
    startForegroundLimit = AndroidFacts.startForegroundLimit(version)
    backgroundServiceLimit = AndroidFacts.backgroundServiceLimit(version)
    serviceRestartDelay = AndroidFacts.serviceRestartDelay(version)
    serviceRestartFactor = AndroidFacts.serviceRestartFactor(version)
    serviceHeldAfter = AndroidFacts.serviceHeldAfter(version)
    crashLoopWindow = AndroidFacts.crashLoopWindow(version)
    componentRunTime = AndroidFacts.componentRunTime(version)
    cachedFreezeAfter = AndroidFacts.cachedFreezeAfter(version)
    knowsServiceTypes = AndroidFacts.knowsServiceTypes(version)
    restrictsWhileInUse = AndroidFacts.restrictsWhileInUse(version)
    separatesBackgroundLocation = AndroidFacts.separatesBackgroundLocation(version)
    answerDelay = AndroidFacts.answerDelay(version)
    refusesBackgroundStarts = AndroidFacts.refusesBackgroundStarts(version)
    visibleGrace = AndroidFacts.visibleGrace(version)
    exemptionLasts = AndroidFacts.exemptionLasts(version)
    overlayMustBeVisible = AndroidFacts.overlayMustBeVisible(version)
    stickyEntersForeground = AndroidFacts.stickyEntersForeground(version)
    demandsServicePermission = AndroidFacts.demandsServicePermission(version)
    demandsServiceType = AndroidFacts.demandsServiceType(version)
    shortServiceLimit = AndroidFacts.shortServiceLimit(version)
    shortServiceStopLimit = AndroidFacts.shortServiceStopLimit(version)
    timedServiceLimit = AndroidFacts.timedServiceLimit(version)
    timedServiceWindow = AndroidFacts.timedServiceWindow(version)
    timedServiceStopLimit = AndroidFacts.timedServiceStopLimit(version)
    bootRefusesTypes = AndroidFacts.bootRefusesTypes(version)
    bootRefusesMicrophone = AndroidFacts.bootRefusesMicrophone(version)
    processorLinger = AndroidFacts.processorLinger(version)
    idleAppsKeepWakeLocks = AndroidFacts.idleAppsKeepWakeLocks(version)
    lightDozeAfter = AndroidFacts.lightDozeAfter(version)
    lightDozePeriods = AndroidFacts.lightDozePeriods(version)
    lightMaintenance = AndroidFacts.lightMaintenance(version)
    deepDozeAfter = AndroidFacts.deepDozeAfter(version)
    deepDozePeriods = AndroidFacts.deepDozePeriods(version)
    deepMaintenance = AndroidFacts.deepMaintenance(version)
    whileIdleInterval = AndroidFacts.whileIdleInterval(version)
    exactWhileIdlePerHour = AndroidFacts.exactWhileIdlePerHour(version)
    demandsExactAlarmPermission = AndroidFacts.demandsExactAlarmPermission(version)
    exactAlarmsAreGranted = AndroidFacts.exactAlarmsAreGranted(version)
    hasBuckets = AndroidFacts.hasBuckets(version)
    hasRestrictedBucket = AndroidFacts.hasRestrictedBucket(version)
    workingSetAfter = AndroidFacts.workingSetAfter(version)
    frequentAfter = AndroidFacts.frequentAfter(version)
    rareAfter = AndroidFacts.rareAfter(version)
    restrictedAfter = AndroidFacts.restrictedAfter(version)
    jobBudget = AndroidFacts.jobBudget(version)
    activeJobBudget = AndroidFacts.activeJobBudget(version)
    exemptedWindow = AndroidFacts.exemptedWindow(version)
    activeWindow = AndroidFacts.activeWindow(version)
    workingSetWindow = AndroidFacts.workingSetWindow(version)
    frequentWindow = AndroidFacts.frequentWindow(version)
    rareWindow = AndroidFacts.rareWindow(version)
    workingSetAlarms = AndroidFacts.workingSetAlarms(version)
    frequentAlarms = AndroidFacts.frequentAlarms(version)
    rareAlarms = AndroidFacts.rareAlarms(version)
    restrictedInterval = AndroidFacts.restrictedInterval(version)
    makerServiceLimit = AndroidFacts.makerServiceLimit(version)
    makerSleepAfter = AndroidFacts.makerSleepAfter(version)
    minimumPeriod = AndroidFacts.minimumPeriod(version)
    jobLimit = AndroidFacts.jobLimit(version)
    longestBackoff = AndroidFacts.longestBackoff(version)
  }
}
