import YobanPlatformProfiles
import YobanSimulatedDevices

extension [PlatformRule] {
  package static let jobs: Self = [
    .ft1, .ft2, .ft3, .ft4, .ft5, .ft6, .ft10,
  ]
}

/// Fetch, refresh, processing and silent pushes: FT1 to FT6, and FT10.
extension PlatformRule {
  public static let ft1 = PlatformRule(
    "FT1", .jobs, .documented, versions: "iOS 7 and later; deprecated in iOS 13",
    "The system calls performFetchWithCompletionHandler of an app with the background mode fetch at times that it chooses by how the app is used, and never sooner than the minimum interval of the app.",
    sources: [LifecycleSource.header("UIApplication.h")],
    details: [
      .init(.documented, "The default interval is never, so the app must set one."),
      .init(
        .documented,
        "The app has up to 30 s of wall-clock time to call the completion handler; otherwise it is terminated. An app that takes long may be given fewer fetches.",
        [LifecycleSource.performFetch]),
      .init(
        .documented, "The termination code of a fetch that runs too long is 0x2182bad4.",
        [LifecycleSource.sigkill]),
      .init(
        .documented,
        "From iOS 13 on the key BGTaskSchedulerPermittedIdentifiers in Info.plist disables this method.",
        [
          .page(
            "Using background tasks to update your app", by: "Apple",
            at:
              "https://developer.apple.com/documentation/uikit/using-background-tasks-to-update-your-app"
          )
        ]),
      .init(
        .documented,
        "The system launches an app shortly before the times at which the user usually opens it, and launches an app that is used rarely less often.",
        [LifecycleSource.session707]),
      .init(
        .assumed,
        "A fetch comes 10 to 60 min after the minimum interval, evenly distributed, after four times as long if the app was not opened for a day, and never if it was not opened for 7 days."
      ),
    ],
    simulated:
      "A fetch comes 10 to 60 min after the minimum interval, never while the app is in foreground, was swiped away, or may not refresh (L16, L18, L19). A handler that is not called within 30 s (L12) gets the app killed with 0x2182bad4. There is no fetch before iOS 7, and from iOS 13 on none for an app with permitted task identifiers; a finding reports this.",
    difference:
      "A real device learns when the app is used, and how it evaluates the result of a fetch is not published; here the times are evenly distributed, and a fetch that finds nothing new makes the next ones rarer by one factor."
  )

  public static let ft2 = PlatformRule(
    "FT2", .jobs, .documented, versions: "iOS 13 and later",
    "An app submits requests to BGTaskScheduler, and the system later launches it in background and calls the launch handler that the app has registered for the identifier before its launch ended.",
    sources: [Self.schedulerHeader],
    details: [
      .init(
        .documented,
        "Every identifier must be in BGTaskSchedulerPermittedIdentifiers of Info.plist, and its handler must be registered before the launch ends."
      ),
      .init(
        .documented, "A second registration of the same identifier terminates the app."),
      .init(
        .documented,
        "At most 1 refresh request and 10 processing requests are pending. A request with the same identifier replaces the earlier one."
      ),
      .init(
        .documented,
        "submit fails with 1 (unavailable), 2 (too many pending requests) or 3 (not permitted)."),
      .init(
        .documented,
        "earliestBeginDate is the earliest moment for the launch; it is not a time at which the launch happens.",
        [LifecycleSource.header("BGTaskRequest.h")]),
      .init(
        .reported,
        "On recent systems a request whose identifier has no registered handler terminates the app inside submit (reports since September 2025).",
        [.thread("expo/expo", 39769), .thread("fluttercommunity/flutter_workmanager", 660)]),
      .init(
        .reported,
        "On iOS 15.4 an app was terminated with the message No launch handler registered for task with identifier.",
        [.thread("wordpress-mobile/WordPress-iOS", 18156)]),
      .init(
        .reported,
        "Decompiled code of iOS 18.0 raises the exception inside submit; before, the launch for the task does. In iOS 26.1 it no longer ends an app that registers after its launch, which Apple's header still calls an error.",
        [
          .page(
            "decompiled BackgroundTasks of iOS 18.0, 18.2 and 26.1", by: "EthanArbuckle (GitHub)")
        ]
      ),
      .init(.assumed, "Pending requests are kept during a reboot."),
    ],
    simulated:
      "The limits, the replacement and the error codes 1 to 4 are as documented. A registration after the launch, a second registration, and a launch for an identifier without a handler end the app with Apple's exception and a finding; from iOS 18 on a submission without a handler does so, too. The option jobs.requestsOutliveReboot can make requests end at a reboot.",
    difference: "Some developers report that a reboot removes the requests of an app.")

