extension RuleTopic {
  /// Launches of an app in the background for work that the app or its server requested.
  static let jobs = RuleTopic(
    title: "Fetch, scheduled tasks, push and transfers",
    page: "jobs",
    summary:
      "Background fetch, BGTaskScheduler with its three kinds of task, silent pushes and background URLSession.",
    rules: [.ft1, .ft2, .ft3, .ft4, .ft5, .ft6, .ft7, .ft8, .ft9, .ft10])
}

/// Fetch, refresh and processing: FT1 to FT4. FT5 to FT7 are in `RuleTopic+JobsTransfers.swift`.
extension PlatformRule {
  static let ft1 = PlatformRule(
    "FT1", .documented, versions: "iOS 7 and later; deprecated in iOS 13",
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
      "A fetch comes 10 to 60 min after the minimum interval, never while the app is in foreground, was swiped away, or may not refresh (L16, L18, L19). A handler that is not called within 30 s gets the app killed with 0x2182bad4. There is no fetch before iOS 7, and from iOS 13 on none for an app with permitted task identifiers; a finding reports this.",
    difference:
      "A real device learns when the app is used and evaluates the result of a fetch; here the times are evenly distributed and the result has no effect."
  )

  static let ft2 = PlatformRule(
    "FT2", .documented, versions: "iOS 13 and later",
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
        .assumed,
        "Submitting without a handler terminates the app from iOS 26 on; before, the launch for the task does."
      ),
      .init(.assumed, "Pending requests are kept during a reboot."),
    ],
    simulated:
      "The limits, the replacement and the error codes 1 to 4 are as documented. A registration after the launch, a second registration, and a launch for an identifier without a handler end the app with Apple's exception and a finding; from iOS 26 on a submission without a handler does so, too. The option jobs.requestsOutliveReboot can make requests end at a reboot.",
    difference: "Some developers report that a reboot removes the requests of an app.")

  static let ft3 = PlatformRule(
    "FT3", .documented, versions: "iOS 13 and later",
    "A BGAppRefreshTask has 30 seconds of run time each time the system launches the app for it.",
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
    ],
    simulated:
      "The expiration handler is called once after 25 s, on a background queue. A task without a handler ends after 30 s without success; a task that is not completed gets the app killed with 0x2182bad2 and a finding. A task comes 10 to 60 min after its earliestBeginDate (FT1).",
    difference:
      "A real device learns when the app is used; here the times are evenly distributed. setTaskCompleted(success: false) has no consequence."
  )

  static let ft4 = PlatformRule(
    "FT4", .documented, versions: "iOS 13 and later",
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
}
