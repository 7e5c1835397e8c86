import YobanPlatformProfiles

extension PlatformRule {
  public static let an9 = PlatformRule(
    "AN9", .android, .documented, versions: "API 28 and later; the active bucket from API 36 on",
    "While the phone runs on battery, the app's standby bucket limits the run time of its jobs and the number of its alarms; from Android 16 on the active bucket has a limit, too.",
    sources: [AndroidPage.power, AndroidPage.sixteenChanges],
    details: [
      .init(
        .documented,
        "Android 9 to 12, run time of jobs: working set 10 minutes in 2 hours, frequent 10 minutes in 8 hours, rare 10 minutes in 24 hours, restricted once a day. The active bucket has no limit.",
        [
          .page(
            "Power management restrictions (tables for Android 9 to 12)", by: "Google",
            at: "https://developer.android.com/topic/performance/power/power-details")
        ]),
      .init(
        .documented,
        "Alarms: working set 10 per hour, frequent 2 per hour, rare 1 per hour, restricted 1 per day, active without a limit.",
        [AndroidPage.power]),
      .init(
        .documented,
        "Today's page, which includes Android 16, run time of jobs: active 20 minutes in 60 minutes, working set 10 minutes in 4 hours, frequent 10 minutes in 12 hours, rare 10 minutes in 24 hours, restricted 10 minutes once a day.",
        [AndroidPage.power]),
      .init(
        .documented,
        "Today's page, expedited jobs in 24 hours: active 30 minutes, working set 15, frequent 10, rare 10, restricted 5. Rare and restricted apps have no network in the background.",
        [AndroidPage.power]),
      .init(
        .documented,
        "AOSP of Android 16 holds the same values as defaults: active 20 minutes in 60 minutes, exempted 20 minutes in 40 minutes, working set 10 minutes in 4 hours (before: 2 hours), frequent 10 minutes in 12 hours (before: 8 hours). A device can change them.",
        [AndroidPage.quota]),
      .init(
        .documented,
        "In AOSP an app of any bucket may run jobs for 4 hours in 24 hours at most; an app that has used up its time needs 30 s of free quota before its jobs start again.",
        [
          AndroidPage.quota,
          .page(
            "Adding limit for active apps (change 045fb57)", by: "Android Open Source Project"),
        ]),
      .init(
        .documented,
        "In AOSP the number of jobs per window is limited, too: active and exempted 75, working set 120, frequent 200, rare 48, restricted 10, and 20 per minute for every app.",
        [AndroidPage.quota]),
      .init(
        .documented,
        "From Android 16 on a job that runs beside a foreground service counts against the quota, and so does a job that was started while the app was visible and goes on after that. Before, such jobs were not limited. A visible app has no limit.",
        [AndroidPage.sixteenChanges, AndroidPage.power]),
      .init(
        .documented,
        "From Android 16 on an app that the user exempted from battery optimization has a generous limit; before, it had none.",
        [AndroidPage.power]),
      .init(
        .documented,
        "Charging lifts the limits of all buckets except restricted. Google says that the values may change.",
        [AndroidPage.power]),
      .init(
        .documented,
        "In AOSP an app moves to the working set after 12 hours without use, to frequent after 24 hours, to rare after 48 hours and to restricted after 45 days (API 31 and 32) or 8 days. Frequent, rare and restricted also need 1, 2 and 6 hours with the screen on.",
        [.page("AppStandbyController.java", by: "Android Open Source Project")]),
    ],
    simulated:
      "From API 28 on an app moves through the buckets by the time since its last use (12, 24 and 48 hours, 8 days, on API 31 and 32 45 days). On battery its jobs have 10 minutes in 2 hours (working set), 8 hours (frequent) or 24 hours (rare), or one job a day (restricted, also while the phone charges), and its alarms 10, 2 or 1 per hour or one a day. From API 36 on the windows are 4 hours (working set) and 12 hours (frequent), the active bucket has 20 minutes in 60 minutes and the exempted one 20 minutes in 40 minutes; jobs beside a foreground service, and jobs that outlast the visible app, count.",
    difference:
      "The limit of 4 hours of jobs in 24 hours and the hours with the screen on are not simulated. On API 28 AOSP delays alarms by 6 minutes, 30 minutes and 2 hours instead of a quota. A foreground service counts as use of the app. The number of jobs per window is not limited, and the network of rare apps is not restricted. Makers may use other values."
  )

