import YobanPlatformProfiles

/// Launches and wakes in the background: L12 to L15.
extension PlatformRule {
  public static let l12 = PlatformRule(
    "L12", .lifecycle, .documented, versions: "all versions",
    "Apple does not document in general how long an app may run after the system has woken it or launched it in background.",
    sources: [LifecycleSource.forumAnswer(815618)],
    details: [
      .init(
        .documented,
        "An Apple engineer wrote in 2025-26: with a few exceptions the time is not documented. Real times reach from an immediate suspension when the callback returns to about 30 s, and older interfaces give more time than newer ones. An app that needs time should begin a background task."
      ),
      .init(
        .measured, "A wake for a Bluetooth event lasted 8 to 11 s (BT9).", [.article(.s0)]),
      .init(
        .measured, "A launch for a beacon region gave about 10 s (BC8).", [.article(.s3)]),
      .init(
        .documented,
        "An app that is woken for data of a Bluetooth or external accessory has around 10 s.",
        [LifecycleSource.guideBackground]),
      .init(
        .documented, "A background fetch has up to 30 s of wall-clock time (FT1).",
        [LifecycleSource.performFetch]),
      .init(
        .documented, "A silent push has 30 s (FT6).", [LifecycleSource.backgroundPushes]),
      .init(
        .documented, "A launch for a BGAppRefreshTask has 30 s of run time (FT3).",
        [LifecycleSource.session707]),
      .init(
        .assumed, "An app that is launched for the events of a background URLSession has 30 s."),
      .init(
        .assumed,
        "A wake for a significant location change or a visit lasts 10 s; no time is published."),
      .init(
        .assumed,
        "Each wake brings a full budget of background task time (BG1)."),
    ],
    simulated:
      "A wake lasts 8 to 9 s for Bluetooth (BT9), 10 s for location (BC8) and up to 30 s for a fetch, a push, a refresh task and the events of a transfer. A background task that is begun during a wake extends it. The app runs until the last of its grants ends.",
    difference:
      "A real device may suspend the app earlier, even when the callback returns.")

  public static let l13 = PlatformRule(
    "L13", .lifecycle, .documented, versions: "all versions",
    "An app that the system launches in background receives didFinishLaunching while applicationState is background, and then the event that it was launched for.",
    sources: [LifecycleSource.header("UIApplication.h"), LifecycleSource.guideLifeCycle],
    details: [
      .init(
        .documented,
        "In an app without scenes launchOptions contains location, bluetoothCentrals (an array of restore identifiers) or remoteNotification."
      ),
      .init(
        .documented,
        "In an app that supports scenes launchOptions is nil, whatever the version. Such an app must create its location and Bluetooth managers at every launch.",
        [LifecycleSource.didFinishLaunching]),
      .init(
        .documented,
        "Apple's page on Bluetooth restoration says the same about the restore identifiers.",
        [.page("page on Bluetooth state restoration", by: "Apple")]),
      .init(
        .reported, "On iOS 17.4 an app with scenes received no location key.",
        [.thread("intuit/LocationManager", 119)]),
      .init(
        .documented,
        "The keys have the availability iOS 4.0 to 26.0 (location) and 7.0 to 26.0 (Bluetooth). This means that they are deprecated; it does not mean that they were removed."
      ),
      .init(
        .documented,
        "The system may create a scene in background, for instance for a location event.",
        [.page("Managing your app's life cycle", by: "Apple")]),
      .init(
        .reported,
        "Conflict: in practice an app mostly gets no scene at a launch for Bluetooth or location, so set-up code in the scene delegate does not run. This is widely repeated; no page was read. For which causes a scene is created is unknown."
      ),
      .init(
        .assumed, "A launch in background creates no scene, unless the option is set."),
      .init(
        .measured,
        "An app that was launched for a region received its events without starting the monitoring again, because its location manager had a delegate.",
        [.article(.s3)]),
      .init(
        .reported,
        "Conflict: an answer on Stack Overflow says that the app must start the monitoring again in didFinishLaunching. The simulator follows article S3.",
        [
          .page(
            "question 70029789", by: "Stack Overflow",
            at: "https://stackoverflow.com/questions/70029789")
        ]),
    ],
    simulated:
      "A launch in background reads background in didFinishLaunching and creates no scene; LifecyclePolicy.backgroundSceneOnLaunch makes it create one. An app with scenes receives nil launch options. An app without scenes receives location, bluetoothCentrals, bluetoothPeripherals or remoteNotification, and nothing for a task, a fetch or a transfer.",
    difference: "A real device may create a scene for some causes and not for others.")

  public static let l14 = PlatformRule(
    "L14", .lifecycle, .measured, versions: "measured on iOS 7.1",
    "If the process of an app that was launched in background still exists when the next event occurs, the system delivers the event to this process, and didFinishLaunching is not called again.",
    sources: [.article(.s3)],
    details: [
      .init(
        .measured,
        "The app switcher does not show an app that was launched in background, but its process stays in memory."
      )
    ],
    simulated: "A second event finds the process of the first event and causes no launch.",
    difference: "There is no app switcher to inspect.")

  public static let l15 = PlatformRule(
    "L15", .lifecycle, .documented, versions: "iOS 15 and later",
    "The system may start the process of an app before the user opens it (prewarming) and stop the process just before it calls UIApplicationMain.",
    sources: [LifecycleSource.launchSequence],
    details: [
      .init(
        .documented, "The process may wait from seconds to hours until the app is used."),
      .init(
        .reported,
        "Reports up to iOS 18 show that prewarming also ran didFinishLaunching, while protected data could not be read.",
        [LifecycleSource.forumThread(764625)]),
      .init(.assumed, "An app that the user swiped away is not prewarmed until it is opened."),
    ],
    simulated:
      "From iOS 15 on a prewarmed process waits before UIApplicationMain, for hours if needed, and continues when something launches the app. LifecyclePolicy.prewarmingLaunches makes it run through didFinishLaunching first, as in the reports. Swiping a waiting app away gives no callback.",
    difference: "Prewarming occurs only when a test requests it, or an exploration decides so.")
}
