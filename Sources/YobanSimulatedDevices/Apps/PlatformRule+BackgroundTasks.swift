import YobanPlatformProfiles

extension [PlatformRule] {
  package static let backgroundTasks: Self = [
    .bg1, .bg2, .bg3, .bg4, .bg5, .bg6, .bg7, .bg8,
  ]
}

extension PlatformRule {
  public static let bg1 = PlatformRule(
    "BG1", .backgroundTasks, .measured,
    versions: "600 s on iOS 4 to 6, 180 s on iOS 7 to 12, about 30 s from iOS 13 on",
    "Background tasks keep an app running for a time that counts from the entry into background: 600 seconds on iOS 6 and 180 seconds on iOS 7.",
    sources: [.article(.s2)],
    details: [
      .init(
        .assumed,
        "All tasks of an app share this time. Article S2 measured one task at a time."),
      .init(
        .documented,
        "An Apple engineer writes that one can expect about 30 s on current systems.",
        [LifecycleSource.forumAnswer(85066)]),
      .init(
        .measured,
        "On iOS 16 and 17 article S4 saw an app without location end after a few minutes, which is longer than the 30 s that are simulated.",
        [.article(.s4)]),
      .init(
        .reported, "Reports of 2011 show 600.0 s.",
        [.page("blog post of 2011", by: "purushukla")]),
      .init(
        .reported, "Kill reports show permittedBackgroundDuration: 180.000000.",
        [
          Self.killedInBackground,
          .page("How to debug complicated background task bug?", by: "discussion thread"),
        ]),
      .init(
        .reported,
        "From iOS 13 on the budget is about 30 s. Apple has not documented this number.",
        [
          .page(
            "blog post on watchdog terminations", by: "Embrace",
            at: "https://blog.embrace.io/ios-watchdog-terminations/")
        ]),
      .init(
        .documented,
        "An Apple engineer writes that nothing is officially documented: an app usually gets time up to some fixed limit, and the system may call the expiration handler at any time.",
        [LifecycleSource.forumAnswer(741432)]),
      .init(
        .reported,
        "On one iPhone X with iOS 11 the tasks expired after 15 to 30 s, while backgroundTimeRemaining still returned DBL_MAX.",
        [Self.message391799]),
      .init(
        .assumed,
        "Conflict: 180 s, 30 s and not documented. The simulator takes the number of the version as the maximum."
      ),
    ],
    simulated:
      "The budget is 600 s before iOS 7, 180 s on iOS 7 to 12 and 30 s from iOS 13 on. It counts from the entry into background and is shared by all tasks. A visit to the foreground makes it whole again, and so does a wake (L12).",
    difference:
      "A real device may call the expiration handlers earlier; the simulated budget is never shorter."
  )