  public static let an10 = PlatformRule(
    "AN10", .android, .reported, versions: "by maker",
    "Several makers end background work that Android allows, including foreground services with a notification.",
    sources: [AndroidPage.dontKill],
    details: [
      .init(
        .documented,
        "Samsung: an app that was not used for about 3 days and costs battery sleeps, which is the restricted bucket (AN9); one that was not used for 16 days sleeps deeply, and is active only when the user opens it.",
        [
          .page(
            "App management", by: "Samsung",
            at: "https://developer.samsung.com/mobile/app-management.html")
        ]),
      .init(
        .documented,
        "From One UI 6 on, foreground services of apps with target 34 work as Android says.",
        [
          .page(
            "Improving consistency of background work on Android", by: "Google",
            at:
              "https://android-developers.googleblog.com/2023/05/improving-consistency-of-background-work-on-android.html"
          )
        ]),
      .init(
        .reported,
        "Samsung: alarms of an app that was not used for 3 days did not ring, and with Android 11 wake locks in foreground services were denied.",
        [AndroidPage.dontKill("Samsung")]),
      .init(
        .reported,
        "Huawei: on some phones with EMUI 4 or 5 HwPFWService, and later PowerGenie, ends background work after 60 minutes, and no setting prevents it. The startup manager lets only allowed apps start.",
        [AndroidPage.dontKill("Huawei")]),
      .init(
        .reported,
        "Xiaomi: apps that are not locked end when the recent apps are cleared, and only apps with the permission for autostart are started in the background.",
        [AndroidPage.dontKill("Xiaomi")]),
      .init(
        .reported,
        "OnePlus: a swipe from the recent apps can end an app, App Auto-Launch keeps apps from starting, and updates of the system reset what the user set.",
        [AndroidPage.dontKill("OnePlus")]),
      .init(
        .reported,
        "Oppo: services end each time the screen turns off, unless the user locks the app in the recent apps and allows it in the startup manager.",
        [AndroidPage.dontKill("Oppo")]),
      .init(
        .reported,
        "Nokia with Android 8, and with 9 until August 2019: every process in background ends after 20 minutes with the screen off, with its alarms, whatever the user set.",
        [AndroidPage.dontKill("Nokia")]),
      .init(
        .reported,
        "Asus: Power Master ends apps in background when the screen turns off, and lets only allowed apps start.",
        [AndroidPage.dontKill("Asus")]),
      .init(
        .reported,
        "Vivo: only apps with the permission for autostart are started in the background.",
        [AndroidPage.dontKill("Vivo")]),
    ],
    simulated:
      "`AndroidModel.aggressive` ends foreground services one hour after the app left the screen, treats a swipe from the recent apps as a force stop, and puts an app to sleep that was not opened for three days. The models with a maker's name do what is reported of that maker: `MakerRestrictions` lists it. The user can protect an app, except from the ends on Huawei's and Nokia's phones. `AndroidModel.stock` does none of this.",
    difference:
      "The phones of a maker differ more than its model does. The end of an app is a force stop, as with the strictest makers, so alarms, jobs and restarts end with it, too. A Samsung does not move an app to the restricted bucket after 3 days. The settings that a user changes stay as they are. An app without the permission for autostart is started by nothing but the user."
  )

  public static let an11 = PlatformRule(
    "AN11", .android, .documented, versions: "API 26 and later",
    "An app may start 5 Bluetooth scans within 30 s; further ones silently find nothing, without a callback.",
    sources: [AndroidPage.scanStats, AndroidPage.scanner],
    details: [
      .init(.documented, "The system only writes a line to its log.", [AndroidPage.scanner]),
      .init(
        .documented,
        "A scan without filters that runs for 30 minutes becomes opportunistic, so it finds only what other scans find. A scan with filters is exempt (Android 8 to 13).",
        [AndroidPage.scanStats, AndroidPage.scanManager]),
      .init(
        .documented,
        "From Android 14 on, a long scan with filters goes on, as if it had asked for the mode low power, until it is stopped.",
        [AndroidPage.scanManager]),
      .init(
        .documented,
        "The limit is 30 minutes until Android 13 and 10 minutes from Android 14 on. A scan that reports only first matches is exempt.",
        [
          .page(
            "Reduce Scan Downgrade Timeout to 10 min (change e1f02d5, 30 September 2022)",
            by: "Android Open Source Project")
        ]),
    ],
    simulated:
      "The sixth scan that an app starts within 30 s finds nothing, without a callback. A long scan is downgraded as its API level does it. Findings say both.",
    difference:
      "Makers set other limits: on a Pixel with a newer system a scan with filters was downgraded after about 5 minutes."
  )

