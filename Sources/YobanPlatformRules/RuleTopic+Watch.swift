extension RuleTopic {
  /// Run time, sensors and battery of an app on Apple Watch.
  static let watch = RuleTopic(
    title: "Apple Watch",
    page: "watch",
    summary:
      "The wrist, workout sessions, extended runtime sessions, motion sensors, background refreshes, Bluetooth in the background and the battery.",
    rules: [wk1, wk2, wk3, wk4, wk5, wk6, wk7, wk8, wk9, wk10, wk11])

  private static let wk1 = PlatformRule(
    "WK1", .documented, versions: "all versions; the extended time on watchOS 4 to 7",
    "When the user lowers the wrist, the app in front becomes inactive and is suspended after a short time, but it stays frontmost for 2 minutes and becomes active again if the wrist is raised within that time.",
    sources: [
      .page("Extended Runtime for watchOS Apps (WWDC19, session 251)", by: "Apple"),
      WatchPage.frontmostTimeout,
    ],
    details: [
      .init(
        .documented,
        "An app that sets isFrontmostTimeoutExtended stays frontmost for 8 minutes on watchOS 4 to 7.",
        [WatchPage.frontmostTimeout]),
      .init(
        .documented,
        "The user can change the time in Settings > General > Wake Screen. If the user selects 8 minutes or more, isFrontmostTimeoutExtended has no effect.",
        [WatchPage.frontmostTimeout]),
      .init(
        .assumed,
        "The app runs for 2 s after the wrist was lowered (option `watch.suspensionDelay`)."),
    ],
    simulated:
      "`Device.lowerWrist` makes the app in front inactive and suspends it after 2 s. The app stays frontmost for 2 minutes, or for 8 minutes on watchOS 4 to 7 if it asked for that; `Device.raiseWrist` within that time makes it active again. After that time, or after `Device.pressCrown`, the app goes to the background and the watch shows the clock. A workout session, or an extended runtime session of a frontmost type, keeps the app frontmost.",
    difference:
      "A real watch follows the user's setting for the return to the clock and can have an always-on display. A real watch also shows an app with a running workout session whenever the wrist is raised, even if that app was not frontmost."
  )

  private static let wk2 = PlatformRule(
    "WK2", .documented, versions: "all versions; the start in the foreground from watchOS 10 on",
    "An app with an active HKWorkoutSession and the background mode workout-processing runs for the whole session, also while the wrist is down or another app is in front.",
    sources: [WatchPage.workoutSession, WatchPage.workoutHeader],
    details: [
      .init(
        .documented,
        "A watch runs one workout session at a time: if any app starts a second one, the first session ends with errorAnotherWorkoutSessionStarted (code 8).",
        [.page("HKError.Code.errorAnotherWorkoutSessionStarted", by: "Apple")]),
      .init(
        .documented,
        "HKWorkoutSessionState has the values 1 notStarted, 2 running, 3 ended, 4 paused, 5 prepared and 6 stopped.",
        [WatchPage.workoutHeader]),
      .init(
        .documented,
        "The states prepared and stopped still count as session mode. The state ended leaves session mode.",
        [WatchPage.workoutHeader]),
      .init(
        .documented,
        "From watchOS 10 on a session that is prepared or started in the background fails with errorBackgroundWorkoutSessionNotAllowed (code 14).",
        [.page("HKDefines.h (watchOS 10 SDK)", by: "Apple")]),
      .init(
        .documented,
        "After a crash during a workout the system calls handleActiveWorkoutRecovery at the next launch.",
        [.page("WKApplication.h", by: "Apple")]),
      .init(
        .assumed,
        "The app is launched 2 s after a crash. The third launch in a row in which the app does not recover the session is the last one. startWatchApp of the iPhone gives the watch app 30 s of run time."
      ),
    ],
    simulated:
      "A session needs the permission to share workouts (otherwise error 4 or 5) and gives run time from prepare or start until its end. Without workout-processing in WKBackgroundModes it gives no run time, and a finding says so. From watchOS 10 on it must begin in the foreground (otherwise error 14) or after `startWatchApp` of the iPhone. A second session of any app ends the first one with error 8. After a crash, a kill or jetsam the app is launched again and receives `handleActiveWorkoutRecovery`. A force-quit, a reboot, an empty battery or the deletion of the app ends the session.",
    difference:
      "A real watch is not always in reach of `startWatchApp`. Mirrored sessions do not exist in the simulation, sessions collect no samples, and an iPhone has no workout sessions of its own (iOS 26). On real devices the health permissions of the iPhone also count for its watch."
  )

  private static let wk3 = PlatformRule(
    "WK3", .measured, versions: "measured on watchOS 9 and 10",
    "A workout session that is paused immediately after its start still gives the app run time in the background, and was used in this way for up to 12 hours.",
    sources: [.article(.s4)],
    details: [
      .init(.measured, "The paused session earns no credit in the Activity app."),
      .init(
        .documented,
        "Apple does not document this: the header names session mode only for the states prepared, running and stopped.",
        [WatchPage.workoutHeader]),
      .init(
        .assumed,
        "A paused session has no time limit (option `watch.pausedWorkoutLimit`). Whether the CPU limit of WK6 also holds for a paused session is unknown."
      ),
    ],
    simulated:
      "A paused session gives the same run time as a running one. At its end the whole minutes in which it ran are credited as exercise; paused time is not credited.",
    difference: "The time limit beyond the measured 12 hours is unknown.")

  private static let wk4 = PlatformRule(
    "WK4", .documented, versions: "all versions",
    "The system calls the delegate of a workout session on an anonymous serial queue; if the app was suspended, the call comes late but carries the date of the event.",
    sources: [WatchPage.workoutHeader],
    simulated:
      "Delegate methods are called on a serial queue of the session. A suspended app receives them when it runs again, with the original date.",
    difference:
      "Calls on a simulated session, such as pause(), take effect immediately and in their order. On a real watch they take some time."
  )

  private static let wk5 = PlatformRule(
    "WK5", .documented, versions: "watchOS 6 and later",
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

  private static let wk6 = PlatformRule(
    "WK6", .documented, versions: "all versions",
    "The system averages the CPU use of an app with a workout session or an extended runtime session over 60 s and ends the session, or suspends or terminates the app, if the average stays above a limit.",
    sources: [
      .page("WKExtendedRuntimeSessionErrorCode.exceededResourceLimits", by: "Apple"),
      WatchPage.workoutSession,
    ],
    details: [
      .init(
        .documented,
        "An extended runtime session ends with exceededResourceLimits. A workout app is suspended or terminated."
      ),
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

  private static let wk7 = PlatformRule(
    "WK7", .documented, versions: "watchOS 2 and later, iOS 9 and later",
    "After an app has asked CMSensorRecorder for it, the system records the accelerometer at 50 Hz for up to 12 hours per call, even while the app is suspended or terminated.",
    sources: [
      .page("CMSensorRecorder", by: "Apple"),
      .page("CMSensorRecorder.h (iOS 16.5 SDK)", by: "Apple"),
    ],
    details: [
      .init(
        .documented,
        "One query covers at most 12 hours. New samples can be read up to 3 minutes late and are kept for 3 days. Times without a recording return no samples."
      ),
      .init(
        .documented,
        "An app extends the recording by calling the method again, before the 12 hours are over."),
      .init(
        .documented,
        "Apple contradicts itself here: a WWDC session says that from watchOS 3 on an app has a window of 36 hours in which it can launch and read the samples. The simulator follows the pages and the header: 12 hours per call, kept for 3 days.",
        [.page("Health and Fitness with Core Motion (WWDC16, session 713)", by: "Apple")]),
      .init(
        .assumed,
        "A reboot ends a recording. Late samples become readable in blocks of 3 minutes. Each app has its own recording."
      ),
      .init(
        .assumed,
        "12 hours at 50 Hz are 2.16 million samples, about 69 MB if a sample is stored in 32 bytes."
      ),
    ],
    simulated:
      "The system records at 50 Hz for an app that asked, up to 12 hours per call, extended by a further call, while the app is suspended or terminated. A query covers at most 12 hours; samples are readable up to 3 minutes late and for 3 days; what was not recorded is missing. A kill or a force-quit does not end a recording, a reboot does. Every watch records, and an iPhone 7 or newer from iOS 9 on.",
    difference:
      "Each app has its own recording, and late samples become readable in blocks of 3 minutes. Which iPhone models can record is assumed."
  )

  private static let wk8 = PlatformRule(
    "WK8", .documented, versions: "CMMotionManager: all versions; batches: watchOS 10 and later",
    "CMMotionManager delivers samples only while the app's process runs; CMBatchedSensorManager delivers them in batches at a higher rate and needs an active workout session.",
    sources: [
      .page("CMMotionManager", by: "Apple"), .page("CMBatchedSensorManager", by: "Apple"),
      WatchPage.coreMotion,
    ],
    details: [
      .init(
        .reported,
        "CMMotionManager gives about 100 samples per second at most on a watch. Several projects repeat this; no page of Apple that says it was read.",
        [WatchPage.coreMotion]),
      .init(
        .reported,
        "CMBatchedSensorManager gives 800 accelerometer samples and 200 device-motion readings per second, in one batch per second. The text of the session that is said to give these numbers was not read; several projects repeat them.",
        [WatchPage.coreMotion]),
      .init(
        .reported,
        "Batches need an Apple Watch Series 8 or newer, or an Apple Watch Ultra. Projects name a thread of Apple's forum as their source; it was not read.",
        [
          .page(
            "a thread about CMBatchedSensorManager", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/733858")
        ]),
      .init(
        .assumed,
        "A paused session gives batches, too. When the session ends, the handler receives CMErrorNotAvailable. Handlers run on the main queue."
      ),
    ],
    simulated:
      "CMMotionManager gives samples only while the process runs, at 100 Hz at most. Batches exist from watchOS 10 on, on a Series 8 or newer or an Ultra: 800 accelerometer samples and 200 device-motion readings per second, one batch per second, while a workout session of the app is prepared, running, paused or stopped. Without a session the updates fail, and a finding says so. What was sampled while the app was suspended is lost.",
    difference:
      "Which error Apple gives at the end of the session, and on which queue handlers run, is unknown. On a recorded motion of a lower rate each sample repeats the newest recorded value."
  )

  private static let wk9 = PlatformRule(
    "WK9", .documented, versions: "watchOS 3 and later",
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
      .init(.reported, "An app is said to have a few seconds for each refresh."),
      .init(
        .assumed,
        "Every refresh may take 15 s, and its expiration handler is called 2 s before. Snapshot refreshes have the same limits but a count of their own. An app that is neither on the watch face nor in the dock gets no refresh."
      ),
    ],
    simulated:
      "A scheduled refresh comes at its date or later: about four per hour (one in 15 minutes) with a complication on the active watch face, one per hour if the app is in the dock, otherwise never, with a finding. No refresh comes while the app is in front or while Background App Refresh is off. A task that is not completed within 15 s ends the app with 0xc51bad02. Data from the iPhone, and the end of the transfers of a background URLSession, launch or resume the app with tasks of their own.",
    difference:
      "On a real watch the apps in the dock share one budget, and so do the complications on the watch face; in the simulation each app has its own. 0xc51bad03 does not occur by itself. `handle(_:)` receives each task in a set of its own."
  )

  private static let wk10 = PlatformRule(
    "WK10", .documented, versions: "watchOS 9 and later",
    "In the background a watchOS app gets at most 5 timely Bluetooth alerts or background scans in a rolling 24 hours, and a launch by the user resets this budget.",
    sources: [
      .page("WKBluetoothAlertRefreshBackgroundTask", by: "Apple"),
      .page("Interacting with Bluetooth peripherals during background app refresh", by: "Apple"),
    ],
    details: [
      .init(
        .documented,
        "The error code 18 says that the budget is nearly used up, and 17 that it is used up."),
      .init(
        .documented,
        "watchOS has no general bluetooth-central mode like iOS: other events wait until the app is in front."
      ),
      .init(.documented, "The alerts need an Apple Watch Series 6 or newer."),
    ],
    simulated:
      "A new value of a subscribed characteristic resumes a suspended app that has `bluetooth-central`, with a `WKBluetoothAlertRefreshBackgroundTask`: five times in a rolling 24 hours, with error 18 when one is left and once with error 17 when none is left, then not again. A scan for named services goes on in the background and uses the same budget for each peripheral that it finds. A launch by the user restores the budget; raising the wrist does not. While a workout session or an extended runtime session of the app runs, Bluetooth works as in the foreground and uses no alerts. Before watchOS 9 there are no alerts.",
    difference:
      "Every watch with watchOS 9 or later has the alerts. A terminated app is not launched for an alert. A background scan without budget finds nothing, and a finding says so. Values that came without budget are kept until the app is in front."
  )

  private static let wk11 = PlatformRule(
    "WK11", .reported, versions: "all versions",
    "Apple rates the battery of a watch at 18 to 36 hours, depending on the model, as long as no sensor runs continuously.",
    sources: [
      .page(
        "Apple Watch Ultra battery life", by: "MacRumors",
        at: "https://www.macrumors.com/2022/09/07/apple-watch-ultra-60-hour-battery-launch/")
    ],
    details: [
      .init(
        .reported,
        "The Ultra is rated at 36 hours and most other models at 18 hours. Apple's own battery pages were not read.",
        [
          .page("The Apple Watch Ultra's battery life just blew me away", by: "Tom's Guide")
        ]),
      .init(
        .assumed,
        "A 12-hour workout session with motion recording nearly empties the battery of an older model. What each sensor rate uses is not published."
      ),
    ],
    simulated:
      "A watch without running sensors lasts 18 hours, an Ultra 36 hours. Each sensor rate, a workout session and every byte over a radio use more (`DeviceProfile.battery`). When the battery is empty, the watch shuts down and every process ends with `batteryEmpty`; on its charger it boots by itself at 2 %.",
    difference:
      "The simulated battery does not age, and cold has no effect on it. An iPhone uses `batteryDrainPerHour` whatever it does and stays on, unless its profile says otherwise."
  )
}

/// Pages that several of these rules use as a source.
private enum WatchPage {
  static let frontmostTimeout = RuleSource.page(
    "isFrontmostTimeoutExtended", by: "Apple",
    at: "https://developer.apple.com/documentation/watchkit/wkextension/isfrontmosttimeoutextended")
  static let workoutSession = RuleSource.page("HKWorkoutSession", by: "Apple")
  static let workoutHeader = RuleSource.page("HKWorkoutSession.h (iOS 16.5 SDK)", by: "Apple")
  static let extendedRuntime = RuleSource.page(
    "Using extended runtime sessions", by: "Apple",
    at: "https://developer.apple.com/documentation/watchkit/using-extended-runtime-sessions")
  static let coreMotion = RuleSource.page(
    "What's new in Core Motion (WWDC23, session 10179)", by: "Apple",
    at: "https://developer.apple.com/videos/play/wwdc2023/10179/")
  static let refreshTask = RuleSource.page(
    "WKApplicationRefreshBackgroundTask", by: "Apple",
    at: "https://developer.apple.com/documentation/watchkit/wkapplicationrefreshbackgroundtask")
  static let coffeeTracker = RuleSource.page(
    "Creating and updating a complication's timeline (sample app Coffee Tracker)", by: "Apple",
    at:
      "https://developer.apple.com/documentation/clockkit/creating-and-updating-a-complication-s-timeline"
  )
}
