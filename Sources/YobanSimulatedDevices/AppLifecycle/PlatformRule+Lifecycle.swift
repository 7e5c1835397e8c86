import YobanPlatformProfiles

extension [PlatformRule] {
  package static let lifecycle: Self = [
    .l1, .l2, .l3, .l4, .l5, .l6, .l7, .l8, .l9, .l10, .l11, .l12, .l13, .l14, .l15, .l16, .l17,
    .l18, .l19, .l20, .l21, .l22, .l23,
  ]
}

/// The transitions: L1 to L7. L8 to L11 and L21 to L23 are in `PlatformRule+Kills.swift`, L12 to L15 in
/// `PlatformRule+Launches.swift`, L16 to L20 in `PlatformRule+Restrictions.swift`.
extension PlatformRule {
  public static let l1 = PlatformRule(
    "L1", .lifecycle, .measured, versions: "iOS 13 and later, measured on iOS 15.1",
    "When the user opens an app with scenes that has no process, the app receives didFinishLaunching, viewDidLoad, sceneWillEnterForeground and sceneDidBecomeActive in this order.",
    sources: [.article(.s0)],
    details: [
      .init(
        .measured,
        "applicationState is background inside didFinishLaunching, viewDidLoad and sceneWillEnterForeground, and it is still inactive inside sceneDidBecomeActive."
      ),
      .init(
        .measured,
        "The first centralManagerDidUpdateState (poweredOn) arrives later, as a separate event of the main queue, and applicationState is active inside it."
      ),
      .init(
        .documented,
        "scene(_:willConnectTo:options:) is called between didFinishLaunching and viewDidLoad.",
        [LifecycleSource.launchSequence]),
      .init(
        .assumed, "applicationState is background inside scene(_:willConnectTo:options:)."),
    ],
    simulated:
      "The app receives the same callbacks in the same order and reads the measured states inside them. The app becomes active when sceneDidBecomeActive has returned."
  )

  public static let l2 = PlatformRule(
    "L2", .lifecycle, .measured, versions: "iOS 13 and later, measured on iOS 15.1",
    "When the user leaves an app with scenes, the app receives sceneWillResignActive while applicationState is active, and then sceneDidEnterBackground while applicationState is background.",
    sources: [.article(.s0)],
    simulated:
      "The app receives these two callbacks with these states when the user goes to the Home screen, opens another app or locks the device."
  )

  public static let l3 = PlatformRule(
    "L3", .lifecycle, .measured, versions: "iOS 13 and later, measured on iOS 15.1",
    "When the user opens an app with scenes whose process still exists, the app receives sceneWillEnterForeground while applicationState is background, and then sceneDidBecomeActive while applicationState is inactive.",
    sources: [.article(.s0)],
    details: [
      .init(
        .measured,
        "The two callbacks are the same whether the process was running in background or was suspended."
      ),
      .init(
        .assumed,
        "If the system launched the process in background and it has no scene yet, scene(_:willConnectTo:options:) comes first."
      ),
    ],
    simulated:
      "The app receives these two callbacks with these states. An app that was launched in background and has no scene receives scene(_:willConnectTo:options:) before them."
  )

  public static let l4 = PlatformRule(
    "L4", .lifecycle, .measured, versions: "iOS 13 and later, measured on iOS 15.1",
    "When the user swipes an active app with scenes away in the app switcher, the app receives sceneWillResignActive, sceneDidDisconnect and applicationWillTerminate, and then its process ends.",
    sources: [.article(.s0)],
    details: [
      .init(
        .measured,
        "applicationState is active inside sceneWillResignActive and background inside the other two. The log contains no sceneDidEnterBackground."
      ),
      .init(
        .reported,
        "If the user swipes very fast while other cards are visible, sceneWillEnterForeground and sceneDidEnterBackground of a second scene object follow after the disconnection.",
        [.page("forum profile post by mmatiush", by: "Apple Developer Forums")]),
      .init(
        .documented,
        "A suspended app that is swiped away receives no callback: applicationWillTerminate is called only for an app that is running.",
        [LifecycleSource.willTerminate, LifecycleSource.guideLifeCycle]),
      .init(
        .documented,
        "Conflict: the same guide, written before scenes, says that swiping an app away kills the process without any notification. Article S0 measured three callbacks on iOS 15.1, and the simulator follows S0.",
        [LifecycleSource.guideLifeCycle]),
      .init(
        .documented, "applicationWillTerminate has about 5 s to return.",
        [LifecycleSource.willTerminate]),
      .init(
        .assumed,
        "An app that runs in background when it is swiped away receives sceneDidDisconnect and applicationWillTerminate."
      ),
      .init(
        .reported,
        "Conflict: an answer on Stack Overflow reports sceneDidEnterBackground and then applicationWillTerminate, without sceneDidDisconnect.",
        [.page("question 71570813", by: "Stack Overflow")]),
    ],
    simulated:
      "An active app receives the three callbacks with the measured states, an app that runs in background the last two, and a suspended app none. Then the process ends.",
    difference: "The second scene of a very fast swipe is not simulated.")

