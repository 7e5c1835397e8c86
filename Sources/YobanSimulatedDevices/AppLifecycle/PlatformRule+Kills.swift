import YobanPlatformProfiles

/// Terminations by the system, and what a crash leaves: L8 to L11 and L21.
extension PlatformRule {
  public static let l8 = PlatformRule(
    "L8", .lifecycle, .documented, versions: "all versions",
    "When memory is short (jetsam), the system terminates suspended apps first, and a suspended app receives no callback.",
    sources: [
      .page("Reducing terminations in your app", by: "Apple"), LifecycleSource.restorationNote,
      LifecycleSource.guideLifeCycle,
    ],
    details: [
      .init(.documented, "The app's own log contains no trace of the termination."),
      .init(
        .documented,
        "The app keeps every right to be launched again: Bluetooth restoration, regions, background URLSession and BGTaskScheduler."
      ),
      .init(
        .documented, "The system does not call applicationWillTerminate when the device reboots.",
        [LifecycleSource.guideLifeCycle]),
      .init(
        .assumed,
        "After the suspended apps come those that run in background, and the app in foreground is terminated last."
      ),
    ],
    simulated:
      "Memory pressure first calls applicationDidReceiveMemoryWarning in every app that runs. Then it removes suspended apps, then apps in background, and the app in foreground last, all without a callback. Rights to be launched again are kept. A call on an object of a process that has ended does nothing and reports the finding process.dead-object.",
    difference: "Memory pressure occurs only when a test requests it.")

  public static let l9 = PlatformRule(
    "L9", .lifecycle, .documented, versions: "all versions",
    "If a launch in foreground takes longer than about 20 seconds of wall-clock time, the watchdog terminates the process with 0x8badf00d.",
    sources: [
      .page(
        "Addressing watchdog terminations", by: "Apple",
        at: "https://developer.apple.com/documentation/xcode/addressing-watchdog-terminations")
    ],
    details: [
      .init(
        .reported,
        "Crash reports name the watchdog events scene-create and process-launch with allowances of 19.97 s and 20.00 s. The word scene in scene-create has nothing to do with UIScene.",
        [Self.ateBadFood]),
      .init(
        .reported,
        "An app that was launched in background was killed with a CPU allowance of 3.77 s for scene-create.",
        [LifecycleSource.forumThread(104020)]),
      .init(
        .reported,
        "Older published limits are 10 s for the return to foreground, 10 s for the suspension and 6 s for the termination. No page of Apple with these numbers was read.",
        [Self.ateBadFood]),
      .init(
        .reported, "Kill reports of a termination show an allowance of 5 s.",
        [.thread("granoff/Lockbox", 63), LifecycleSource.forumThread(782051)]),
      .init(
        .reported, "A kill report of 2010 shows an allowance of 10 s for the suspension.",
        [LifecycleSource.s21g]),
      .init(
        .documented,
        "Apple wrote in 2010 that the times of the watchdog are not formally documented.",
        [
          .page(
            "QA1693: Synchronous Networking On The Main Thread", by: "Apple",
            at: "https://developer.apple.com/library/archive/qa/qa1693/_index.html")
        ]),
      .init(
        .documented,
        "applicationWillTerminate has about 5 s, after which the system may terminate the process.",
        [LifecycleSource.willTerminate]),
    ],
    simulated:
      "A launch may take 20 s of wall-clock time, a return to foreground 10 s, didEnterBackground 5 s (L6) and applicationWillTerminate 5 s; then the process is killed with 0x8badf00d. The time before the first callback of a launch counts, too.",
    difference:
      "A launch in background has the same 20 s and no CPU allowance of its own.")

  public static let l10 = PlatformRule(
    "L10", .lifecycle, .documented, versions: "all versions",
    "When the system kills a process, the termination code in the crash report, if there is one, names the reason.",
    sources: [LifecycleSource.sigkill],
    details: [
      .init(
        .documented,
        "0x8badf00d means that the watchdog ended the process (L9)."),
      .init(
        .documented,
        "0xdead10cc means that the app held a lock on a file or an SQLite database when it was suspended."
      ),
      .init(
        .reported,
        "A database in an App Group that is open in the mode of the write-ahead log ends no app while nothing is written: SQLite holds shared locks then, and GRDB therefore refuses only statements that write before a suspension.",
        [LifecycleSource.sharedDatabases, LifecycleSource.databaseInGroup]),
      .init(
        .documented,
        "0x2182bad2 means that a background task ran too long, 0x2182bad3 that a background URL session did, and 0x2182bad4 that a background fetch did."
      ),
      .init(
        .documented,
        "0xbaadca11 means that the app did not report a call to CallKit after a VoIP push. 0xbad22222 means that a VoIP app was resumed too often."
      ),
      .init(
        .documented,
        "0xd00d2bad means abuse of resources, 0xc00010ff heat, and 0xbaddd15c that the system had to purge caches."
      ),
      .init(
        .documented,
        "On watchOS 0xc51bad01 means too much CPU time, 0xc51bad02 too much time, and 0xc51bad03 too much time while the system was busy."
      ),
    ],
    simulated:
      "Every kill has its code. Overruns of background tasks, sessions and fetches, the watchdog and the CPU monitor kill by themselves. A process that is suspended while it holds a lock of flock or fcntl, such as SQLite's, on a file in the container of an App Group is killed with 0xdead10cc; shared locks on a database with a write-ahead log and on its index do not count. The other codes occur when a test requests them.",
    difference:
      "Locks of fcntl do not keep two apps from each other, because both run in one process of the host; those of flock do."
  )