  public static let ft3 = PlatformRule(
    "FT3", .jobs, .documented, versions: "iOS 13 and later",
    "A BGAppRefreshTask has up to 30 seconds of run time each time the system launches the app for it.",
    sources: [LifecycleSource.session707],
    details: [
      .init(
        .documented,
        "The launches follow the same policies as background fetch (FT1): they depend on how the user uses the app."
      ),
      .init(
        .documented,
        "If the task has no expirationHandler when its time ends, it counts as completed without success.",
        [Self.taskHeader]),
      .init(
        .documented, "If the task is not completed in time, the app may be killed.",
        [Self.taskHeader]),
      .init(
        .documented, "The termination code is 0x2182bad2.", [LifecycleSource.sigkill]),
      .init(
        .assumed, "The expiration handler is called 5 s before the end; Apple only says shortly."),
      .init(
        .reported,
        "Some tasks expired after 2 to 5 s.",
        [LifecycleSource.forumThread(780956)]),
    ],
    simulated:
      "The expiration handler is called once after 25 s, on a background queue. A task without a handler ends after 30 s (L12) without success; a task that is not completed gets the app killed with 0x2182bad2 and a finding. A task comes 10 to 60 min after its earliestBeginDate (FT1).",
    difference:
      "A real device learns when the app is used; here the times are evenly distributed. setTaskCompleted(success: false) has no consequence."
  )

  public static let ft4 = PlatformRule(
    "FT4", .jobs, .documented, versions: "iOS 13 and later",
    "A BGProcessingTask may run for some minutes, only while the device is idle, and the system ends it when the user starts to use the device.",
    sources: [Self.taskHeader, LifecycleSource.header("BGTaskRequest.h")],
    details: [
      .init(
        .documented,
        "The system tries to run the task within 2 days if the user used the app in the past week."),
      .init(
        .documented,
        "Such a task gets several minutes. Its app must have been used in foreground recently or have requested the task in foreground.",
        [LifecycleSource.session707]),
      .init(
        .assumed,
        "A device is idle when its screen has been dark for 5 min, and the task comes up to 30 min after that."
      ),
      .init(.assumed, "The run time is 3 to 10 min."),
      .init(
        .assumed,
        "A task that does not require external power waits 24 h for a charger before it runs on battery."
      ),
    ],
    simulated:
      "A processing task runs when the screen has been dark for 5 min, with network and power if its request requires them, for 3 to 10 min. It expires when the user uses the device. Without a charger it runs after a day of waiting. An app that was not opened for 7 days is not launched.",
    difference:
      "Idle means only that the screen is dark. Heat, battery level and other apps have no effect.")

  private static let schedulerHeader = LifecycleSource.header("BGTaskScheduler.h")
  private static let taskHeader = LifecycleSource.header("BGTask.h")

