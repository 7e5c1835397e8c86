import YobanPlatformProfiles

private enum WorkoutPage {
  static let sessionHeader = RuleSource.page("HKWorkoutSession.h (iOS 17 SDK)", by: "Apple")
  static let builderHeader = RuleSource.page("HKWorkoutBuilder.h", by: "Apple")
  static let sourceHeader = RuleSource.page("HKLiveWorkoutDataSource.h", by: "Apple")
  static let types = RuleSource.page(
    "typesToCollect", by: "Apple",
    at: "https://developer.apple.com/documentation/healthkit/hkliveworkoutdatasource/typestocollect"
  )
  static let workouts707 = RuleSource.page(
    "New Ways to Work with Workouts (notes on WWDC18, session 707)", by: "nilotic",
    at: "https://nilotic.github.io/2018/09/25/New-Ways-to-Work-with-Workouts.html")
  static let track322 = RuleSource.page(
    "Track workouts with HealthKit on iOS and iPadOS (WWDC25, session 322)", by: "Apple",
    at: "https://developer.apple.com/videos/play/wwdc2025/322/")
  static let handler = RuleSource.page(
    "workoutSessionMirroringStartHandler", by: "Apple",
    at:
      "https://developer.apple.com/documentation/healthkit/hkhealthstore/workoutsessionmirroringstarthandler"
  )
  static let receive = RuleSource.page(
    "workoutSession(_:didReceiveDataFromRemoteWorkoutSession:)", by: "Apple",
    at:
      "https://developer.apple.com/documentation/healthkit/hkworkoutsessiondelegate/workoutsession(_:didreceivedatafromremoteworkoutsession:)"
  )
  static let recover = RuleSource.page(
    "recoverActiveWorkoutSession(completion:)", by: "Apple",
    at:
      "https://developer.apple.com/documentation/healthkit/hkhealthstore/recoveractiveworkoutsession(completion:)"
  )
  static let session = RuleSource.page(
    "HKWorkoutSession", by: "Apple",
    at: "https://developer.apple.com/documentation/healthkit/hkworkoutsession")
  static let delivery = RuleSource.page(
    "enableBackgroundDelivery(for:frequency:withCompletion:)", by: "Apple",
    at:
      "https://developer.apple.com/documentation/healthkit/hkhealthstore/enablebackgrounddelivery(for:frequency:withcompletion:)"
  )
}

