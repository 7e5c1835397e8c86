import YobanPlatformProfiles

extension [PlatformRule] {
  package static let watch: Self = [
    .wk1, .wk5, .wk6, .wk9,
  ]
}

extension PlatformRule {
  public static let wk1 = PlatformRule(
    "WK1", .watch, .documented, versions: "all versions; the extended time on watchOS 4 to 6",
    "When the user lowers the wrist, the app in front becomes inactive and is suspended after a short time, but it stays frontmost for 2 minutes and becomes active again if the wrist is raised within that time.",
    sources: [
      .page("Extended Runtime for watchOS Apps (WWDC19, session 251)", by: "Apple"),
      WatchPage.frontmostTimeout,
    ],
    details: [
      .init(
        .documented,
        "An app that sets isFrontmostTimeoutExtended stays frontmost for 8 minutes on watchOS 4 to 6. From watchOS 7 on it has no effect.",
        [WatchPage.frontmostTimeout]),
      .init(
        .documented,
        "The user can change the time in Settings > General > Wake Screen. If the user selects 8 minutes or more, isFrontmostTimeoutExtended has no effect.",
        [WatchPage.frontmostTimeout]),
      .init(
        .measured,
        "Article S4 saw a watch app without a session stop after a few minutes, which is longer than the 2 s that are simulated.",
        [.article(.s4)]),
      .init(
        .assumed,
        "The app runs for 2 s after the wrist was lowered (option `watch.suspensionDelay`)."),
    ],
    simulated:
      "`Watch.lowerWrist` makes the app in front inactive and suspends it after 2 s. The app stays frontmost for 2 minutes, or for 8 minutes on watchOS 4 to 6 if it asked for that; `Watch.raiseWrist` within that time makes it active again. After that time, or after `Watch.pressCrown`, the app goes to the background and the watch shows the clock. A workout session, or an extended runtime session of a frontmost type, keeps the app frontmost.",
    difference:
      "A real watch follows the user's setting for the return to the clock and can have an always-on display. A real watch also shows an app with a running workout session whenever the wrist is raised, even if that app was not frontmost."
  )