  public static let l11 = PlatformRule(
    "L11", .lifecycle, .reported, versions: "reports of iOS 12 to 26",
    "The system kills an app in background whose CPU use exceeds 80 % on average over 60 seconds.",
    sources: [LifecycleSource.forumThread(675166), LifecycleSource.forumThread(123975)],
    details: [
      .init(
        .documented,
        "The CPU monitor terminates apps that use too much CPU time in background. Apple gives no number.",
        [LifecycleSource.session707]),
      .init(
        .reported,
        "48 s of CPU time within the 60 s are enough. One report was written after 50 s."),
      .init(
        .reported,
        "A report of 50 % over 180 s appears for apps in foreground and usually does not kill the app."
      ),
      .init(
        .documented,
        "While a BGProcessingTask runs that requires external power, the CPU monitor is off.",
        [LifecycleSource.header("BGTaskRequest.h"), LifecycleSource.session707]),
      .init(
        .reported, "One developer reports that the monitor killed such a task all the same.",
        [LifecycleSource.forumThread(675166)]),
      .init(
        .reported,
        "Apps with calls were ended by lower limits: 15 % over 60 s, and 9 s of processor time within 15 s.",
        [
          LifecycleSource.forumThread(700124),
          .thread("react-native-webrtc/react-native-webrtc", 998),
        ]),
    ],
    simulated:
      "An app in background whose average load exceeds 80 % of one core over 60 s is killed. While a processing task with external power runs, the load does not count.",
    difference:
      "Simulated code uses no CPU time by itself: the scenario sets the load (AppProcess.processorLoad). The report of 50 % over 180 s does not exist."
  )

  public static let l22 = PlatformRule(
    "L22", .lifecycle, .documented, versions: "iOS 27 and later",
    "An app that was built with the SDK of iOS 27 and does not use scenes does not launch.",
    sources: [
      .page(
        "TN3187: Migrating to the UIKit scene-based life cycle", by: "Apple",
        at:
          "https://developer.apple.com/documentation/technotes/tn3187-migrating-to-the-uikit-scene-based-life-cycle"
      ),
      .page(
        "Transitioning to the UIKit scene-based life cycle", by: "Apple",
        at:
          "https://developer.apple.com/documentation/uikit/transitioning-to-the-uikit-scene-based-life-cycle"
      ),
    ],
    details: [
      .init(
        .documented,
        "From iOS 18.4 on a line in the log warns an app without scenes. An app that was built with an earlier SDK still launches on iOS 27."
      ),
      .init(
        .reported,
        "The crash report says: Application failed to launch: UIScene life cycle is required for apps built with this SDK.",
        [.thread("flutter/flutter", 187758)]),
    ],
    simulated:
      "The SDK is that of DTSDKName in Info.plist, which Xcode writes when it builds the app, such as iphoneos27.0. With the SDK of iOS 27 an app without UIApplicationSceneManifest ends when it is launched; without the key, or with an earlier SDK, it runs, and a finding (advice) says so."
  )

  public static let l21 = PlatformRule(
    "L21", .lifecycle, .reported, versions: "all versions",
    "A crash changes nothing of what the app has stored, so that an app that crashes because of a stored value crashes in each launch.",
    sources: [.thread("LoopKit/Loop", 2057)],
    simulated:
      "Files, UserDefaults and the keychain stay as they are when a process ends. Two launches in a row that end with the same crash of the app's own code are a finding.",
    difference:
      "The crash report of a device has more than the reason: whether two crashes are the same is judged by that alone."
  )

  public static let l23 = PlatformRule(
    "L23", .lifecycle, .documented, versions: "iOS 8 and later",
    "An app extension has a process and a container of its own, which the system launches and ends apart from those of its app; they share files by an App Group only.",
    sources: [
      .page(
        "Understand How an App Extension Works", by: "Apple",
        at:
          "https://developer.apple.com/library/archive/documentation/General/Conceptual/ExtensibilityPG/ExtensionOverview.html"
      ),
      .page(
        "Handling Common Scenarios", by: "Apple",
        at:
          "https://developer.apple.com/library/archive/documentation/General/Conceptual/ExtensibilityPG/ExtensionScenarios.html"
      ),
    ],
    simulated:
      "As stated. An extension has no delegate and receives no callbacks of a life cycle; a force-quit of the app does not end it (assumed). Updates and the deletion of the app include it.",
    difference:
      "Extensions of widgets and for location pushes exist here. The latter has the permission for location of its app (LOC12); otherwise services see an extension as an app of its own, without the permissions of its app."
  )

  private static let ateBadFood = RuleSource.page(
    "0x8badf00d ate bad food", by: "geek-is-stupid",
    at: "https://geek-is-stupid.github.io/2018-10-15-0x8badf00d-ate-bad-food/")
}
