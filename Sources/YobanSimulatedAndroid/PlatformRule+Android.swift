import YobanPlatformProfiles

extension [PlatformRule] {
  package static let android: Self = [
    .an1, .an2, .an3, .an4, .an5, .an6, .an7, .an8, .an9, .an10, .an11, .an12, .an13, .an14, .an15,
    .an16, .an17, .an18, .an19, .an20, .an21, .an22, .an23, .an24, .an25,
    .an26, .an27, .an28, .an29,
  ]
}

extension PlatformRule {
  public static let an1 = PlatformRule(
    "AN1", .android, .documented, versions: "API 26 and later",
    "The system stops the background services of an app some time after the app has left the foreground, and an app that calls startForegroundService must call startForeground within 5 to 30 s, depending on the version.",
    sources: [AndroidPage.backgroundLimits, AndroidPage.startForegroundService],
    details: [
      .init(
        .documented,
        "An app that left the foreground may create and use services for several minutes; then it counts as idle and its background services are stopped as if it had called stopSelf().",
        [AndroidPage.backgroundLimits]),
      .init(
        .documented,
        "In AOSP the app becomes idle 60 s after its last process left the foreground (BACKGROUND_SETTLE_TIME).",
        [AndroidPage.managerConstants, AndroidPage.oomAdjuster]),
      .init(
        .reported,
        "Without startForeground in time the app crashes with ForegroundServiceDidNotStartInTimeException.",
        [.thread("flutter_background_service", 457)]),
      .init(
        .documented,
        "AOSP waits for startForeground for 5 s in Android 8, for 10 s in 9 to 12, and from 13 on for 30 s, and 10 s more until the app is reported as not responding. The documentation says 5 s for all versions.",
        [AndroidPage.activeServices, AndroidPage.managerConstants]),
      .init(
        .documented,
        "AOSP restarts a sticky service 1 s after a kill, then each time 4 times later if the service ran for less than 60 s, and treats two crashes within 60 s, from Android 12 on within 2 minutes, as a crash loop.",
        [AndroidPage.managerConstants]),
      .init(
        .documented,
        "Cached apps are frozen after 10 minutes from API 31 on and after 10 s from API 34 on.",
        [
          AndroidPage.cachedApps,
          .page(
            "Cached apps freezer", by: "Google",
            at: "https://source.android.com/docs/core/perf/cached-apps-freezer"),
        ]),
      .init(.assumed, "A broadcast or an alarm gives 10 s of run time."),
    ],
    simulated:
      "One minute after an app left the screen it is idle (option `backgroundServiceLimit`): its background services are stopped, and `startService` is refused. `startForegroundService` without `startForeground` within 5 s, from API 28 on 10 s, from API 33 on 30 s, ends the app with the exception of its API level. A sticky service comes back after a kill.",
    difference:
      "The minute counts separately for each process. The further 10 s until an app is reported as not responding are not simulated."
  )

  public static let an2 = PlatformRule(
    "AN2", .android, .documented, versions: "API 28 and later",
    "An app whose UID is idle, about 1 minute after its last activity or foreground service was left, receives no events of continuous, on-change and one-shot sensors.",
    sources: [
      AndroidPage.pieChanges, AndroidPage.sensorService, AndroidPage.managerConstants,
      AndroidPage.oomAdjuster,
    ],
    details: [
      .init(
        .documented,
        "Google's page only says that apps in the background receive no such events and that a foreground service restores them.",
        [AndroidPage.pieChanges]),
      .init(
        .documented,
        "In AOSP the sensor service withdraws an app's access when its UID becomes idle and returns it when the UID becomes active, so an app that has just left the screen still receives events.",
        [AndroidPage.sensorService]),
      .init(
        .documented,
        "A UID becomes idle 60 s after its last process left the foreground states (BACKGROUND_SETTLE_TIME). The check counts uptime, so it comes later if the CPU slept in between.",
        [AndroidPage.managerConstants, AndroidPage.oomAdjuster]),
      .init(
        .reported,
        "AOSP's compatibility tests use the idle state as the trigger, and developers quote the restriction.",
        [
          .page("CTS change 9b724ed", by: "Android Open Source Project"),
          .thread("w3c/sensors", 73), .thread("nisrulz/sensey", 46),
        ]),
    ],
    simulated:
      "From API 28 on the sensor events of an app stop when its UID becomes idle, 1 minute (AN1) after its last activity or foreground service was left, and a finding says so. Events begin again when the app is opened or starts a foreground service; those in between are not delivered later.",
    difference: "The simulated phone has an accelerometer and a gyroscope only, both continuous.")

