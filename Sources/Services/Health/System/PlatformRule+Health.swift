import YobanPlatformProfiles

extension [PlatformRule] {
  package static let health: Self = [
    .hk1, .hk2, .hk3, .hk4, .hk5, .hk6, .wk2, .wk3, .wk4, .wk12, .wk13, .wk14,
  ]
}

private let deliveryPage = RuleSource.page(
  "enableBackgroundDelivery(for:frequency:withCompletion:)", by: "Apple",
  at:
    "https://developer.apple.com/documentation/healthkit/hkhealthstore/enablebackgrounddelivery(for:frequency:withcompletion:)"
)
private let workoutPage = RuleSource.page("HKWorkoutSession", by: "Apple")
private let workoutHeader = RuleSource.page("HKWorkoutSession.h (iOS 16.5 SDK)", by: "Apple")
private let storeHeader = RuleSource.page("HKHealthStore.h", by: "Apple")
private let privacyPage = RuleSource.page(
  "Protecting user privacy", by: "Apple",
  at: "https://developer.apple.com/documentation/healthkit/protecting-user-privacy")
private let authorizingPage = RuleSource.page(
  "Authorizing access to health data", by: "Apple",
  at: "https://developer.apple.com/documentation/healthkit/authorizing-access-to-health-data")

extension PlatformRule {
  public static let hk1 = PlatformRule(
    "HK1", .health, .documented, versions: "iOS 10 and later",
    "A request for health data needs NSHealthShareUsageDescription to read and NSHealthUpdateUsageDescription to save; without it the request ends the app.",
    sources: [privacyPage],
    details: [
      .init(
        .reported,
        "The exception says: NSHealthUpdateUsageDescription must be set in the app's Info.plist in order to request write authorization for the following types."
      ),
      .init(
        .reported,
        "Without the entitlement com.apple.developer.healthkit the request fails with 4: Missing com.apple.developer.healthkit entitlement.",
        [.thread("carp-dk/carp-health-flutter", 419)]),
      .init(
        .documented,
        "A request asks only about types that the user was not asked about. Its success means that the user could be asked, and not what the answer was.",
        [storeHeader]),
    ],
    simulated:
      "The user answers at once, as `HealthService.answers` says. A request without its key ends the app, and one without the entitlement fails, each with a finding.",
    difference:
      "Versions before iOS 10 need the keys, too. Every type can be requested: Apple forbids to share some, such as appleStandTime."
  )

  public static let hk2 = PlatformRule(
    "HK2", .health, .documented, versions: "iOS 8 and later, watchOS 8 and later",
    "After enableBackgroundDelivery the system wakes or launches the app when samples of the type are saved or deleted, at most once per period; the app's observer queries are called, and must call their completion handler.",
    sources: [
      deliveryPage,
      .page(
        "Executing observer queries", by: "Apple",
        at: "https://developer.apple.com/documentation/healthkit/executing-observer-queries"),
    ],
    details: [
      .init(
        .documented,
        "If the completion handler is not called, the system tries again, later and later, and after the third failure it stops.",
        [deliveryPage]),
      .init(
        .documented,
        "Steps are delivered once in an hour at most, on an iPhone. On a watch that holds for most types; events such as highHeartRateEvent are delivered at once.",
        [deliveryPage]),
      .init(
        .documented,
        "From iOS 15 and watchOS 8 on the app needs the entitlement com.apple.developer.healthkit.background-delivery; without it the call fails with 4.",
        [
          .page(
            "HealthKit Background Delivery Entitlement", by: "Apple",
            at:
              "https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.developer.healthkit.background-delivery"
          ), .thread("CardinalKit/CardinalKit", 87),
        ]),
      .init(
        .reported,
        "An observer query that is executed too late after a launch, by a script engine for instance, receives nothing.",
        [.thread("kingstinct/react-native-healthkit", 341)]),
      .init(
        .reported,
        "The handler of an observer query is also called once when it is executed, though nothing has changed.",
        [
          .page(
            "HealthKit changes observing", by: "dmtopolog",
            at: "https://dmtopolog.com/healthkit-changes-observing/")
        ]),
      .init(
        .reported, "The subscription outlives a reboot.",
        [
          .page(
            "Apple Health Data Syncing", by: "Validic",
            at:
              "https://validic.atlassian.net/wiki/spaces/VCS/pages/1647050775/Apple+Health+Data+Syncing"
          )
        ]),
      .init(
        .assumed,
        "A wake lasts 15 s. The second delivery of an update that was not completed comes 5 minutes later, and the third 10 minutes after that."
      ),
    ],
    simulated:
      "A scenario adds samples: `phone.health.add(\"HKQuantityTypeIdentifierBodyMass\", 70_000)`. An app that is suspended or was ended by the system gets up to 15 s. An update that is not completed is a finding.",
    difference:
      "HKAnchoredObjectQuery and predicates have no part in it: an observer is called for each change of its type."
  )

  public static let hk3 = PlatformRule(
    "HK3", .health, .documented, versions: "all versions",
    "Ten minutes after the device was locked, health data cannot be read until it is unlocked; an app can save, and its samples are stored at the unlock.",
    sources: [
      privacyPage,
      .page(
        "Protecting access to user's health data", by: "Apple",
        at: "https://support.apple.com/guide/security/sec88be9900f/web"),
    ],
    details: [
      .init(
        .documented,
        "A query then fails with errorDatabaseInaccessible (6): Protected health data is inaccessible.",
        [.page("HKDefines.h", by: "Apple"), .thread("kingstinct/react-native-healthkit", 35)]),
      .init(
        .reported, "Observers are not called while the device is locked, but after the unlock.",
        [
          .page(
            "HealthKit background delivery", by: "developers",
            at: "https://developer.apple.com/forums/thread/730202")
        ]),
    ],
    simulated:
      "The same holds between a boot and the first unlock. Changes of that time are delivered at the unlock. It needs `phone.hasPasscode`.",
    difference: "Some developers report wakes on a locked device, whose queries fail with 6.")

