import YobanPlatformProfiles

/// The constants of an Android phone.
public struct AndroidPolicy: Policy, Sendable, Hashable {
  /// The restrictions that the maker of the phone adds to Android to save power (AN10).
  public var maker: MakerRestrictions = []
  /// The time limit from `startForegroundService` to `startForeground` (AN1).
  @Fact(
    "startForegroundService until startForeground", "AN1", .always(.seconds(5), .documented),
    .since(28, .seconds(10), .documented), .since(33, .seconds(30), .documented))
  public var startForegroundLimit: Duration
  /// The time in the background after which an app is idle and its background services are stopped
  /// (AN1).
  @Fact(
    "an app in background is idle, its background services stopped, after", "AN1",
    .always(.seconds(60), .documented))
  public var backgroundServiceLimit: Duration
  /// The delay from a kill to the restart of a sticky service (AN1).
  @Fact(
    "a sticky service is created again after a kill in", "AN1", .always(.seconds(1), .documented))
  public var serviceRestartDelay: Duration
  /// The factor by which that delay grows if the service had not run for `serviceHeldAfter` (AN1).
  @Fact("as many times later if the last restart did not hold", "AN1", .always(4, .documented))
  public var serviceRestartFactor: Int
  /// The run time of a service after which its restart delay is reset (AN1).
  @Fact("a restart has held if the service ran for", "AN1", .always(.seconds(60), .documented))
  public var serviceHeldAfter: Duration
  /// The time between two crashes below which services are not restarted (AN1).
  @Fact(
    "no restart after two crashes within", "AN1", .always(.seconds(60), .documented),
    .since(31, .seconds(2 * 60), .documented))
  public var crashLoopWindow: Duration
  /// The run time for a broadcast or an alarm (AN1).
  @Fact("run time for a broadcast or an alarm", "AN1", .always(.seconds(10), .assumed))
  public var componentRunTime: Duration
  /// The time for which an app is cached before it is frozen; nil: never (AN1).
  @Fact(
    "a cached app is frozen after", "AN1", .always(nil, .assumed),
    .since(31, .seconds(600), .documented), .since(34, .seconds(10), .documented))
  public var cachedFreezeAfter: Duration?
  /// Whether foreground services have types (AN3).
  @Fact(
    "foreground service types", "AN3", .always(false, .documented), .since(29, true, .documented))
  public var supportsServiceTypes: Bool
  /// Whether services may use camera, microphone and location only while the app is in use (AN3).
  @Fact(
    "camera, microphone and location are while-in-use in services (refused with their types)",
    "AN3", .always(false, .documented), .since(30, true, .documented))
  public var restrictsWhileInUse: Bool
  /// Whether location in the background is a separate permission (AN3).
  @Fact(
    "location in background is a permission of its own", "AN3", .always(false, .documented),
    .since(29, true, .documented))
  public var separatesBackgroundLocation: Bool
  /// The time that the user takes to answer `requestPermissions` (AN3).
  @Fact("requestPermissions until the user has answered", "AN3", .always(.seconds(2), .assumed))
  public var answerDelay: Duration
  /// Whether the start of a foreground service from background is refused (AN4).
  @Fact(
    "a foreground service is not started from background", "AN4", .always(false, .documented),
    .since(31, true, .documented))
  public var refusesBackgroundStarts: Bool
  /// The time for which an app counts as having just left a visible state (AN4).
  @Fact("an app has just left a visible state for", "AN4", .always(.seconds(5), .documented))
  public var visibleGrace: Duration
  /// The time for which a tap on a notification or the like allows a start (AN4).
  @Fact("a tap of the user allows a start for", "AN4", .always(.seconds(30), .documented))
  public var tapAllowsFor: Duration
  /// The time for which the broadcast of a boot, or of a change of the time or the language, allows a start (AN4).
  @Fact("a broadcast of the system allows a start for", "AN4", .always(.seconds(20), .documented))
  public var broadcastAllowsFor: Duration
  /// The time for which an exact alarm allows a start (AN4).
  @Fact("an exact alarm allows a start for", "AN4", .always(.seconds(10), .documented))
  public var alarmAllowsFor: Duration
  /// The time for which a message of Firebase or a companion device allows a start (AN4).
  @Fact(
    "a message or a companion device allows a start for", "AN4", .always(.seconds(10), .assumed))
  public var messageAllowsFor: Duration
  /// The time after an allowed `startForegroundService` within which `startForeground` is allowed, too; later the
  /// system decides again (AN4).
  @Fact(
    "an allowed startForegroundService also allows startForeground within", "AN4",
    .always(.seconds(10), .documented))
  public var allowedStartLasts: Duration
  /// Whether SYSTEM_ALERT_WINDOW allows a start only with a visible overlay (AN4).
  @Fact(
    "SYSTEM_ALERT_WINDOW allows a start with a visible overlay only", "AN4",
    .always(false, .documented), .since(35, true, .documented))
  public var overlayMustBeVisible: Bool
  /// Whether a service that the system restarts may enter foreground from background (AN4).
  @Fact(
    "a service that the system restarts may enter foreground from background", "AN4",
    .always(true, .reported), .since(34, false, .reported))
  public var stickyEntersForeground: Bool
  /// Whether `startForeground` requires FOREGROUND_SERVICE (AN5).
  @Fact(
    "startForeground needs FOREGROUND_SERVICE", "AN5", .always(false, .documented),
    .since(28, true, .documented))
  public var demandsServicePermission: Bool
  /// Whether a service type must be declared, and its permissions held (AN5).
  @Fact(
    "a type is declared, and its permissions held", "AN5", .always(false, .documented),
    .since(34, true, .documented))
  public var demandsServiceType: Bool
  /// The run time of a short service; nil: short services do not exist (AN5).
  @Fact(
    "run time of a shortService", "AN5", .always(nil, .documented),
    .since(34, .seconds(180), .documented))
  public var shortServiceLimit: Duration?
  /// The time limit from `onTimeout` of a short service to its stop (AN5).
  @Fact(
    "onTimeout of a shortService until it must have stopped", "AN5",
    .always(.seconds(10), .documented)
  )
  public var shortServiceStopLimit: Duration
  /// The run time of dataSync, and of mediaProcessing, in the background; nil: no limit (AN6).
  @Fact(
    "run time of dataSync, and of mediaProcessing, in background", "AN6", .always(nil, .documented),
    .since(35, .seconds(6 * 3600), .documented))
  public var timedServiceLimit: Duration?
  /// The time window in which that run time counts (AN6).
  @Fact(
    "window in which the run time of dataSync and mediaProcessing counts", "AN6",
    .always(.seconds(24 * 3600), .documented))
  public var timedServiceWindow: Duration
  /// The time limit from `onTimeout` of such a service to its stop (AN6).
  @Fact(
    "onTimeout until a service of dataSync or mediaProcessing must have stopped", "AN6",
    .always(.seconds(10), .documented))
  public var timedServiceStopLimit: Duration
  /// Whether a start from BOOT_COMPLETED is refused to services of the types dataSync, camera,
  /// media playback, media projection and phone call (AN6).
  @Fact(
    "BOOT_COMPLETED starts no dataSync, camera, media or phone call service", "AN6",
    .always(false, .documented), .since(35, true, .documented))
  public var bootRefusesTypes: Bool
  /// Whether a start from BOOT_COMPLETED is refused to microphone services (AN6).
  @Fact(
    "BOOT_COMPLETED starts no microphone service", "AN6", .always(false, .documented),
    .since(34, true, .documented))
  public var bootRefusesMicrophone: Bool
  /// Whether the user can stop an app with a foreground service in the Task Manager (AN22).
  @Fact(
    "the user can stop an app in the Task Manager", "AN22", .always(false, .documented),
    .since(33, true, .documented))
  public var hasTaskManager: Bool
  /// Whether only the top app, or one with a foreground service, may request the audio focus (AN25).
  @Fact(
    "an app in background may not request the audio focus without a foreground service", "AN25",
    .always(false, .documented), .since(35, true, .documented))
  public var restrictsAudioFocus: Bool
  /// Whether audio in the background needs a foreground service, and, for an app that targets such a version, one that
  /// started while the app was in use (AN25).
  @Fact(
    "audio in background needs a foreground service, and, as target, while-in-use capabilities",
    "AN25", .always(false, .documented), .since(37, true, .documented))
  public var hardensAudio: Bool
  /// The time after an app has left the screen in which it may still use audio as if it were visible (AN25).
  @Fact(
    "an app that has left the screen may use audio for", "AN25", .always(.seconds(5), .assumed),
    .since(35, .seconds(5), .documented))
  public var audioGrace: Duration
  /// The delay from the last reason to be awake to the sleep of the CPU (AN7).
  @Fact(
    "the CPU sleeps after the last reason to be awake in", "AN7", .always(.seconds(1), .assumed))
  public var processorLinger: Duration
  /// Whether wake locks of idle apps without a foreground service keep the CPU awake (AN7).
  @Fact(
    "wake locks of idle apps without a foreground service count", "AN7",
    .always(false, .documented))
  public var idleAppsKeepWakeLocks: Bool
  /// The delay of light Doze after screen-off on battery (AN8).
  @Fact(
    "light Doze after screen-off on battery", "AN8", .always(.seconds(5 * 60), .documented),
    .since(28, .seconds(3 * 60), .documented), .since(31, .seconds(60), .documented),
    .since(33, .seconds(4 * 60), .documented))
  public var lightDozeAfter: Duration
  /// The times between maintenance windows of light Doze (AN8).
  @Fact(
    "time between windows of light Doze", "AN8",
    .always([.seconds(5 * 60), .seconds(10 * 60), .seconds(15 * 60)], .documented))
  public var lightDozePeriods: [Duration]
  /// The length of a maintenance window of light Doze (AN8).
  @Fact("length of a window of light Doze", "AN8", .always(.seconds(60), .documented))
  public var lightMaintenance: Duration
  /// The time of lying still with a dark screen on battery before deep Doze (AN8).
  @Fact(
    "deep Doze after lying still with a dark screen on battery for", "AN8",
    .always(.seconds(60 * 60), .documented))
  public var deepDozeAfter: Duration
  /// The times between maintenance windows of deep Doze (AN8).
  @Fact(
    "time between windows of deep Doze", "AN8",
    .always(
      [.seconds(3600), .seconds(2 * 3600), .seconds(4 * 3600), .seconds(6 * 3600)], .documented))
  public var deepDozePeriods: [Duration]
  /// The length of a maintenance window of deep Doze (AN8).
  @Fact("length of a window of deep Doze", "AN8", .always(.seconds(5 * 60), .documented))
  public var deepMaintenance: Duration
  /// The number of alarms of `setAndAllowWhileIdle`, and of older apps' exact ones, within `whileIdleWindow` in
  /// Doze (AN8).
  @Fact(
    "setAndAllowWhileIdle in Doze", "AN8", .always(1, .documented), .since(34, 7, .documented))
  public var whileIdleAlarms: Int
  /// See `whileIdleAlarms` (AN8).
  @Fact(
    "setAndAllowWhileIdle in Doze, within", "AN8", .always(.seconds(9 * 60), .documented),
    .since(34, .seconds(3600), .documented))
  public var whileIdleWindow: Duration
  /// The number of alarms of `setExactAndAllowWhileIdle` per hour in Doze; nil: they count as those of
  /// `setAndAllowWhileIdle` (AN8).
  @Fact(
    "setExactAndAllowWhileIdle in Doze, per hour", "AN8", .always(nil, .documented),
    .since(31, 72, .documented))
  public var exactWhileIdlePerHour: Int?
  /// Whether exact alarms require SCHEDULE_EXACT_ALARM or USE_EXACT_ALARM (AN8).
  @Fact(
    "exact alarms need SCHEDULE_EXACT_ALARM or USE_EXACT_ALARM", "AN8", .always(false, .documented),
    .since(31, true, .documented))
  public var demandsExactAlarmPermission: Bool
  /// Whether SCHEDULE_EXACT_ALARM is granted at installation (AN8).
  @Fact(
    "SCHEDULE_EXACT_ALARM is granted at installation", "AN8", .always(true, .documented),
    .since(34, false, .documented))
  public var exactAlarmsAreGranted: Bool
  /// Whether App Standby Buckets exist (AN9).
  @Fact("App Standby Buckets", "AN9", .always(false, .documented), .since(28, true, .documented))
  public var hasBuckets: Bool
  /// Whether the bucket RESTRICTED exists (AN9).
  @Fact("a bucket RESTRICTED", "AN9", .always(false, .documented), .since(31, true, .documented))
  public var hasRestrictedBucket: Bool
  /// The time without use after which an app is in the bucket "working set" (AN9).
  @Fact("not used for, an app is in the working set", "AN9", .always(.seconds(12 * 3600), .assumed))
  public var workingSetAfter: Duration
  /// The time without use after which an app is in the bucket "frequent" (AN9).
  @Fact("used frequently", "AN9", .always(.seconds(24 * 3600), .assumed))
  public var frequentAfter: Duration
  /// The time without use after which an app is in the bucket "rare" (AN9).
  @Fact("used rarely", "AN9", .always(.seconds(48 * 3600), .assumed))
  public var rareAfter: Duration
  /// The time without use after which an app is in the bucket "restricted" (AN9).
  @Fact(
    "restricted", "AN9", .always(.seconds(45 * 24 * 3600), .documented),
    .since(33, .seconds(8 * 24 * 3600), .documented))
  public var restrictedAfter: Duration
  /// The run time of jobs on battery in the working set and in rarer buckets (AN9).
  @Fact(
    "run time of jobs on battery in the working set and in rarer buckets", "AN9",
    .always(.seconds(10 * 60), .documented))
  public var jobBudget: Duration
  /// The run time of jobs on battery in the active and the exempted bucket (AN9).
  @Fact(
    "run time of jobs on battery in the active and the exempted bucket", "AN9",
    .always(.seconds(20 * 60), .documented))
  public var activeJobBudget: Duration
  /// The time window of the job run time in the exempted bucket; nil: no limit (AN9).
  @Fact(
    "exempted: within", "AN9", .always(nil, .documented), .since(36, .seconds(40 * 60), .documented)
  )
  public var exemptedWindow: Duration?
  /// The time window of the job run time in the active bucket; nil: no limit (AN9).
  @Fact(
    "active: within", "AN9", .always(nil, .documented), .since(36, .seconds(60 * 60), .documented))
  public var activeWindow: Duration?
  /// The time window of the job run time in the working set (AN9).
  @Fact(
    "working set: within", "AN9", .always(.seconds(2 * 3600), .documented),
    .since(36, .seconds(4 * 3600), .documented))
  public var workingSetWindow: Duration
  /// The time window of the job run time in the frequent bucket (AN9).
  @Fact(
    "frequent: within", "AN9", .always(.seconds(8 * 3600), .documented),
    .since(36, .seconds(12 * 3600), .documented))
  public var frequentWindow: Duration
  /// The time window of the job run time in the rare bucket (AN9).
  @Fact(
    "rare: within", "AN9", .always(.seconds(24 * 3600), .documented))
  public var rareWindow: Duration
  /// The number of alarms per hour in the working set (AN9).
  @Fact("alarms per hour: working set", "AN9", .always(10, .documented), .since(33, 10, .assumed))
  public var workingSetAlarms: Int
  /// The number of alarms per hour in the frequent bucket (AN9).
  @Fact("alarms per hour: frequent", "AN9", .always(2, .documented), .since(33, 2, .assumed))
  public var frequentAlarms: Int
  /// The number of alarms per hour in the rare bucket (AN9).
  @Fact("alarms per hour: rare", "AN9", .always(1, .assumed))
  public var rareAlarms: Int
  /// The time in which a restricted app gets one job and one alarm (AN9).
  @Fact(
    "restricted: one job, and one alarm, in", "AN9", .always(.seconds(24 * 3600), .documented),
    .since(33, .seconds(24 * 3600), .assumed))
  public var restrictedInterval: Duration
  /// The time after which an aggressive maker kills a foreground service (AN10).
  @Fact(
    "aggressive makers: a foreground service is killed after", "AN10",
    .always(.seconds(60 * 60), .reported))
  public var makerServiceLimit: Duration
  /// The time without use after which an aggressive maker puts an app to sleep (AN10).
  @Fact(
    "aggressive makers: an app is put to sleep if not opened for", "AN10",
    .always(.seconds(72 * 3600), .reported))
  public var makerSleepAfter: Duration
  /// The time without use after which an app sleeps deeply on a Samsung (AN10).
  @Fact(
    "Samsung: an app sleeps deeply if not opened for", "AN10",
    .always(.seconds(16 * 24 * 3600), .documented))
  public var makerDeepSleepAfter: Duration
  /// The time with a dark screen after which a Nokia ends the apps in background; nil: it does not (AN10).
  @Fact(
    "Nokia: apps in background are ended with the screen off for", "AN10",
    .always(.seconds(20 * 60), .reported), .since(28, nil, .reported))
  public var makerDarkLimit: Duration?
  /// Whether a Samsung withholds the wake locks of foreground services while the screen is off (AN10).
  @Fact(
    "Samsung: wake locks of foreground services do not count with the screen off", "AN10",
    .always(false, .reported), .since(30, true, .reported), .since(34, false, .reported))
  public var makerWithholdsWakeLocks: Bool
  /// The minimum period of a periodic job (AN17).
  @Fact("least period of a periodic job", "AN17", .always(.seconds(15 * 60), .documented))
  public var minimumPeriod: Duration
  /// The maximum run time of a job (AN17).
  @Fact(
    "run time of a job", "AN17", .always(.seconds(10 * 60), .documented),
    .since(31, .seconds(30 * 60), .documented))
  public var jobLimit: Duration
  /// The maximum delay before a job is retried (AN17).
  @Fact("most time until a job is tried again", "AN17", .always(.seconds(5 * 3600), .documented))
  public var longestBackoff: Duration
  /// The maximum run time of a user-initiated job (AN21).
  @Fact("run time of a user-initiated job", "AN21", .always(.seconds(12 * 3600), .documented))
  public var userJobLimit: Duration
  /// The time limit from the start of a user-initiated job to its notification (AN21).
  @Fact(
    "onStartJob of a user-initiated job until setNotification", "AN21",
    .always(.seconds(10), .documented))
  public var userJobNotificationLimit: Duration
  /// The time after an app was visible in which it can still schedule a user-initiated job (AN21).
  @Fact(
    "a user-initiated job can be scheduled after the app was visible for", "AN21",
    .always(.seconds(5), .documented))
  public var userJobGrace: Duration
  /// The time without use after which the permissions of an app are reset; nil: never (AN23).
  @Fact(
    "permissions of an app are reset without use for", "AN23", .always(nil, .documented),
    .since(30, .seconds(90 * 24 * 3600), .documented))
  public var unusedAfter: Duration?
  /// Whether an unused app hibernates, too (AN23).
  @Fact(
    "an unused app hibernates", "AN23", .always(false, .documented), .since(31, true, .documented))
  public var hibernatesUnusedApps: Bool