  public static let l5 = PlatformRule(
    "L5", .lifecycle, .documented,
    versions: "apps without a scene manifest; with the SDK of iOS 27 see L22",
    "UIKit calls the foreground and background methods of the app delegate, such as applicationDidEnterBackground, only in an app without a scene manifest.",
    sources: [LifecycleSource.didEnterBackground],
    details: [
      .init(
        .documented,
        "UIKit posts didEnterBackgroundNotification whether or not the app uses scenes."),
      .init(
        .reported,
        "In an app with a scene manifest UIKit does not call applicationDidBecomeActive, applicationWillResignActive, applicationDidEnterBackground and applicationWillEnterForeground. It posts the four notifications and calls willFinishLaunching and didFinishLaunching.",
        [
          .page("How to work with SceneDelegate in iOS 12", by: "onmyway133")
        ]),
      .init(
        .reported,
        "Order without a scene manifest. Launch: didFinishLaunching, applicationDidBecomeActive. Leaving: applicationWillResignActive, applicationDidEnterBackground. Return: applicationWillEnterForeground, applicationDidBecomeActive.",
        [LifecycleSource.radiusTimes]),
      .init(
        .reported,
        "If the user swipes a running app without a scene manifest away, it receives applicationWillResignActive, applicationDidEnterBackground and applicationWillTerminate.",
        [LifecycleSource.radiusTimes]),
      .init(
        .documented,
        "applicationWillResignActive is called when the app is about to become inactive, so the state is still active. applicationWillEnterForeground is called during the way from background, so the state is background.",
        [
          .page(
            "Metal_NBody_Simulation sample, AppDelegate.m", by: "Apple",
            at:
              "https://developer.apple.com/library/ios/samplecode/Metal_NBody_Simulation/Listings/Sources_App_AppDelegate_m.html"
          )
        ]),
      .init(
        .documented,
        "An app that is launched directly into background enters the state background instead of inactive.",
        [LifecycleSource.guideLifeCycle]),
      .init(
        .reported,
        "applicationState is active inside applicationDidBecomeActive and background inside applicationDidEnterBackground.",
        [LifecycleSource.radiusTimes]),
      .init(
        .documented,
        "applicationState is inactive inside didFinishLaunching of a launch in foreground.",
        [
          .page(
            "applicationState", by: "Apple",
            at: "https://developer.apple.com/documentation/uikit/uiapplication/applicationstate")
        ]),
    ],
    simulated:
      "An app without UIApplicationSceneManifest in Info.plist receives these callbacks in this order, with these states. The delegate method is called before the notification is posted."
  )

  public static let l6 = PlatformRule(
    "L6", .lifecycle, .documented, versions: "all versions",
    "applicationDidEnterBackground must return within about 5 seconds.",
    sources: [LifecycleSource.extending, .article(.s2)],
    details: [
      .init(
        .documented,
        "If the method does not return in time, the app is terminated.",
        [LifecycleSource.didEnterBackground]),
      .init(
        .reported,
        "Kill reports show an allowance of 10 s, so a device may wait longer than the documented 5 s (L9).",
        [LifecycleSource.s21g, .thread("xbmc/Official-Kodi-Remote-iOS", 684)]),
    ],
    simulated:
      "The callbacks of the way into background may take 5 s of wall-clock time together; then the process is killed with 0x8badf00d. The option is lifecycle.enterBackgroundLimit."
  )

  public static let l7 = PlatformRule(
    "L7", .lifecycle, .measured, versions: "measured on iOS 15.1",
    "If an app holds no background task assertion, the system suspends it less than 1 second after didEnterBackground has returned.",
    sources: [.article(.s0)],
    details: [
      .init(
        .measured,
        "A loop that prints a number and then sleeps 1 s printed 0 immediately and nothing more. At the next wake it printed 1."
      ),
      .init(
        .measured,
        "Suspension freezes the threads and does not end them: they continue where they stopped. Sleeps and timers whose time has passed meanwhile end late."
      ),
      .init(
        .documented,
        "Apple gives no number: the system suspends the app shortly after the method returns.",
        [LifecycleSource.extending]),
      .init(
        .documented,
        "Conflict: an Apple engineer writes that an attached debugger prevents the suspension. Article S0 measured a suspension while it read the Xcode console, and the simulator follows S0.",
        [LifecycleSource.forumAnswer(796528), LifecycleSource.forumAnswer(14855)]),
      .init(.assumed, "It is between 0.1 s and 0.9 s, each value as likely as another."),
    ],
    simulated:
      "0.1 s to 0.9 s after didEnterBackground has returned, every thread of the app is frozen, unless something else gives the app run time. The option is lifecycle.graceAfterBackground.",
    difference: "There is no debugger that prevents a suspension.")
}