  public static let an12 = PlatformRule(
    "AN12", .android, .documented, versions: "the screen from API 27 on, location from API 28 on",
    "The system silently suspends a scan without filters while the screen is off or location is off and resumes it later, unless the app needs no location (neverForLocation); a scan with filters goes on.",
    sources: [
      AndroidPage.scanManager,
      .page(
        "BluetoothLeScanner.startScan", by: "Google",
        at: "https://developer.android.com/reference/android/bluetooth/le/BluetoothLeScanner"),
    ],
    simulated:
      "A scan without filters pauses while the screen is off, or location unless the manifest says neverForLocation, and goes on later, with a finding. A scan with filters goes on; that it finds nothing while location is off is AN15."
  )

  public static let an13 = PlatformRule(
    "AN13", .android, .documented, versions: "by API level",
    "The radio listens during a window in each interval, and both depend on the scan mode, the Android version and the screen.",
    sources: [AndroidPage.scanManager],
    details: [
      .init(
        .documented,
        "Until Android 8.1, window of interval: low power 500 of 5000 ms, balanced 2000 of 5000 ms, low latency 5000 of 5000 ms."
      ),
      .init(
        .documented,
        "Android 9 to 12: low power 512 of 5120 ms, balanced 1024 of 4096 ms, low latency 4096 of 4096 ms."
      ),
      .init(
        .documented,
        "Android 13 and later: low power 140 of 1400 ms, balanced 183 of 730 ms, low latency 100 of 100 ms."
      ),
      .init(
        .documented,
        "With the screen off, from Android 13 on: low power 512 of 10240 ms, balanced 183 of 730 ms."
      ),
      .init(
        .documented,
        "From Android 9 on the scan of an app in background is forced to the mode low power.",
        [.page("ScanManager.java (change 438218f01)", by: "Android Open Source Project")]),
    ],
    simulated:
      "The radio listens for the window of each interval that the mode, the API level and the screen say. The scan that asks for most decides for all.",
    difference:
      "A device that begins to advertise is noticed within a second. The scan of an app in background keeps its mode."
  )

  public static let an14 = PlatformRule(
    "AN14", .android, .documented,
    versions: "PendingIntent: API 26 and later; presence: API 31 and later",
    "A scan that an app starts with a PendingIntent goes on after its process has ended, and the system launches the app for its results.",
    sources: [
      .page("BluetoothLeScanner.startScan with a PendingIntent", by: "Google"),
      AndroidPage.scanner,
    ],
    details: [
      .init(
        .documented,
        "From API 31 on an app can ask for the presence of a device that the user associated with it; it does not have to run to be notified.",
        [.page("CompanionDeviceManager.startObservingDevicePresence", by: "Google")]),
      .init(
        .documented,
        "With the permission REQUEST_COMPANION_START_FOREGROUND_SERVICES_FROM_BACKGROUND such an app may start a foreground service from the background.",
        [AndroidPage.backgroundStart]),
    ],
    simulated:
      "A scan with a PendingIntent goes on after the process has ended, and each result is a broadcast that starts the app. A companion device that comes near starts the app's CompanionDeviceService (AN24), which may then start a foreground service.",
    difference:
      "A reboot ends scans. The user's dialog for an association is left out. Near is checked every 10 s, and a device is gone after 60 s without a signal, which is assumed."
  )

  public static let an15 = PlatformRule(
    "AN15", .android, .reported, versions: "all versions; permissions by API level",
    "A GATT connection allows one outstanding operation, and scan results are withheld without the permissions of the Android version.",
    sources: [
      .page("notes of public projects about BLE transports", by: "several authors"),
      .page(
        "BluetoothLeScanner.startScan", by: "Google",
        at: "https://developer.android.com/reference/android/bluetooth/le/BluetoothLeScanner"),
    ],
    details: [
      .init(
        .reported,
        "Scan results need the permission for the fine location before API 31 and BLUETOOTH_SCAN from API 31 on, and also the fine location unless the manifest says neverForLocation."
      ),
      .init(
        .documented,
        "AOSP's Bluetooth stack has a supervision timeout of 5 s from Android 8 on. Before, it was 20 s, which is often repeated for all versions.",
        [
          .page(
            "Lower the BLE connection supervision timeout to 5s. (change 69e9aba92, 6 February 2017)",
            by: "Android Open Source Project")
        ]),
      .init(.assumed, "connectGatt without autoConnect gives up after 30 s."),
    ],
    simulated:
      "Scans and connections need the permissions of the API level; without the permission for location the results are withheld silently. One GATT operation is outstanding at a time. A lost peripheral is noticed after 5 s. connectGatt gives up with status 133 after 30 s; with autoConnect it waits.",
    difference:
      "An event lets a process run for 200 ms while the CPU sleeps, which is assumed, too. Callbacks come on the main thread, and MTU, PHY, priority and bonding do not exist."
  )