// The rules of a workout's samples, of its mirror, of its recovery, and of deliveries on a watch.
extension PlatformRule {
  public static let hk5 = PlatformRule(
    "HK5", .health, .documented, versions: "iOS 8 and later, watchOS 8 and later",
    "On a watch, deliveries of health data share a budget with background refreshes: four in an hour for an app with a complication on the active face, and most types are delivered once in an hour at most.",
    sources: [WorkoutPage.delivery],
    details: [
      .init(
        .documented,
        "Ten types can be delivered at once: high and low heart rate, irregular rhythm, the two audio exposure events, low cardio fitness, falls, VO2 max, hand washing and tooth brushing.",
        [WorkoutPage.delivery]),
      .init(
        .documented,
        "Health data does not launch an app that the user has swiped away, says an engineer of Apple.",
        [
          .page(
            "thread 775325", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/775325")
        ]),
      .init(
        .reported,
        "A developer who tested iOS 9.2 for a day saw deliveries after a force-quit, too.",
        [
          .page(
            "HealthKit background delivery when app is not running", by: "Stack Overflow",
            at: "https://stackoverflow.com/questions/26375767")
        ]),
      .init(
        .assumed,
        "The four are one in 15 minutes, whatever the type; Apple names only the number in an hour. An app without a complication on the active face gets one in an hour."
      ),
    ],
    simulated:
      "A delivery on a watch waits until 15 minutes have passed since the app's last delivery or refresh, or an hour without a complication on the active face (WK9), whatever its type; a background refresh waits in the same way. After a force-quit nothing is delivered, unless `profile.health.deliveryLaunchesForceQuitApps` says so.",
    difference: "Each app has a budget of its own.")

  public static let hk6 = PlatformRule(
    "HK6", .health, .documented, versions: "iOS 26 and later",
    "An iPhone has workout sessions of its own; the system launches an app again that crashed during one, and its scene is connected with shouldHandleActiveWorkoutRecovery.",
    sources: [WorkoutPage.session, WorkoutPage.track322],
    details: [
      .init(
        .documented,
        "When the first session starts, the system asks the user whether the app may use workout data while the iPhone is locked.",
        [WorkoutPage.session, WorkoutPage.track322]),
      .init(
        .documented,
        "An iPhone measures no heart rate by itself: it needs a sensor.", [WorkoutPage.session]),
      .init(
        .documented,
        "A session that is prepared or started in background fails with errorBackgroundWorkoutSessionNotAllowed (14).",
        [.page("HKDefines.h", by: "Apple")]),
      .init(
        .documented,
        "The property stands in HealthKitUI, and the session is recovered with recoverActiveWorkoutSession.",
        [
          .page(
            "shouldHandleActiveWorkoutRecovery", by: "Apple",
            at:
              "https://developer.apple.com/documentation/uikit/uiscene/connectionoptions/shouldhandleactiveworkoutrecovery"
          )
        ]),
      .init(
        .assumed,
        "A session gives its app no run time in the background, because Apple promises none and iOS has no background mode for it. The relaunch connects the scene in background."
      ),
    ],
    simulated:
      "From iOS 26 on `HKWorkoutSession` works on an iPhone as on a watch, without run time in the background, unless `profile.health.phoneWorkoutsRun` says so. Its app can read health data while the iPhone is locked, unless `phone.health.allowsWorkoutDataWhileLocked` is false. After a crash the app is launched with its scene, and an app that does not recover the session gets a finding.",
    difference:
      "The prompt is not shown, and an iPhone measures only what a test lets it measure. A force-quit ends the session, which is assumed. Apple promises workout data only while the iPhone is locked; here the app reads every type that it may read. Siri starts no workouts on the lock screen."
  )

  public static let wk12 = PlatformRule(
    "WK12", .watch, .documented, versions: "watchOS 5 and later, iOS 26 and later",
    "While a workout session runs, its live builder collects the samples of the types that its data source names; the finished workout has them, and the statistics of the builder and of the workout are those of its samples.",
    sources: [WorkoutPage.types, WorkoutPage.sourceHeader, WorkoutPage.builderHeader],
    details: [
      .init(
        .documented,
        "The default types depend on the platform, the settings and the configuration, such as heart rate, active and basal energy, and the distance walked, cycled, swum or made in a wheelchair. Heart rate on an iPhone needs a sensor.",
        [WorkoutPage.types, WorkoutPage.sourceHeader]),
      .init(
        .documented,
        "finishWorkout gives neither a workout nor an error if it succeeded while the device is locked.",
        [
          .page(
            "finishWorkout(completion:)", by: "Apple",
            at:
              "https://developer.apple.com/documentation/healthkit/hkworkoutbuilder/finishworkout(completion:)"
          )
        ]),
      .init(
        .documented,
        "enableCollection for a type that is collected already replaces its predicate.",
        [WorkoutPage.sourceHeader]),
      .init(
        .documented,
        "Samples that an app adds are saved if they are not saved yet, and must not begin before the collection. Time between a pause and its resume does not count as elapsed. Discarding a workout deletes no samples.",
        [WorkoutPage.builderHeader]),
      .init(
        .reported,
        "A developer gets the callback for the heart rate every 5 s. Apple names no interval.",
        [
          .page(
            "Real time heart beat data from Apple Watch using HKHeartbeatSeriesSample",
            by: "Stack Overflow",
            at:
              "https://whosebug.com/question/4903704/Real-time-heart-beat-data-from-Apple-Watch-using-HKHeartbeatSeriesSample"
          )
        ]),
      .init(
        .assumed,
        "A data source without a configuration has no types. The types of each activity beside these: strokes of a swimmer, pushes of a wheelchair, the distance of skiing downhill. Nothing is collected while the session is paused, or from what apps save themselves. A builder tells an app only of types that it may read."
      ),
    ],
    simulated:
      "A test lets the body do something: `watch.health.measure(\"HKQuantityTypeIdentifierHeartRate\") { _ in 2 }` gives a sample every 5 s while a session runs, and `watch.health.add` gives a single one.",
    difference:
      "A workout has one activity. Steps, distance and energy do not follow from the motion of a device."
  )

  public static let wk13 = PlatformRule(
    "WK13", .watch, .documented, versions: "watchOS 10 and later with iOS 17 and later",
    "A watch can mirror its workout session to the app of its iPhone: the system launches the app in background, and calls the workoutSessionMirroringStartHandler that the app must set at launch.",
    sources: [WorkoutPage.handler, WorkoutPage.sessionHeader],
    details: [
      .init(
        .documented,
        "If the connection is lost, the watch connects again by itself, and the handler is called again with another session; the old one is not valid any more.",
        [WorkoutPage.handler, WorkoutPage.sessionHeader]),
      .init(
        .documented,
        "Each side can send 100 KB in any 10 s; more is an error, and so is sending without a mirror. The end of the session ends the mirroring, and a session that has ended cannot be mirrored.",
        [WorkoutPage.sessionHeader]),
      .init(
        .documented,
        "HealthKit gathers data for a suspended iPhone app, and delivers it as one array when the app is resumed. It wakes the app from time to time; several minutes can pass between two calls.",
        [WorkoutPage.receive]),
      .init(
        .reported,
        "Data that is sent before the session was prepared, or to a side without a delegate, fails with 3: Remote session delegate is not set up.",
        [
          .page(
            "Sending the initial workout configuration through HealthKit", by: "nonstrict",
            at: "https://nonstrict.eu/blog/2024/hkworkoutsession-remote-delegate-not-setup-error/")
        ]),
      .init(
        .documented,
        "errorDataSizeExceeded (13) says that the data is larger than allowed.",
        [.page("HKDefines.h", by: "Apple")]),
      .init(
        .documented,
        "On iOS 17 and 18 associatedWorkoutBuilder does not exist on an iPhone, so a mirrored session has no builder there.",
        [WorkoutPage.sessionHeader]),
      .init(
        .reported,
        "From iOS 26 on developers still find no builder for a mirror: samples do not reach it.",
        [.thread("darrylcauldwell/TetraTrack", 265)]),
      .init(
        .reported,
        "On watchOS 26 mirroring that starts before the session is prepared or running can fail or never complete (FB20723311).",
        [
          .page(
            "forum thread 804276", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/804276")
        ]),
      .init(
        .assumed,
        "100 KB are 100,000 bytes, and the limit gives the code 13. An event takes 0.1 s. The iPhone app gets 15 s of run time for a mirror, and again for data, once in 3 minutes while it is suspended. Both sides are told of a lost connection after 10 s. Mirroring launches an app after a force-quit, too."
      ),
    ],
    simulated:
      "The mirror needs the link of WatchConnectivity (WC2), an iPhone with iOS 17, and the app that WKCompanionAppBundleIdentifier names; otherwise starting it fails. Pausing, resuming and ending on either device changes both. An iPhone app without a handler gets a finding, and so does one that calls a session whose connection has ended.",
    difference:
      "The code of a failed start is unknown, so it is unknownError (0). When the iPhone's app ends, the watch connects again after the next launch of the app; whether a real watch launches it is not known."
  )

  public static let wk14 = PlatformRule(
    "WK14", .watch, .documented, versions: "watchOS 5 and later, iOS 26 and later",
    "A session that an app recovers after a crash has its state, and its builder has what it had collected; the app must set the data source and the delegates again.",
    sources: [WorkoutPage.recover, WorkoutPage.workouts707],
    details: [
      .init(
        .documented,
        "handleActiveWorkoutRecovery of the WKExtensionDelegate is called from watchOS 5 on, that of the WKApplicationDelegate from watchOS 7 on; on an iPhone the options of the scene say so (HK6). HealthKit attempts to restore the session, and gives an error if it cannot.",
        [WorkoutPage.recover, WorkoutPage.track322])
    ],
    simulated:
      "Between the crash and the new data source nothing is collected. An app that has no data source 30 s after it has recovered the session (as long as the run time of WK2) gets a finding, if the builder had one before.",
    difference: "Metadata and events keep numbers, texts and dates.")
}