  public static let an3 = PlatformRule(
    "AN3", .android, .documented,
    versions: "API 29 and later; camera and microphone from API 30 on",
    "A foreground service that uses location must have the type location, and one that uses the camera or the microphone must have the type camera or microphone.",
    sources: [AndroidPage.serviceChanges, AndroidPage.elevenServices],
    details: [
      .init(
        .documented,
        "Access to location in the background is a permission of its own (ACCESS_BACKGROUND_LOCATION) from API 29 on.",
        [AndroidPage.elevenServices]),
      .init(
        .documented,
        "From API 30 on camera, microphone and location are while-in-use: a foreground service that was started in the background has no camera and no microphone, and has location only with the permission for background location.",
        [AndroidPage.elevenServices]),
    ],
    simulated:
      "From API 29 on `startForeground` accepts only types that the manifest declares. From API 30 on location, camera and microphone are while-in-use. Background location is a permission of its own.",
    difference:
      "Positions and pictures themselves are not simulated: what is while-in-use from API 30 on is refused from API 34 on only; before that the service runs without its data."
  )

  public static let an4 = PlatformRule(
    "AN4", .android, .documented, versions: "API 31 and later",
    "An app in the background cannot start a foreground service, except in listed cases; otherwise the system throws ForegroundServiceStartNotAllowedException.",
    sources: [AndroidPage.backgroundStart],
    details: [
      .init(
        .documented,
        "The exceptions include: the app leaves a visible state, it may start an activity from the background, the user acts on its notification, widget or activity, an exact alarm that the user asked for, a high-priority FCM message, the broadcasts of boot, package replacement, time, time zone and locale, a CompanionDeviceManager permission, battery optimization turned off, and SYSTEM_ALERT_WINDOW (from API 35 on only with a visible overlay)."
      ),
      .init(
        .documented,
        "A service that needs a while-in-use permission (body sensors, camera, microphone, location) cannot be created in the background even in these cases."
      ),
      .init(
        .documented,
        "In AOSP an app counts as visible for 5 s after it left the screen, and it is on the temporary allowlist for 20 s after the broadcast of a boot, of a changed time or language, for 30 s after a tap on a notification and for 10 s after an exact alarm. An allowed start also allows startForeground for 10 s.",
        [AndroidPage.managerConstants, AndroidPage.doze, AndroidPage.alarmManager]),
      .init(
        .assumed, "A service that the system restarts may enter the foreground until API 33."),
      .init(
        .assumed,
        "A message of Firebase or a companion device allows a start for 10 s: Google's services, which are not public, decide about these."
      ),
      .init(
        .reported, "Apps failed here with a start from the background or with a missing type.",
        [
          .thread("flutter_foreground_task", 323), .thread("background_downloader", 599),
          .thread("syncthing-android", 1264), .thread("Droid-ify", 1080),
        ]),
    ],
    simulated:
      "From API 31 on, by device and by `targetSdkVersion`, a start from the background needs one of the exceptions, each of which is simulated. Otherwise it throws ForegroundServiceStartNotAllowedException and is a finding. An app cannot send itself a broadcast that only the system sends.",
    difference:
      "A service of a while-in-use permission is refused in the background from API 34 on only, with a SecurityException. A service that the system restarts may enter the foreground until API 33."
  )

  public static let an5 = PlatformRule(
    "AN5", .android, .documented,
    versions: "API 34 and later; the permission FOREGROUND_SERVICE from API 28 on",
    "A foreground service must declare a type, and when it is created the system checks the permission and the prerequisites of that type.",
    sources: [AndroidPage.typesRequired, AndroidPage.backgroundStart],
    details: [
      .init(
        .documented,
        "A missing type throws MissingForegroundServiceTypeException. A while-in-use permission that is not held in the background throws a SecurityException."
      ),
      .init(
        .documented,
        "From API 28 on an app needs the permission FOREGROUND_SERVICE for any foreground service.",
        [AndroidPage.serviceChanges]),
      .init(
        .documented,
        "Types that fit an app that records sensors are connectedDevice, health and location, each with its own permission; dataSync is limited (AN6).",
        [AndroidPage.serviceTypes]),
      .init(
        .documented,
        "A shortService runs for 3 minutes. It then gets onTimeout, loses its foreground process state 5 s later, and 10 s after onTimeout the app is reported as not responding (ANR).",
        [AndroidPage.managerConstants]),
    ],
    simulated:
      "From API 28 on FOREGROUND_SERVICE is checked, from API 34 on also a declared type, the permission of that type and one of its prerequisites. A short service has 3 minutes, and 10 s after `onTimeout` the app does not respond.",
    difference: "USB permissions and device roles are no prerequisites in the simulation.")