  public static let wk5 = PlatformRule(
    "WK5", .watch, .documented, versions: "watchOS 6 and later",
    "An app can have one WKExtendedRuntimeSession at a time, of the one type that its background modes name, and must start or schedule it while the app is active.",
    sources: [WatchPage.extendedRuntime],
    details: [
      .init(
        .documented,
        "A self-care session lasts at most 10 minutes and a mindfulness session at most 1 hour. Both run only while the app is frontmost and end when the user leaves the app, for example with the Digital Crown."
      ),
      .init(
        .documented,
        "A physical therapy session lasts at most 1 hour and a smart alarm session at most 30 minutes. Both also run while the app is in the background."
      ),
      .init(
        .documented,
        "Only a smart alarm can be scheduled, at most 36 hours ahead. The system launches the app for it and ends the session if the app sets no delegate in handle(_:).",
        [
          WatchPage.extendedRuntime,
          .page("WKExtendedRuntimeSessionErrorCode.scheduledTooFarInAdvance", by: "Apple"),
        ]),
      .init(
        .documented,
        "If the app plays no haptic during a smart alarm session, the system shows a warning and offers to disable future sessions."
      ),
      .init(
        .documented,
        "The system calls extendedRuntimeSessionWillExpire shortly before the end. The reasons for an end include expired, sessionInProgress and error.",
        [.page("WKExtendedRuntimeSession", by: "Apple")]),
      .init(
        .documented, "Bluetooth can be used during a session, also after the screen has turned off."
      ),
      .init(
        .reported,
        "A developer often lost Bluetooth connections with an extended runtime session and not with a workout session. Apple's engineer answered only which session is meant for which use.",
        [
          .page(
            "WKExtendedRuntimeSession vs HKWorkoutSession", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/721077")
        ]),
      .init(
        .assumed,
        "The warning comes 5 s before the end. A running session ends with its process. A scheduled session ends with a force-quit or a reboot."
      ),
    ],
    simulated:
      "An app has one type, named in WKBackgroundModes, and one session at a time, which must begin while the app is active. Each type lasts as long as documented. A scheduled smart alarm launches the app, and the app loses the session if it sets no delegate then. With Background App Refresh off nothing can be scheduled. A smart alarm without a haptic is a finding.",
    difference:
      "Bluetooth connections hold as they do with a workout session, so the reported loss is not simulated. The warning to the user is not shown, `notifyUser` plays nothing and its repeat handler is not called. Two apps can each have a session in the background. Auto-launch and the mode underwater-depth do not exist."
  )

  public static let wk6 = PlatformRule(
    "WK6", .watch, .documented, versions: "all versions",
    "The system averages the CPU use of an app with a workout session or an extended runtime session over 60 s and ends the session, or suspends or terminates the app, if the average stays above a limit.",
    sources: [
      .page("WKExtendedRuntimeSessionErrorCode.exceededResourceLimits", by: "Apple"),
      .page("HKWorkoutSession", by: "Apple"),
    ],
    details: [
      .init(
        .documented,
        "An extended runtime session ends with exceededResourceLimits. A workout app is suspended or terminated. Apple names the 60 s for extended runtime sessions only."
      ),
      .init(
        .assumed, "The same 60 s hold for a workout app, and its code is 0xc51bad01."),
      .init(
        .reported,
        "The limit that Xcode shows is 15 % on average, and an extended runtime session ends 30 to 50 s after the use rose above it.",
        [
          .page("拡張ランタイムセッションの強制終了", by: "yukblog"),
          .page("an answer about CMSensorRecorder", by: "Stack Overflow"),
        ]),
      .init(
        .assumed,
        "A workout app above the limit is terminated, not suspended (option `watch.workoutAboveCapIsKilled`)."
      ),
    ],
    simulated:
      "The load of an app with a session (`AppProcess.processorLoad`) is averaged over 60 s. If it stays above 15 % for 30 to 50 s, an extended runtime session ends with exceededResourceLimits (code 5), and a workout app in the background is terminated with 0xc51bad01. Both are findings.",
    difference:
      "Simulated code uses no CPU by itself: a scenario sets the load. Whether a real watch suspends or terminates a workout app is unknown."
  )

  public static let wk9 = PlatformRule(
    "WK9", .watch, .documented, versions: "watchOS 3 and later",
    "A watchOS app must schedule each background refresh itself, and the system limits refreshes to about four per hour if the app has a complication on the active watch face and to about one per hour if the app is in the dock.",
    sources: [
      .page("Using background tasks", by: "Apple"), WatchPage.refreshTask,
      WatchPage.coffeeTracker,
    ],
    details: [
      .init(
        .documented,
        "The class page says about one task per hour for each app in the dock, including the most recently used app, and multiple tasks per hour for each app with a complication on the active watch face.",
        [WatchPage.refreshTask]),
      .init(
        .documented,
        "Apple's sample app says that an app with a complication on the active watch face can safely schedule four background refresh tasks per hour.",
        [WatchPage.coffeeTracker]),
      .init(
        .documented,
        "All apps in the dock share one budget, and all complications on the watch face share another. When a budget is used up, requests are delayed.",
        [WatchPage.refreshTask]),
      .init(
        .reported, "With a complication a refresh comes once every 15 minutes at best.",
        [
          .page(
            "Maximise background update on WatchOS", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/788713")
        ]),
      .init(
        .documented,
        "An app that does not complete a task in time is terminated with 0xc51bad02 or 0xc51bad03. A WatchConnectivity task may take 15.00 s of wall time.",
        [.page("Addressing watchdog terminations", by: "Apple")]),
      .init(
        .documented,
        "A refresh has 4 s of processor time within 15 s, and an app has one request at a time.",
        [
          .page(
            "Keeping your complications up to date", by: "Apple",
            at:
              "https://developer.apple.com/documentation/clockkit/keeping-your-complications-up-to-date"
          )
        ]),
      .init(
        .reported, "Developers of a glucose monitor saw 8 to 10 refreshes in some hours.",
        [.thread("nightscout/nightguard", 32)]),
      .init(
        .assumed,
        "The expiration handler of a refresh is called 2 s before its end. Snapshot refreshes have the same limits but a count of their own. An app that is neither on the watch face nor in the dock gets no refresh."
      ),
      .init(
        .documented,
        "The app that is frontmost gets up to four refreshes per hour, too.",
        [
          .page(
            "Taking advantage of frontmost app state", by: "Apple",
            at:
              "https://developer.apple.com/documentation/watchkit/taking-advantage-of-frontmost-app-state"
          )
        ]),
    ],
    simulated:
      "A scheduled refresh comes at its date or later: about four per hour (one in 15 minutes) with a complication on the active watch face, one per hour if the app is in the dock, otherwise never, with a finding. No refresh comes while the app is in front or while Background App Refresh is off. A task that is not completed within 15 s ends the app with 0xc51bad02. Data from the iPhone, and the end of the transfers of a background URLSession, launch or resume the app with tasks of their own.",
    difference:
      "On a real watch the apps in the dock share one budget, and so do the complications on the watch face; in the simulation each app has its own. 0xc51bad03 does not occur by itself. `handle(_:)` receives each task in a set of its own."
  )
}

/// Pages that several of these rules use as a source.
private enum WatchPage {
  static let frontmostTimeout = RuleSource.page(
    "isFrontmostTimeoutExtended", by: "Apple",
    at: "https://developer.apple.com/documentation/watchkit/wkextension/isfrontmosttimeoutextended")
  static let extendedRuntime = RuleSource.page(
    "Using extended runtime sessions", by: "Apple",
    at: "https://developer.apple.com/documentation/watchkit/using-extended-runtime-sessions")
  static let refreshTask = RuleSource.page(
    "WKApplicationRefreshBackgroundTask", by: "Apple",
    at: "https://developer.apple.com/documentation/watchkit/wkapplicationrefreshbackgroundtask")
  static let coffeeTracker = RuleSource.page(
    "Creating and updating a complication's timeline (sample app Coffee Tracker)", by: "Apple",
    at:
      "https://developer.apple.com/documentation/clockkit/creating-and-updating-a-complication-s-timeline"
  )
}
