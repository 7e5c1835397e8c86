import YobanPlatformProfiles

// Android since version 11: user-initiated jobs, the Task Manager, hibernation, companion services, audio.
extension PlatformRule {
  public static let an21 = PlatformRule(
    "AN21", .android, .documented, versions: "API 34 and later",
    "A user-initiated data transfer job starts at once, also in Doze and without the quota of its standby bucket, but only an app that is visible, that was visible until a moment ago, that has a foreground service which began then, or that may start an activity from the background can schedule it, and it needs a network constraint and a notification.",
    sources: [AndroidPage.userJobs, AndroidPage.userInitiated],
    details: [
      .init(
        .documented,
        "The app needs the permission RUN_USER_INITIATED_JOBS, which the system grants by itself; without it schedule throws a SecurityException. At a wrong moment schedule returns RESULT_FAILURE.",
        [AndroidPage.userJobs, AndroidPage.userInitiated]),
      .init(
        .documented,
        "The moment lasts 5 s.",
        [
          .page(
            "ActivityManagerService.java (DEFAULT_VISIBLE_TO_INVISIBLE_UIJ_SCHEDULE_GRACE_DURATION)",
            by: "Android Open Source Project",
            at:
              "https://github.com/AfterlifeOS/frameworks_base/blob/08572cf795afece9ef8a7d9d1b06f06be7be50df/services/core/java/com/android/server/am/ActivityManagerService.java"
          )
        ]),
      .init(
        .documented,
        "The exemptions that allow a foreground service from the background (AN4) do not count. An app may start an activity from the background after a tap on its notification, with SYSTEM_ALERT_WINDOW, or if the user associated it with a companion device (in the source of Android only with REQUEST_COMPANION_RUN_IN_BACKGROUND).",
        [
          AndroidPage.userJobs,
          .page(
            "Restrictions on starting activities from the background", by: "Google",
            at: "https://developer.android.com/guide/components/activities/background-starts"),
        ]),
      .init(
        .documented,
        "In AOSP an app whose job has no notification 10 s after its start is reported as not responding.",
        [.page("JobServiceContext.java (Android 14)", by: "Android Open Source Project")]),
      .init(
        .documented,
        "In AOSP the system tries to let the job run for 6 hours and stops it after 12 hours; after 24 hours of all its runs it becomes an ordinary job.",
        [.page("JobSchedulerService.java (Android 15)", by: "Android Open Source Project")]),
      .init(
        .documented,
        "The system stops the job with onStopJob if a constraint is no longer met or the phone is too hot, and tries it again later. If the process is killed for its memory, no callback comes.",
        [AndroidPage.userJobs]),
    ],
    simulated:
      "The job starts as soon as its network is there, in Doze and in each bucket; it keeps the CPU awake, and its process may use the network in Doze. Without `setNotification` within 10 s the app ends as not responding, and after 12 hours the job is stopped. A job whose process has ended is tried again after its backoff; a reboot keeps it if it is persisted. A job that is scheduled at a wrong moment is a finding.",
    difference:
      "The estimated size, the heat and the load of the phone, and the sum of its runs have no effect. The notification is not shown."
  )

  public static let an22 = PlatformRule(
    "AN22", .android, .documented, versions: "API 33 and later",
    "A user can stop an app with a foreground service in the Task Manager: the whole app ends at once and without a callback, its notification and its activities are gone, but it is not force-stopped, so its jobs and alarms stay.",
    sources: [
      AndroidPage.handleStop,
      .page(
        "Foreground Services (FGS) Task Manager", by: "Google",
        at: "https://developer.android.com/about/versions/13/changes/fgs-manager"),
    ],
    details: [
      .init(
        .documented,
        "The app stays in the list of recent apps, and ApplicationExitInfo gives REASON_USER_REQUESTED.",
        [AndroidPage.handleStop]),
      .init(
        .documented,
        "AOSP does not start the services of the app again.",
        [
          .page(
            "ActivityManagerInternal.java, stopAppForUser", by: "Android Open Source Project")
        ]),
      .init(
        .documented,
        "The Task Manager also lists user-initiated jobs (AN21). Stop calls no onStopJob, and a job that ran is not scheduled again. AOSP runs those that waited as ordinary jobs.",
        [
          AndroidPage.userJobs,
          .page("JobSchedulerService.java (Android 15)", by: "Android Open Source Project"),
        ]),
      .init(
        .documented,
        "Some apps have no Stop button, such as those of a device's owner and those that play a safety role.",
        [AndroidPage.handleStop]),
    ],
    simulated:
      "`phone.stopInTaskManager(app)` ends the process of an app that has a foreground service or runs a user-initiated job. Sticky services do not come back; alarms, other jobs and broadcasts start the app as before.",
    difference: "Every app has the Stop button."
  )