  public static let an6 = PlatformRule(
    "AN6", .android, .documented, versions: "API 35 and later",
    "A foreground service of the type dataSync or mediaProcessing may run for 6 hours per 24 hours while the app is in the background; then the system calls onTimeout, and the app crashes if the service does not stop within a few seconds.",
    sources: [AndroidPage.serviceTimeouts],
    details: [
      .init(.documented, "Each of the two types has its own 6 hours."),
      .init(
        .documented, "The time starts again from zero when the user interacts with the app."),
      .init(
        .documented,
        "A service that does not stop throws ForegroundServiceDidNotStopInTimeException. A later start of the type fails with the message \"Time limit already exhausted\"."
      ),
      .init(
        .documented, "In AOSP the few seconds are 10 s.", [AndroidPage.managerConstants]),
      .init(
        .documented,
        "A receiver of BOOT_COMPLETED can start only the types connectedDevice, health, remoteMessaging, systemExempted, specialUse and location, not dataSync, camera, microphone, mediaPlayback, mediaProjection and phoneCall.",
        [AndroidPage.managerConstants]),
      .init(
        .reported, "Apps with dataSync stopped after 6 hours.",
        [
          .thread("flutter_foreground_task", 323), .thread("background_downloader", 599),
          .thread("Droid-ify", 1080),
        ]),
    ],
    simulated:
      "From API 35 on dataSync and mediaProcessing have 6 hours in a rolling 24 hours each while the app is in the background. Then comes `onTimeout`, and 10 s later the end of an app that goes on. Opening the app gives the time back. A receiver of BOOT_COMPLETED starts no dataSync, camera, media playback, media projection or phone call service, and from API 34 on no microphone service.",
    difference: "Google publishes only \"a few seconds\"; the simulation uses the 10 s of AOSP.")

  public static let an7 = PlatformRule(
    "AN7", .android, .measured, versions: "measured on an Android phone in 2023",
    "With the screen off the CPU sleeps even while a foreground service runs, unless a partial wake lock is held: with both an app goes on recording.",
    sources: [.article(.s4)],
    details: [
      .init(
        .measured, "The recording used the foreground service and the wake lock and nothing else."),
      .init(
        .reported,
        "The app of article S4 has to record for up to 12 hours; the article does not report the length of a run.",
        [.article(.s4)]),
      .init(
        .documented, "Doze ignores the wake locks of ordinary apps.",
        [AndroidPage.dozePage]),
      .init(
        .documented,
        "A process with a foreground service keeps its wake locks in Doze, and cached inactive processes hold none.",
        [.page("PowerManagerService.java", by: "Android Open Source Project")]),
      .init(
        .reported, "Android 6.0 broke this for foreground services, and 7.0 fixed it.",
        [AndroidPage.dontKill]),
      .init(
        .assumed,
        "The CPU sleeps 1 s after the last reason to be awake."
      ),
      .init(
        .assumed,
        "Advice, not a fact: an app that records for hours starts its service while it is visible, with the type health, connectedDevice or location and not dataSync, asks for the battery optimization exemption, returns START_STICKY, and keeps a scan with a PendingIntent or a companion device as a way back after a kill."
      ),
    ],
    simulated:
      "With the screen off the CPU sleeps unless a wake lock counts, also while a foreground service runs: all processes stop. An alarm wakes it for a moment.",
    difference:
      "The CPU sleeps 1 s after the last reason to be awake. An event of Bluetooth lets a process run for 200 ms. Both times are assumed."
  )

