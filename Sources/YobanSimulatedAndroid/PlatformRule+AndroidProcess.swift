import YobanPlatformProfiles

// What ends the process of an app, and what starts it again.
extension PlatformRule {
  public static let an18 = PlatformRule(
    "AN18", .android, .documented, versions: "all versions",
    "After a force stop the system starts nothing of the app until the user opens it.",
    sources: [
      .page(
        "Introduce application \"stopped\" state (change e7f9721)",
        by: "Android Open Source Project"),
      .page(
        "Behavior changes: all apps (Android 15)", by: "Google",
        at: "https://developer.android.com/about/versions/15/behavior-changes-all"),
    ],
    details: [
      .init(
        .documented,
        "Only a direct or indirect action of the user, such as opening the app or using its widget, ends the stopped state.",
        [
          .page(
            "Behavior changes: all apps (Android 15)", by: "Google",
            at: "https://developer.android.com/about/versions/15/behavior-changes-all")
        ]),
      .init(
        .documented,
        "From Android 15 on pending intents of the app are canceled, too, and ACTION_BOOT_COMPLETED is delivered when the stopped state ends.",
        [
          .page(
            "Behavior changes: all apps (Android 15)", by: "Google",
            at: "https://developer.android.com/about/versions/15/behavior-changes-all")
        ]),
      .init(
        .documented, "Alarms and jobs are removed.",
        [
          .page("ForceStopRunnable.java (AndroidX)", by: "Android Open Source Project"),
          .page("AlarmManagerService.java", by: "Android Open Source Project"),
          .page("JobSchedulerService.java", by: "Android Open Source Project"),
        ]),
      .init(
        .reported,
        "A swipe from the recent apps is no force stop on stock Android, but it is one on phones of several makers.",
        [AndroidPage.dontKill]),
      .init(
        .documented,
        "Work of WorkManager that was held during a force stop runs after the user opens the app.",
        [.page("ForceStopRunnable.java (AndroidX)", by: "Android Open Source Project")]),
    ],
    simulated:
      "After a force stop, and before the first opening, nothing reaches the app: its alarms and jobs are gone and broadcasts are not delivered; work of WorkManager is held until the user opens the app. A swipe is no force stop on a stock phone: services get `onTaskRemoved`, a process without a foreground service ends, and sticky services come back."
  )

  public static let an19 = PlatformRule(
    "AN19", .android, .documented, versions: "all versions",
    "When memory is short, the system ends the processes that matter least to the user: cached processes first, then those of started services, and those that the user sees or that have a foreground service last.",
    sources: [
      .page(
        "Processes and app lifecycle", by: "Google",
        at: "https://developer.android.com/guide/components/activities/process-lifecycle")
    ],
    details: [
      .init(
        .documented,
        "The system creates a service again whose onStartCommand returned START_STICKY or START_REDELIVER_INTENT.",
        [
          .page(
            "Service: constants of onStartCommand", by: "Google",
            at: "https://developer.android.com/reference/android/app/Service")
        ])
    ],
    simulated:
      "A test or an exploration ends a process; which one is its decision. Sticky services are created again.",
    difference: "A real system chooses the process by its importance and by its memory."
  )

  public static let an20 = PlatformRule(
    "AN20", .android, .documented, versions: "all versions",
    "A boot ends every process. Once the user has unlocked the device, the system sends ACTION_BOOT_COMPLETED to the receivers of apps that have the permission RECEIVE_BOOT_COMPLETED, and its alarms are gone.",
    sources: [
      .page(
        "Intent.ACTION_BOOT_COMPLETED", by: "Google",
        at:
          "https://developer.android.com/reference/android/content/Intent#ACTION_BOOT_COMPLETED")
    ],
    details: [
      .init(
        .documented,
        "An app that must run before the first unlock listens for ACTION_LOCKED_BOOT_COMPLETED.",
        [
          .page(
            "Support Direct Boot mode", by: "Google",
            at: "https://developer.android.com/privacy-and-security/direct-boot")
        ]),
      .init(
        .documented, "An app in the stopped state receives nothing (AN18).",
        [
          .page(
            "Introduce application \"stopped\" state (change e7f9721)",
            by: "Android Open Source Project")
        ]),
      .init(
        .documented,
        "Alarms are cleared when the device is turned off; persisted jobs stay.",
        [
          .page(
            "AlarmManager", by: "Google",
            at: "https://developer.android.com/reference/android/app/AlarmManager")
        ]),
    ],
    simulated:
      "After a boot, an app whose receiver names the action and whose manifest has the permission is launched for it, unless the user has force-stopped it or never opened it.",
    difference: "ACTION_LOCKED_BOOT_COMPLETED does not exist."
  )
}