  public static let an23 = PlatformRule(
    "AN23", .android, .documented,
    versions: "API 30 and later, also as target; hibernation from API 31 on",
    "An app that the user has not used for a few months loses its runtime permissions and, from Android 12 on, hibernates: it gets no jobs, alarms and push messages until the user opens it.",
    sources: [AndroidPage.hibernation],
    details: [
      .init(
        .documented, "In AOSP the months are 90 days, and a job looks for such apps every 15 days.",
        [.page("HibernationPolicy.kt (PermissionController)", by: "Android Open Source Project")]),
      .init(
        .documented,
        "Use is a resumed activity, a tap on a notification or a widget, and a service that the system or another app binds. Jobs, alarms and implicit broadcasts are no use.",
        [AndroidPage.hibernation]),
      .init(
        .documented,
        "The user can exempt an app: \"Pause app activity if unused\" on its page in the settings. An app reads this with isAutoRevokeWhitelisted.",
        [AndroidPage.hibernation]),
      .init(
        .documented,
        "When the user opens the app, it receives ACTION_BOOT_COMPLETED, but neither its permissions nor its alarms and jobs come back, except the work of WorkManager.",
        [AndroidPage.hibernation]),
      .init(
        .documented,
        "AOSP stops a hibernating app as a force stop does, and does not reset ACTIVITY_RECOGNITION.",
        [
          .page("AppHibernationService.java", by: "Android Open Source Project"),
          .page("AutoRevokePermissions.kt", by: "Android Open Source Project"),
        ]),
      .init(.assumed, "A foreground service counts as use."),
    ],
    simulated:
      "After 90 days without use the permissions that the user granted in dialogs are reset, and from API 31 on, also as target, the app hibernates: its alarms and jobs are gone, and nothing starts it. `phone.treatAsUnused(app)` does so at once, and `phone.setPausesIfUnused(false, for: app)` exempts an app.",
    difference:
      "The system looks at every moment, not every 15 days. The files of the cache stay. The permissions of apps on older systems, which Google's services reset, stay, too."
  )

  public static let an24 = PlatformRule(
    "AN24", .android, .documented,
    versions: "API 31 and later; requests as objects from API 36 on",
    "While a companion device that the app observes is near, the system binds the app's CompanionDeviceService: it launches the app for it, tells it that the device appeared, and keeps its process alive until the device is gone.",
    sources: [AndroidPage.companionService, AndroidPage.companionManager],
    details: [
      .init(
        .documented,
        "The app needs the permission REQUEST_OBSERVE_COMPANION_DEVICE_PRESENCE, and a service whose intent filter has the action android.companion.CompanionDeviceService; without the service the system only writes a line to its log.",
        [
          AndroidPage.companionService,
          .page("CompanionAppBinder.java", by: "Android Open Source Project"),
        ]),
      .init(
        .documented,
        "Until API 32 onDeviceAppeared gets an address, from API 33 on an AssociationInfo. From API 36 on onDevicePresenceEvent comes, too, before the older callback.",
        [
          AndroidPage.companionService,
          .page("DevicePresenceProcessor.java", by: "Android Open Source Project"),
        ]),
      .init(
        .documented,
        "In AOSP a service whose process has ended is bound again after 10 s.",
        [.page("CompanionAppBinder.java", by: "Android Open Source Project")]),
      .init(
        .documented,
        "In AOSP an app with an association and the permission REQUEST_COMPANION_RUN_IN_BACKGROUND is exempt from battery optimization.",
        [.page("CompanionDeviceManagerService.java", by: "Android Open Source Project")]),
    ],
    simulated:
      "`startObservingDevicePresence` takes an address, from API 36 on a request. The service is created when the device comes near, gets the callbacks of the API level, and is destroyed when no device is near any more. Its process is not cached, and after an end it is bound again after 10 s without a callback. A force stop ends the binding until the user opens the app.",
    difference:
      "Only devices of Bluetooth Low Energy are observed; self-managed devices and UUIDs are missing. How near is judged stands in AN14. The service ends at once with the last device. An app with two such services uses the first."
  )