  public static let ft5 = PlatformRule(
    "FT5", .jobs, .documented, versions: "iOS 26 and later",
    "A BGContinuedProcessingTask continues work in background that the user has started in foreground, and the system shows its progress in a Live Activity.",
    sources: [
      .page("Performing long-running tasks on iOS and iPadOS", by: "Apple")
    ],
    details: [
      .init(
        .documented,
        "The request must be submitted in foreground, after an action of the user. The task must report progress."
      ),
      .init(
        .documented,
        "If the user cancels the task, the system calls its expiration handler."),
      .init(
        .documented,
        "If there is no room for the task, or the system is under substantial load, the strategy queue makes it wait and the strategy fail makes the submission fail. How many tasks have room is not documented."
      ),
      .init(
        .documented,
        "When the user removes the app in the app switcher, its queued requests are canceled, and its running tasks end without an indication to the app.",
        [
          .page("BGTaskRequest.h (iOS 26)", by: "Apple"),
          .page(
            "Performing long-running tasks on iOS and iPadOS", by: "Apple",
            at:
              "https://developer.apple.com/documentation/backgroundtasks/performing-long-running-tasks-on-ios-and-ipados"
          ),
        ]),
      .init(
        .documented, "The identifier must begin with the bundle identifier."),
      .init(.documented, "The use of the GPU in background requires an entitlement."),
      .init(
        .reported,
        "Developers report tasks that fail when the app goes to background, and handlers that are never called.",
        [
          .page(
            "posts with the tag Background Tasks", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/tags/backgroundtasks")
        ]),
      .init(.assumed, "One such task runs on the device at a time."),
      .init(
        .reported, "A task failed after about 30 s in Airplane mode.",
        [LifecycleSource.forumThread(808756)]),
      .init(.assumed, "A task without progress for 60 s expires."),
      .init(
        .assumed,
        "A submission in background, or with an identifier that does not begin with the bundle identifier, fails with code 3; without room and with the strategy fail it fails with code 4."
      ),
      .init(
        .assumed,
        "A request that waits when the process of its app ends for another reason goes on waiting, and begins when a later launch has registered its handler. A reboot cancels it."
      ),
    ],
    simulated:
      "The task is submitted in foreground and begins at once or waits, as its strategy says. An entry with a wildcard in Info.plist permits its identifier, and its handler may be registered after the launch. It goes on in background, its Live Activity is an event of the trace, and it expires after 60 s without progress. The user can stop it, which calls the expiration handler. The GPU is available to every app with the entitlement.",
    difference:
      "A real device may run several such tasks and asks the user whether a task without progress should continue. Only few models offer the GPU."
  )

  public static let ft6 = PlatformRule(
    "FT6", .jobs, .documented, versions: "iOS 7 and later",
    "A silent push (content-available 1) wakes or launches an app that has the background mode remote-notification; the system treats it with low priority and does not guarantee its delivery.",
    sources: [LifecycleSource.backgroundPushes],
    details: [
      .init(
        .documented,
        "The system may throttle silent pushes if there are too many. How many it allows depends on the conditions; Apple advises not to send more than two or three per hour."
      ),
      .init(
        .assumed,
        "The hard limit is three in background within an hour; later ones wait."),
      .init(
        .documented,
        "The app has 30 s to call the completion handler."),
      .init(
        .documented,
        "The system may hold a push and deliver it later. A newer push replaces a held one. If the app is force-quit or killed, the held push is discarded, and if the user opens the app, it is delivered immediately."
      ),
      .init(
        .documented,
        "A silent push is sent with apns-push-type background and apns-priority 5."),
      .init(
        .assumed, "A push of priority 5 arrives up to 60 s later while the screen is dark."),
      .init(
        .reported,
        "The payload has at most 256 bytes before iOS 8 and 2 kilobytes from iOS 8 on; developers quote these limits from Apple's guide, which was not read.",
        [.page("Local and Remote Notification Programming Guide", by: "Apple")]),
      .init(
        .documented,
        "With the HTTP/2 provider API the payload has at most 4096 bytes, and 2048 with the older interface. Here this is a matter of the version: from iOS 9 on.",
        [.page("Local and Remote Notification Programming Guide", by: "Apple")]),
      .init(
        .assumed,
        "A handler that is not called in time gets the app killed with 0x2182bad4, and a device token arrives after 0.2 to 2 s."
      ),
      .init(
        .documented,
        "On a watch the system terminates an app that does not call the handler within 30 s, and an app that uses much time or power for its pushes may get no time for later ones.",
        [
          .page(
            "didReceiveRemoteNotification(_:fetchCompletionHandler:)", by: "Apple",
            at:
              "https://developer.apple.com/documentation/watchkit/wkextensiondelegate/3152235-didreceiveremotenotification"
          )
        ]),
      .init(
        .reported,
        "The system throttles the pushes of an app that does not call the completion handler.",
        [.thread("wordpress-mobile/WordPress-iOS", 25657)]),
      .init(
        .assumed,
        "After a push that was not completed in time, the next silent push waits for an hour."),
    ],
    simulated:
      "An app with a token, the entitlement and the background mode is woken or launched for up to 30 s (L12). In background it receives three pushes in an hour; a later one waits, and the newest replaces the one that waits. After a push that the app did not complete, the next one waits for an hour. Pushes in foreground are not counted. A push waits while the app is force-quit, while the device is offline or not unlocked, and in Low Power Mode; with Background App Refresh off it is dropped. The push service refuses a payload that is too long and an app without a token.",
    difference:
      "A real device discards a held push when the app is force-quit or killed; here it waits until the user opens the app. No push is lost on the way, and there is no limit for the whole device or for a day."
  )

  public static let ft10 = PlatformRule(
    "FT10", .jobs, .reported, versions: "iOS 13 and later",
    "The system decides when it runs the pending requests of an app: it may run a refresh task and a processing task of one app at the same time, in one process.",
    sources: [.thread("nextcloud/ios", 2225), .thread("immich-app/immich", 22111)],
    details: [
      .init(
        .documented,
        "earliestBeginDate is the earliest time of a launch. Apple gives no latest time.",
        [LifecycleSource.header("BGTaskRequest.h")]),
      .init(
        .reported,
        "The log of an app shows the beginning of its processing task and of its refresh task within one second.",
        [.thread("nextcloud/ios", 2225)]),
      .init(
        .assumed,
        "A task or fetch may come at its earliest time, and as late as four times the longest usual delay."
      ),
      .init(
        .assumed,
        "The system may call the expiration handler of a task at any time, as it may for background tasks (BG1)."
      ),
    ],
    simulated:
      "Tasks run one by one at the times of FT3 and FT4. An exploration may choose other times, and may choose that the requests that may run do so together with another one. AppleDevice.takeBackTime(of:) expires the tasks of an app early.",
    difference: "How often a real device runs tasks together is unknown.")
}