  public static let an16 = PlatformRule(
    "AN16", .android, .documented, versions: "API 31 and later, also as target",
    "An app needs the permission HIGH_SAMPLING_RATE_SENSORS for more than 200 samples per second; without it the rate is limited to 200, and a debuggable app gets a SecurityException.",
    sources: [
      .page("SystemSensorManager.java", by: "Android Open Source Project"),
      .page(
        "HighSamplingRate", by: "Android Lint",
        at:
          "https://googlesamples.github.io/android-custom-lint-rules/checks/HighSamplingRate.md.html"
      ),
    ],
    details: [
      .init(
        .documented,
        "maxReportLatency lets the sensor collect events in a FIFO. While the CPU sleeps, the FIFO of a non-wake-up sensor overwrites its oldest events.",
        [.page("Sensors overview", by: "Google")]),
      .init(
        .assumed,
        "A FIFO holds 3,000 events, and the events of a wake-up sensor keep the CPU awake for 200 ms."
      ),
    ],
    simulated:
      "Above 200 Hz an app with target 31 needs the permission; otherwise it gets 200 Hz and a finding, and a debuggable app gets a SecurityException. `maxReportLatencyUs` fills a FIFO, which overwrites its oldest events while the CPU sleeps; the FIFO of a wake-up sensor wakes the CPU.",
    difference:
      "Each listener has a FIFO of its own. A sensor gives the nearest rate that is a whole part of its own. Accuracy never changes."
  )

  public static let an17 = PlatformRule(
    "AN17", .android, .documented, versions: "all versions; quotas by API level",
    "Periodic work has a period of at least 15 minutes, a worker may run for 10 minutes, and both depend on Doze and on the standby bucket.",
    sources: [
      .page(
        "Define work requests", by: "Google",
        at:
          "https://developer.android.com/develop/background-work/background-tasks/persistent/getting-started/define-work"
      ),
      .page("Worker.java (AndroidX)", by: "Android Open Source Project"), AndroidPage.power,
    ],
    details: [
      .init(
        .documented,
        "WorkManager uses JobScheduler, so the limits of AN8 and AN9 hold for it, too.",
        [AndroidPage.power]),
      .init(
        .documented,
        "Until Android 11 a job is stopped after 10 minutes. From Android 12 on these 10 minutes are what the system tries to guarantee, and a job is stopped after 30 minutes, or earlier when the quota of its bucket is used up.",
        [.page("JobSchedulerService.java (Android 12)", by: "Android Open Source Project")]),
      .init(
        .documented, "A job that failed is tried again after at most 5 h.",
        [
          .page(
            "JobInfo.MAX_BACKOFF_DELAY_MILLIS", by: "Google",
            at:
              "https://developer.android.com/reference/android/app/job/JobInfo#MAX_BACKOFF_DELAY_MILLIS"
          )
        ]),
      .init(
        .documented,
        "From Android 16 on the limits also hold beside a foreground service and after the app was visible (AN9).",
        [AndroidPage.sixteenChanges]),
      .init(
        .assumed,
        "Advice, not a fact: an app sends a recording with WorkManager after it has stopped, and does not record with it."
      ),
    ],
    simulated:
      "Jobs and WorkManager have a period of 15 minutes at least, 10 minutes per run, from API 31 on 30 minutes, constraints on network, charging and idleness, a backoff of up to 5 hours, and the limits of Doze and of the buckets. From API 36 on jobs beside a foreground service, and jobs that outlast the visible app, count against the quota.",
    difference:
      "Flex intervals, expedited jobs, content triggers and chains of work do not exist, and what `onStopJob` returns has no effect."
  )
}