/// Pages that several life cycle rules use as a source.
package enum LifecycleSource {
  package static let launchSequence = RuleSource.page(
    "About the app launch sequence", by: "Apple",
    at: "https://developer.apple.com/documentation/uikit/about-the-app-launch-sequence")
  package static let didFinishLaunching = RuleSource.page(
    "application(_:didFinishLaunchingWithOptions:)", by: "Apple",
    at:
      "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:didfinishlaunchingwithoptions:)"
  )
  package static let didEnterBackground = RuleSource.page(
    "applicationDidEnterBackground(_:)", by: "Apple",
    at:
      "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/applicationdidenterbackground(_:)"
  )
  package static let willTerminate = RuleSource.page(
    "applicationWillTerminate(_:)", by: "Apple",
    at:
      "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/applicationwillterminate(_:)"
  )
  package static let sharedDatabases = RuleSource.page(
    "Sharing a Database, and Database.checkForSuspensionViolation", by: "GRDB.swift",
    at:
      "https://github.com/groue/GRDB.swift/blob/master/GRDB/Documentation.docc/DatabaseSharing.md")
  package static let databaseInGroup = RuleSource.page(
    "SQLite Databases in App Group Containers: Just Don't", by: "Ryan Ashcraft",
    at: "https://ryanashcraft.com/sqlite-databases-in-app-group-containers")
  package static let extending = RuleSource.page(
    "Extending your app's background execution time", by: "Apple",
    at:
      "https://developer.apple.com/documentation/uikit/extending-your-app-s-background-execution-time"
  )
  package static let guideLifeCycle = RuleSource.page(
    "App Programming Guide for iOS, The App Life Cycle", by: "Apple",
    at:
      "https://developer.apple.com/library/archive/documentation/iPhone/Conceptual/iPhoneOSProgrammingGuide/TheAppLifeCycle/TheAppLifeCycle.html"
  )
  package static let guideBackground = RuleSource.page(
    "App Programming Guide for iOS, Background Execution", by: "Apple",
    at:
      "https://developer.apple.com/library/archive/documentation/iPhone/Conceptual/iPhoneOSProgrammingGuide/BackgroundExecution/BackgroundExecution.html"
  )
  package static let sigkill = RuleSource.page(
    "EXC_CRASH (SIGKILL)", by: "Apple",
    at: "https://developer.apple.com/documentation/xcode/sigkill")
  package static let restorationNote = RuleSource.page(
    "TN3115: Bluetooth State Restoration app relaunch rules (2022 and 2025)", by: "Apple",
    at:
      "https://developer.apple.com/documentation/technotes/tn3115-bluetooth-state-restoration-app-relaunch-rules"
  )
  package static let performFetch = RuleSource.page(
    "application(_:performFetchWithCompletionHandler:)", by: "Apple",
    at:
      "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:performfetchwithcompletionhandler:)"
  )
  package static let backgroundPushes = RuleSource.page(
    "Pushing background updates to your App", by: "Apple",
    at:
      "https://developer.apple.com/documentation/usernotifications/pushing-background-updates-to-your-app"
  )
  package static let session707 = RuleSource.page(
    "WWDC 2019, session 707: Advances in App Background Execution", by: "Apple",
    at: "https://developer.apple.com/videos/play/wwdc2019/707")
  package static let s21g = RuleSource.page(
    "article 1859, on background tasks (2010)", by: "blog.s21g.com",
    at: "https://blog.s21g.com/articles/1859")
  package static let radiusTimes = RuleSource.page(
    "iOS 7.1 background detection times", by: "Radius Networks")

  /// A post or an answer of an Apple engineer in the developer forums.
  package static func forumAnswer(_ number: Int) -> RuleSource {
    .page(
      "forum answer \(number)", by: "Apple Developer Forums",
      at: "https://developer.apple.com/forums/thread/\(number)")
  }

  /// A question or a report of another developer in the developer forums.
  package static func forumThread(_ number: Int) -> RuleSource {
    .page(
      "forum thread \(number)", by: "Apple Developer Forums",
      at: "https://developer.apple.com/forums/thread/\(number)")
  }

  package static func header(_ name: String) -> RuleSource {
    .page("SDK header \(name) (iOS 16.5)", by: "Apple")
  }
}