  /// The constants of the sensors (AN2, AN16).
  public var sensors = AndroidSensorPolicy(api: .inEffect)
  /// The constants of Bluetooth Low Energy (AN11 to AN15).
  public var bluetooth = AndroidBluetoothPolicy(api: .inEffect)
  /// The constants of Health Connect (AN26 to AN29).
  public var health = AndroidHealthPolicy(api: .inEffect)

  /// The policy of an API level on a phone model.
  public init(api version: SystemVersion, _ model: AndroidModel) {
    self.init(for: version)
    maker = MakerRestrictions(of: model)
  }

  package init() {}

  package init(of profile: DeviceProfile) {
    self.init(for: profile.version)
    if case .android(let model) = profile.hardware { maker = MakerRestrictions(of: model) }
  }
}

extension AndroidPolicy {
  @available(*, deprecated, message: "Use maker, the restrictions of the phone's maker.")
  public var isAggressive: Bool {
    get { maker == MakerRestrictions(of: .aggressive) }
    set { maker = newValue ? MakerRestrictions(of: .aggressive) : [] }
  }

  @available(*, deprecated, renamed: "supportsServiceTypes")
  public var knowsServiceTypes: Bool {
    get { supportsServiceTypes }
    set { supportsServiceTypes = newValue }
  }
}

extension DeviceProfile {
  /// The constants of an Android phone; nil for other devices, which take no value. Setting nil restores the
  /// values of the system.
  public var android: AndroidPolicy? {
    get { self[AndroidPolicy.self, only: .android] }
    set { self[AndroidPolicy.self, only: .android] = newValue }
  }
}