  public static let an25 = PlatformRule(
    "AN25", .android, .documented,
    versions: "API 37 and later; the audio focus also API 35 and later, as target",
    "An app may play audio, request the audio focus and change volumes only while it has a visible activity or a foreground service that is not a shortService; if it targets API 37, the service must also have while-in-use capabilities.",
    sources: [
      AndroidPage.backgroundAudio,
      .page("HardeningEnforcer.java (Android 17)", by: "Android Open Source Project"),
    ],
    details: [
      .init(
        .documented,
        "Otherwise playback and changes of volumes fail silently, without an exception, and requestAudioFocus returns AUDIOFOCUS_REQUEST_FAILED.",
        [AndroidPage.backgroundAudio]),
      .init(
        .documented,
        "A service has while-in-use capabilities if it started while the app was visible or after an action of the user, such as a tap on a notification or a media key.",
        [AndroidPage.backgroundAudio]),
      .init(
        .documented,
        "An app that may set exact alarms needs no while-in-use capabilities for audio with USAGE_ALARM. AOSP grants it the same for all volumes.",
        [
          AndroidPage.backgroundAudio,
          .page("HardeningEnforcer.java (Android 17)", by: "Android Open Source Project"),
        ]),
      .init(
        .documented,
        "In AOSP an app that holds BLUETOOTH_CONNECT needs no while-in-use capabilities for the audio focus; a reader of AOSP reports the same of playback.",
        [.page("HardeningEnforcer.java (Android 17)", by: "Android Open Source Project")]),
      .init(
        .documented,
        "From Android 15 on an app that targets it must be the top app or run a foreground service to request the audio focus, otherwise the call returns AUDIOFOCUS_REQUEST_FAILED.",
        [AndroidPage.behavior15]),
      .init(
        .documented, "The volume of music has 0 to 15 steps in AOSP, that of alarms 1 to 7.",
        [.page("AudioService.java", by: "Android Open Source Project")]),
      .init(
        .documented,
        "AOSP's app ops keep the state of the top app for 5 s after it has left the screen; in the source of Android 17 also its while-in-use capabilities, if its foreground service has none. A rise takes effect at once.",
        [
          .page(
            "AppOpsUidStateTrackerImpl.java (updateUidProcState)",
            by: "Android Open Source Project (fork by yaap)",
            at:
              "https://github.com/yaap/frameworks_base/blob/5f19845ac5c2c17a8356f98057c955a57dd75ad8/services/core/java/com/android/server/appop/AppOpsUidStateTrackerImpl.java"
          ),
          .page(
            "AppOpsService.java (TOP_STATE_SETTLE_TIME)",
            by: "Android Open Source Project (fork by yaap)",
            at:
              "https://github.com/yaap/frameworks_base/blob/049dbc202c906d9c2f3ee2a77c13034b363d8e53/services/core/java/com/android/server/appop/AppOpsService.java"
          ),
        ]),
      .init(
        .reported,
        "For changes of volumes a Pixel 9a with Android 17 was close to recording only, until the restriction was switched on with cmd audio set-hardening enable. Of an app that may set exact alarms it refused them also before.",
        [.page("Volace, design notes, section 8.7", by: "hong8300")]),
      .init(
        .assumed,
        "A track that plays follows these app ops: it is muted when they change, and is heard again when its app may play again."
      ),
    ],
    simulated:
      "`AudioManager.requestAudioFocus`, `setStreamVolume` and a playing `AudioTrack` follow the rule from 5 s after the app has left the screen. A track that is muted goes on without noticing it; `phone.isAudible(app)` says whether the user hears the app. Each refusal is in the trace and a finding. With `profile.android?.hardensAudio = false` a phone of API 37 behaves as one of API 36.",
    difference:
      "The focus is granted to each app that may have it, and never lost to another one. A playing track does not keep the CPU awake. AOSP waits after the end of a foreground service, too; here audio is refused at once. A visible app widget, an activity that is about to be on top and a temporary allowlist also give while-in-use access in AOSP, and do not here. Overlays and processes that others bind do not count as visible. Privileged permissions have no effect."
  )
}

extension AndroidPage {
  static let behavior15 = google(
    "Behavior changes: apps targeting Android 15 or higher",
    "about/versions/15/behavior-changes-15")
  static let backgroundAudio = google(
    "Background audio hardening", "about/versions/17/changes/bg-audio")
  static let userJobs = google(
    "User-initiated data transfer", "develop/background-work/background-tasks/uidt")
  static let userInitiated = google(
    "JobInfo.Builder.setUserInitiated",
    "reference/android/app/job/JobInfo.Builder#setUserInitiated(boolean)")
  static let handleStop = google(
    "Handle user-initiated stopping of apps running foreground services",
    "develop/background-work/services/fgs/handle-user-stopping")
  static let hibernation = google("App hibernation", "topic/performance/app-hibernation")
  static let companionService = google(
    "CompanionDeviceService", "reference/android/companion/CompanionDeviceService")
  static let companionManager = google(
    "CompanionDeviceManager", "reference/android/companion/CompanionDeviceManager")

  /// The page of a maker on dontkillmyapp.com.
  static func dontKill(_ maker: String) -> RuleSource {
    .page(
      "Don't kill my app: \(maker)", by: "urbandroid-team",
      at: "https://dontkillmyapp.com/\(maker.lowercased())")
  }
}