  public static let hk4 = PlatformRule(
    "HK4", .health, .documented, versions: "all versions",
    "Before the app has asked for a type, reading and saving fail with 5. If the user refuses, saving fails with 4, and reading finds only what the app has saved itself, without an error.",
    sources: [authorizingPage],
    details: [
      .init(
        .documented,
        "Several objects are saved all or none, and an identifier only once. An app can delete only what it has saved.",
        [storeHeader]),
      .init(
        .documented,
        "The handlers of queries run on a background queue. A query can be executed once; the second time raises an exception.",
        [storeHeader]),
      .init(
        .documented,
        "An anchored query gives what was saved and deleted since its anchor; with an update handler it goes on.",
        [.page("HKAnchoredObjectQuery.h", by: "Apple")]),
      .init(
        .documented,
        "From iOS 14 and watchOS 7 on, statistics without samples fail with errorNoData (11).",
        [.page("HKDefines.h", by: "Apple")]),
    ],
    simulated:
      "Samples of the scenario, of the device's apps and the workouts of builders are kept, with numbers, texts and dates as metadata.",
    difference:
      "An iPhone and its watch have separate data. Statistics do not merge overlapping samples of several sources. Deleted samples are remembered for ever."
  )

  public static let wk2 = PlatformRule(
    "WK2", .watch, .documented,
    versions: "watchOS 3 and later; the start in the foreground from watchOS 10 on",
    "An app with an active HKWorkoutSession and the background mode workout-processing runs for the whole session, also while the wrist is down or another app is in front.",
    sources: [workoutPage, workoutHeader],
    details: [
      .init(
        .documented,
        "A watch runs one workout session at a time: if any app starts a second one, the first session ends with errorAnotherWorkoutSessionStarted (code 8).",
        [.page("HKError.Code.errorAnotherWorkoutSessionStarted", by: "Apple")]),
      .init(
        .documented,
        "HKWorkoutSessionState has the values 1 notStarted, 2 running, 3 ended, 4 paused, 5 prepared and 6 stopped.",
        [workoutHeader]),
      .init(
        .documented,
        "The states prepared and stopped still count as session mode. The state ended leaves session mode.",
        [workoutHeader]),
      .init(
        .documented,
        "From watchOS 10 on a session that is prepared or started in the background fails with errorBackgroundWorkoutSessionNotAllowed (code 14).",
        [.page("HKDefines.h (watchOS 10 SDK)", by: "Apple")]),
      .init(
        .documented,
        "From watchOS 5 on, after a crash during a workout the system calls handleActiveWorkoutRecovery at the next launch.",
        [.page("WKApplication.h", by: "Apple")]),
      .init(
        .assumed,
        "The app is launched 2 s after a crash. The third launch in a row in which the app does not recover the session is the last one. startWatchApp of the iPhone gives the watch app 30 s of run time."
      ),
    ],
    simulated:
      "A session needs the permission to share workouts (otherwise error 4 or 5) and gives run time from prepare or start until its end. Without workout-processing in WKBackgroundModes it gives no run time, and a finding says so. From watchOS 10 on it must begin in the foreground (otherwise error 14) or after `startWatchApp` of the iPhone. A second session of any app ends the first one with error 8. After a crash, a kill or jetsam the app is launched again and receives `handleActiveWorkoutRecovery`. A force-quit, a reboot, an empty battery or the deletion of the app ends the session.",
    difference:
      "A real watch is not always in reach of `startWatchApp`. On real devices the health permissions of the iPhone also count for its watch."
  )

  public static let wk3 = PlatformRule(
    "WK3", .watch, .measured, versions: "measured on watchOS 9 and 10",
    "A workout session that is paused immediately after its start still gives the app run time in the background.",
    sources: [.article(.s4)],
    details: [
      .init(.measured, "The paused session earns no credit in the Activity app."),
      .init(
        .reported,
        "The app of article S4 has to record for up to 12 hours; the article does not report the length of a run.",
        [.article(.s4)]),
      .init(
        .documented,
        "Apple does not document this: the header names session mode only for the states prepared, running and stopped.",
        [workoutHeader]),
      .init(
        .assumed,
        "A paused session has no time limit (option `watch.pausedWorkoutLimit`). Whether the CPU limit of WK6 also holds for a paused session is unknown."
      ),
    ],
    simulated:
      "A paused session gives the same run time as a running one. At its end the whole minutes in which it ran are credited as exercise; paused time is not credited.",
    difference: "The time limit is unknown.")

  public static let wk4 = PlatformRule(
    "WK4", .watch, .documented, versions: "all versions",
    "The system calls the delegate of a workout session on an anonymous serial queue; if the app was suspended, the call comes late but carries the date of the event.",
    sources: [workoutHeader],
    simulated:
      "Delegate methods are called on a serial queue of the session. A suspended app receives them when it runs again, with the original date.",
    difference:
      "Calls on a simulated session, such as pause(), take effect immediately and in their order. On a real watch they take some time."
  )
}
