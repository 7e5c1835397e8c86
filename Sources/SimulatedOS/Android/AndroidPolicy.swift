/// The constants of an Android phone. `AndroidFacts` has the rule and the grade of each.
public struct AndroidPolicy: Sendable, Hashable {
  /// Whether the maker ends foreground services, treats a swipe as a force stop, and puts unused
  /// apps to sleep (AN10).
  public var isAggressive: Bool
  /// The time limit from `startForegroundService` to `startForeground` (AN1).
  public var startForegroundLimit: Duration
  /// The time in background after which an app is idle and its background services are stopped
  /// (AN1).
  public var backgroundServiceLimit: Duration
  /// The delay from a kill to the restart of a sticky service (AN1).
  public var serviceRestartDelay: Duration
  /// The factor by which that delay grows if the service had not run for `serviceHeldAfter` (AN1).
  public var serviceRestartFactor: Int
  /// The run time of a service after which its restart delay is reset (AN1).
  public var serviceHeldAfter: Duration
  /// The time between two crashes below which services are not restarted (AN1).
  public var crashLoopWindow: Duration
  /// The run time for a broadcast or an alarm (AN1).
  public var componentRunTime: Duration
  /// The time for which an app is cached before it is frozen; nil: never (AN1).
  public var cachedFreezeAfter: Duration?
  /// Whether foreground services have types (AN3).
  public var knowsServiceTypes: Bool
  /// Whether services may use camera, microphone and location only while the app is in use (AN3).
  public var restrictsWhileInUse: Bool
  /// Whether location in background is a separate permission (AN3).
  public var separatesBackgroundLocation: Bool
  /// The time that the user takes to answer `requestPermissions` (AN3).
  public var answerDelay: Duration
  /// Whether the start of a foreground service from background is refused (AN4).
  public var refusesBackgroundStarts: Bool
  /// The time for which an app counts as having just left a visible state (AN4).
  public var visibleGrace: Duration
  /// The time for which a tap, an alarm or a broadcast allows a start (AN4).
  public var exemptionLasts: Duration
  /// Whether SYSTEM_ALERT_WINDOW allows a start only with a visible overlay (AN4).
  public var overlayMustBeVisible: Bool
  /// Whether a service that the system restarts may enter foreground from background (AN4).
  public var stickyEntersForeground: Bool
  /// Whether `startForeground` requires FOREGROUND_SERVICE (AN5).
  public var demandsServicePermission: Bool
  /// Whether a service type must be declared, and its permissions held (AN5).
  public var demandsServiceType: Bool
  /// The run time of a short service; nil: short services do not exist (AN5).
  public var shortServiceLimit: Duration?
  /// The time limit from `onTimeout` of a short service to its stop (AN5).
  public var shortServiceStopLimit: Duration
  /// The run time of dataSync, and of mediaProcessing, in background; nil: no limit (AN6).
  public var timedServiceLimit: Duration?
  /// The time window in which that run time counts (AN6).
  public var timedServiceWindow: Duration
  /// The time limit from `onTimeout` of such a service to its stop (AN6).
  public var timedServiceStopLimit: Duration
  /// Whether a start from BOOT_COMPLETED is refused to services of the types dataSync, camera,
  /// media playback, media projection and phone call (AN6).
  public var bootRefusesTypes: Bool
  /// Whether a start from BOOT_COMPLETED is refused to microphone services (AN6).
  public var bootRefusesMicrophone: Bool
  /// The delay from the last reason to be awake to the sleep of the CPU (AN7).
  public var processorLinger: Duration
  /// Whether wake locks of idle apps without a foreground service keep the CPU awake (AN7).
  public var idleAppsKeepWakeLocks: Bool
  /// The delay of light Doze after screen-off on battery (AN8).
  public var lightDozeAfter: Duration
  /// The times between maintenance windows of light Doze (AN8).
  public var lightDozePeriods: [Duration]
  /// The length of a maintenance window of light Doze (AN8).
  public var lightMaintenance: Duration
  /// The time of lying still with a dark screen on battery before deep Doze (AN8).
  public var deepDozeAfter: Duration
  /// The times between maintenance windows of deep Doze (AN8).
  public var deepDozePeriods: [Duration]
  /// The length of a maintenance window of deep Doze (AN8).
  public var deepMaintenance: Duration
  /// The minimum interval between alarms of `setAndAllowWhileIdle` in Doze (AN8).
  public var whileIdleInterval: Duration
  /// The number of alarms of `setExactAndAllowWhileIdle` per hour in Doze (AN8).
  public var exactWhileIdlePerHour: Int
  /// Whether exact alarms require SCHEDULE_EXACT_ALARM or USE_EXACT_ALARM (AN8).
  public var demandsExactAlarmPermission: Bool
  /// Whether SCHEDULE_EXACT_ALARM is granted at installation (AN8).
  public var exactAlarmsAreGranted: Bool
  /// Whether App Standby Buckets exist (AN9).
  public var hasBuckets: Bool
  /// Whether the bucket RESTRICTED exists (AN9).
  public var hasRestrictedBucket: Bool
  /// The time without use after which an app is in the bucket "working set" (AN9).
  public var workingSetAfter: Duration
  /// The time without use after which an app is in the bucket "frequent" (AN9).
  public var frequentAfter: Duration
  /// The time without use after which an app is in the bucket "rare" (AN9).
  public var rareAfter: Duration
  /// The time without use after which an app is in the bucket "restricted" (AN9).
  public var restrictedAfter: Duration
  /// The run time of jobs on battery in the working set and in rarer buckets (AN9).
  public var jobBudget: Duration
  /// The run time of jobs on battery in the active and the exempted bucket (AN9).
  public var activeJobBudget: Duration
  /// The time window of the job run time in the exempted bucket; nil: no limit (AN9).
  public var exemptedWindow: Duration?
  /// The time window of the job run time in the active bucket; nil: no limit (AN9).
  public var activeWindow: Duration?
  /// The time window of the job run time in the working set (AN9).
  public var workingSetWindow: Duration
  /// The time window of the job run time in the frequent bucket (AN9).
  public var frequentWindow: Duration
  /// The time window of the job run time in the rare bucket (AN9).
  public var rareWindow: Duration
  /// The number of alarms per hour in the working set (AN9).
  public var workingSetAlarms: Int
  /// The number of alarms per hour in the frequent bucket (AN9).
  public var frequentAlarms: Int
  /// The number of alarms per hour in the rare bucket (AN9).
  public var rareAlarms: Int
  /// The time in which a restricted app gets one job and one alarm (AN9).
  public var restrictedInterval: Duration
  /// The time after which an aggressive maker kills a foreground service (AN10).
  public var makerServiceLimit: Duration
  /// The time without use after which an aggressive maker puts an app to sleep (AN10).
  public var makerSleepAfter: Duration
  /// The minimum period of a periodic job (AN17).
  public var minimumPeriod: Duration
  /// The maximum run time of a job (AN17).
  public var jobLimit: Duration
  /// The maximum delay before a job is retried (AN17).
  public var longestBackoff: Duration

  /// The constants of the sensors (AN2, AN16).
  public var sensors: AndroidSensorPolicy
  /// The constants of Bluetooth Low Energy (AN11 to AN15).
  public var bluetooth: AndroidBluetoothPolicy

  /// The policy of an API level on a phone model.
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