  public static let bg2 = PlatformRule(
    "BG2", .backgroundTasks, .documented, versions: "all versions",
    "beginBackgroundTask starts no work; it asks the system not to suspend the app while the app does its own work.",
    sources: [LifecycleSource.forumAnswer(85066)],
    details: [
      .init(
        .reported,
        "The source is a copy of the post UIApplication Background Task Notes by an Apple engineer; the post itself was not read.",
        [
          .page(
            "forum post 85066", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/85066")
        ]),
      .init(
        .documented,
        "The method may be called in foreground and in background. The guide was read as quoted in a blog.",
        [LifecycleSource.guideBackground]),
      .init(
        .reported,
        "Several tasks share one budget, and a new task does not extend it."),
    ],
    simulated:
      "A task is an assertion that keeps the app running until the budget ends. A new task does not extend the budget. If no time is left, beginBackgroundTask returns the invalid identifier."
  )

  public static let bg3 = PlatformRule(
    "BG3", .backgroundTasks, .measured, versions: "measured on iOS 6 and 7",
    "When about 5 seconds of the budget are left, the system calls the expiration handler of each background task that has not ended, once and on the main thread.",
    sources: [.article(.s2)],
    details: [
      .init(
        .documented,
        "The handler is called synchronously on the main thread, shortly before the remaining time reaches 0. The page was read as quoted in public source code.",
        [Self.beginTask])
    ],
    simulated:
      "5 s before the budget ends, the handler of each task that has not ended is called once on the main thread."
  )

  public static let bg4 = PlatformRule(
    "BG4", .backgroundTasks, .documented, versions: "all versions but the first iOS 7",
    "If an app has not ended each of its background tasks when the time is used up, the system terminates the app.",
    sources: [LifecycleSource.extending],
    details: [
      .init(
        .reported,
        "The crash report contains 0x8badf00d and the words has active assertions beyond permitted time.",
        [
          Self.killedInBackground,
          .page("How to debug complicated background task bug?", by: "discussion thread"),
        ]),
      .init(
        .documented, "Newer crash reports contain 0x2182bad2.", [LifecycleSource.sigkill]),
      .init(
        .documented,
        "The expiration handler must call endBackgroundTask, too; otherwise the app is terminated. The page was read as quoted in public source code.",
        [Self.beginTask]),
      .init(
        .reported,
        "An app that overwrites a stored identifier before it has ended that task leaks the task.",
        [Self.republishedNotes]),
      .init(
        .measured,
        "Exception: in the first iOS 7 the work continued if the expiration handler did not call endBackgroundTask. On 11 July 2014 this no longer worked.",
        [.article(.s2)]),
      .init(.assumed, "The first iOS 7 means iOS 7.0; from 7.1 on the app is terminated."),
      .init(
        .reported,
        "Leaked tasks got an app killed after 30 to 60 minutes although location updates kept it running (LOC8).",
        [Self.killedInBackground]),
    ],
    simulated:
      "An app with a task that is not ended when the budget is used up is killed, and the finding bgtask.leaked names the task. On iOS 7.0 the app continues to run without limit until it ends the task. While another mode keeps the app running, a task that is never ended gets it killed after 30 to 60 min (LOC8).",
    difference: "The code is 0x8badf00d in every version.")

  public static let bg5 = PlatformRule(
    "BG5", .backgroundTasks, .measured, versions: "measured on iOS 6 and 7",
    "When an app in background ends its last background task, the system suspends it immediately.",
    sources: [.article(.s2)],
    details: [
      .init(
        .measured,
        "The threads are frozen, and they continue when the app returns to the foreground.")
    ],
    simulated:
      "endBackgroundTask for the last task freezes every thread at once, even between two statements. Ending another task changes nothing."
  )

  public static let bg6 = PlatformRule(
    "BG6", .backgroundTasks, .documented, versions: "all versions",
    "backgroundTimeRemaining returns a very large number in foreground and counts down in background.",
    sources: [
      .page(
        "backgroundTimeRemaining", by: "Apple",
        at:
          "https://developer.apple.com/documentation/uikit/uiapplication/backgroundtimeremaining")
    ],
    details: [
      .init(
        .reported, "The large number is DBL_MAX, about 1.797e308.", [Self.message391799]),
      .init(
        .documented,
        "beginBackgroundTask, endBackgroundTask and backgroundTimeRemaining can be called on any thread; the expiration handler is called on the main thread."
      ),
      .init(
        .documented,
        "The page of the property today says nothing of the foreground."),
    ],
    simulated:
      "The property is DBL_MAX in foreground, and in background while another mode keeps the app running; else it counts down."
  )

  public static let bg7 = PlatformRule(
    "BG7", .backgroundTasks, .measured, versions: "measured on iOS 16 and 17",
    "An app that begins a new background task every 60 seconds and then ends the old one ran for 12 hours, while location updates kept its process running.",
    sources: [.article(.s4)],
    details: [
      .init(
        .measured,
        "The recipe works with another mode that keeps the process running (location, audio, workout): no task becomes old enough to expire."
      ),
      .init(
        .reported,
        "The renewal by itself gives no time, because a new task does not extend the budget (BG2).",
        [Self.republishedNotes]),
      .init(
        .measured,
        "With location but without the renewal the processing stopped after about 30 minutes (LOC8)."
      ),
      .init(
        .reported, "The same recipe is used to range beacons for hours.",
        [.page("forever ranging", by: "davidgyoungtech")]),
    ],
    simulated:
      "While another mode keeps the process running, the budget does not count and no renewed task expires. Without such a mode the renewal changes nothing, and the app is suspended or killed at the end of the budget."
  )

  public static let bg8 = PlatformRule(
    "BG8", .backgroundTasks, .measured, versions: "iOS 4 to 9, measured on iOS 6 and 7",
    "On iOS 6 a VoIP app ran without end, because its keep-alive handler was called every 600 seconds and each call brought a new budget of 600 seconds.",
    sources: [.article(.s2)],
    details: [
      .init(
        .measured,
        "On iOS 7 the handler is still called, but each call brings only 180 s, so the work is interrupted."
      ),
      .init(
        .documented,
        "setKeepAliveTimeout is for VoIP apps on iOS 7 and earlier. The interval is at least 600 s, and the background mode voip is required.",
        [Self.keepAlive]),
      .init(
        .documented,
        "The handler has at most 10 s; if it does not return in time, the app is suspended.",
        [Self.keepAlive]),
      .init(
        .documented,
        "The system calls the handler before the interval has passed, but not at an exact time. The handler is lost when the app is terminated, and a later call of the method replaces it.",
        [Self.keepAlive]),
      .init(
        .documented, "The system launches a VoIP app in background immediately after a boot.",
        [LifecycleSource.guideBackground]),
      .init(
        .documented,
        "The architecture of VoIP sockets was deprecated with iOS 9, and does not work in an app that is built with the SDK of iOS 10: PushKit has replaced it (CK1).",
        [
          .page(
            "Technical Q&A QA1938", by: "Apple",
            at: "https://developer.apple.com/library/archive/qa/qa1938/_index.html")
        ]),
      .init(
        .reported,
        "Apple deprecated setKeepAliveTimeout with iOS 9, and one project notes that iOS 10 has removed it. A report of 2018 still uses it.",
        [.thread("daltoniam/Starscream", 309), .thread("lionheart/openradar-mirror", 20377)]),
      .init(
        .assumed,
        "In an app built with the SDK of iOS 10 or later, setKeepAliveTimeout returns false and the handler is never called; here it depends on the version of the system."
      ),
    ],
    simulated:
      "On iOS 4 to 9 the handler of a VoIP app in background is called each time the interval has passed. It gives 10 s of run time and a new budget for background tasks: endless work on iOS 6, and on iOS 7 work that is interrupted after 180 s (BG1). From iOS 10 on the method returns false.",
    difference:
      "There is no VoIP socket, no call and no launch after a boot. The handler is called at the exact time."
  )

  private static let killedInBackground = RuleSource.page(
    "question 22051324: iOS: why system kills the app using location in background",
    by: "Stack Overflow", at: "https://stackoverflow.com/questions/22051324")
  private static let message391799 = RuleSource.page(
    "forum message 391799: BackgroundTaskWithExpirationHandler: thread too short?",
    by: "Apple Developer Forums", at: "https://forums.developer.apple.com/message/391799")
  private static let republishedNotes = RuleSource.page(
    "All about handling Background tasks in iOS 13", by: "tejeshwargill, dev.to",
    at: "https://dev.to/tejeshwargill/all-about-handling-background-tasks-in-ios-13-4gc0")
  private static let beginTask = RuleSource.page(
    "beginBackgroundTask(expirationHandler:)", by: "Apple",
    at:
      "https://developer.apple.com/documentation/uikit/uiapplication/beginbackgroundtask(expirationhandler:)"
  )
  private static let keepAlive = RuleSource.page(
    "setKeepAliveTimeout(_:handler:)", by: "Apple",
    at:
      "https://developer.apple.com/documentation/uikit/uiapplication/setkeepalivetimeout(_:handler:)"
  )
}