  public static let an8 = PlatformRule(
    "AN8", .android, .documented, versions: "API 26 and later",
    "In Doze jobs, network access and normal alarms wait for maintenance windows; while-idle alarms ring in Doze, but only within a quota.",
    sources: [AndroidPage.dozePage, AndroidPage.power],
    details: [
      .init(
        .documented,
        "setAndAllowWhileIdle rings once per 9 minutes per app, from Android 14 on 7 times within 60 minutes.",
        [AndroidPage.dozePage, AndroidPage.power, AndroidPage.alarmManager]),
      .init(
        .documented,
        "In AOSP exact while-idle alarms of an app with the permission have a quota of 72 per hour from Android 12 on. Before, they count as those of setAndAllowWhileIdle, and so do those of apps for targets below 31.",
        [AndroidPage.alarmManager]),
      .init(
        .documented,
        "In AOSP light Doze begins 5 minutes after the screen turned off on battery (API 26 and 27), then 3 minutes (28 to 30), 1 minute (31 and 32) and 4 minutes (from 33 on), or later if work is active. Then it lasts 5, 10 and 15 minutes between windows of 1 to 5 minutes.",
        [AndroidPage.doze]),
      .init(
        .documented,
        "In AOSP deep Doze begins after 30 minutes of an unused and 30 minutes of a motionless phone, with windows after 1, 2, 4 and 6 hours that last 5 to 10 minutes. After a movement the wait is 10 minutes.",
        [AndroidPage.doze]),
      .init(.documented, "setAlarmClock rings in Doze and ends it before.", [AndroidPage.dozePage]),
    ],
    simulated:
      "Light Doze begins after 1 to 5 minutes with the screen off on battery, by API level, deep Doze after an hour without a movement, with windows that become rarer. Jobs and network wait in both, but a foreground service keeps its network; alarms wait in deep Doze, except while-idle alarms within their quota (one per 9 minutes, from API 34 on 7 in 60 minutes; 72 exact ones per hour from API 31 on). Exact alarms need a permission from API 31 on, which is not granted by itself from API 34 on.",
    difference:
      "The steps on the way to deep Doze are one step. An inexact alarm is not late by itself. An alarm clock rings without ending Doze."
  )
}

/// Pages that several Android rules use as a source.
enum AndroidPage {
  static let backgroundLimits = google(
    "Background Execution Limits", "about/versions/oreo/background")
  static let startForegroundService = RuleSource.page(
    "API refactor: context.startForegroundService() (change 08992ac)",
    by: "Android Open Source Project",
    at:
      "https://android.googlesource.com/platform/frameworks/base/+/08992ac57e973d6bf32693725ebb341a481e5944"
  )
  static let pieChanges = google(
    "Behavior changes: all apps (Android 9)", "about/versions/pie/android-9.0-changes-all")
  static let elevenServices = google(
    "Foreground services in Android 11", "about/versions/11/privacy/foreground-services")
  static let serviceChanges = google(
    "Changes to foreground services", "develop/background-work/services/fgs/changes")
  static let backgroundStart = google(
    "Restrictions on starting a foreground service from the background",
    "develop/background-work/services/fgs/restrictions-bg-start")
  static let typesRequired = google(
    "Foreground service types are required", "about/versions/14/changes/fgs-types-required")
  static let serviceTypes = google(
    "Foreground service types", "develop/background-work/services/fgs/service-types")
  static let serviceTimeouts = google(
    "Foreground service timeouts", "develop/background-work/services/fgs/timeout")
  static let dozePage = google(
    "Optimize for Doze and App Standby", "training/monitoring-device-state/doze-standby")
  static let power = google(
    "Power management resource limits", "topic/performance/power/power-details")
  static let sixteenChanges = google(
    "Behavior changes: all apps (Android 16)", "about/versions/16/behavior-changes-all")

  static let managerConstants = source("ActivityManagerConstants.java (Android 16)")
  static let activeServices = source("ActiveServices.java (Android 8 to 12)")
  static let cachedApps = source("CachedAppOptimizer.java (Android 11 to 14)")
  static let oomAdjuster = source("OomAdjuster.java")
  static let sensorService = source("SensorService.cpp, UidPolicy")
  static let doze = source("DeviceIdleController.java")
  static let alarmManager = source("AlarmManagerService.java")
  static let quota = source("QuotaController.java (Android 16)")
  static let scanStats = source("AppScanStats.java")
  static let scanner = source("BluetoothLeScanner.java")
  static let scanManager = source("ScanManager.java")

  static let dontKill = RuleSource.page(
    "Don't kill my app!", by: "urbandroid-team", at: "https://dontkillmyapp.com")

  static func google(_ title: String, _ path: String) -> RuleSource {
    .page(title, by: "Google", at: "https://developer.android.com/" + path)
  }

  private static func source(_ file: String) -> RuleSource {
    .page(file, by: "Android Open Source Project")
  }
}
