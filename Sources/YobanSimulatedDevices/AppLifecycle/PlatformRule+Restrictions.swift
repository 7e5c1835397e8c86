import YobanPlatformProfiles

/// Limits by the user and the settings: L16 to L20.
extension PlatformRule {
  public static let l16 = PlatformRule(
    "L16", .lifecycle, .documented, versions: "all versions",
    "After the user has swiped an app away in the app switcher (force-quit), the system in most cases does not launch it in background until the user opens it or restarts the device.",
    sources: [LifecycleSource.guideBackground],
    details: [
      .init(
        .documented,
        "Core Bluetooth restoration does not relaunch the app.",
        [LifecycleSource.restorationNote]),
      .init(
        .documented,
        "From iOS 26 on Core Bluetooth does relaunch the app if its accessory was set up with AccessorySetupKit.",
        [LifecycleSource.forumAnswer(806013)]),
      .init(
        .documented,
        "Conflict: the note on AccessorySetupKit in TN3115 reads like a restriction; an Apple engineer says that the note only adds cases in which the app is relaunched. What TN3115 says on Control Center and Airplane mode changed between 2022 and 2025.",
        [LifecycleSource.restorationNote, LifecycleSource.forumAnswer(806013)]),
      .init(
        .measured,
        "On iOS 7.1 a beacon region relaunched an app after a force-quit.", [.article(.s3)]),
      .init(
        .documented,
        "Regions, significant location changes and visits relaunch an app that has Always authorization.",
        [
          LifecycleSource.header("CLLocationManager.h"),
          .page("requestAlwaysAuthorization()", by: "Apple"),
        ]),
      .init(
        .reported,
        "Conflict: two authors of location libraries write that visits do not relaunch an app after a force-quit.",
        [.thread("sobri909/LocoKit", 12), .thread("benbahrenburg/Ti.GeoVisits", 2)]),
      .init(
        .documented,
        "The older guide says that location apps are relaunched after a force-quit from iOS 8 on.",
        [LifecycleSource.guideBackground]),
      .init(
        .reported,
        "Conflict: a question of 2025 assumes that a force-quit also ends launches for regions. The simulator follows CLLocationManager.h and article S3.",
        [LifecycleSource.forumThread(815618)]),
      .init(
        .reported,
        "Conflict: on iOS 26.4.2 a developer saw no launch for regions or significant changes after a force-quit, while the same code was launched on iOS 18.",
        [LifecycleSource.forumThread(826964)]),
      .init(
        .documented,
        "Standard location updates do not relaunch the app; their session ends with the process.",
        [LifecycleSource.header("CLLocationManager.h")]),
      .init(
        .documented,
        "An Apple engineer answers in general that an app cannot be resumed in background after a force-quit.",
        [LifecycleSource.forumAnswer(685525)]),
      .init(
        .reported,
        "BGAppRefreshTask and performFetch do not run until the user opens the app.",
        [
          .page(
            "Force-quit caveat (iOS)", by: "happycodelucky/backgrounder",
            at: "https://happycodelucky.github.io/backgrounder/platforms/force-quit/")
        ]),
      .init(
        .documented,
        "A BGProcessingTask may still run; an Apple engineer calls this intentional (iOS 18.3 to 18.5).",
        [LifecycleSource.forumAnswer(793189)]),
      .init(
        .reported,
        "Such a processing task seemed to get less run time and network access.",
        [LifecycleSource.forumThread(793189)]),
      .init(
        .documented,
        "A silent push does not launch the app until the user opens it or restarts the device. We read this page only as a quotation in public source code.",
        [
          .page(
            "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)", by: "Apple",
            at:
              "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/1623013-application"
          )
        ]),
      .init(
        .documented,
        "The tasks of a background URLSession are cancelled with NSURLErrorCancelled (-999) and the reason 0.",
        [LifecycleSource.header("NSURLError.h"), LifecycleSource.forumAnswer(14855)]),
      .init(
        .reported, "Some transfers continued after a force-quit.",
        [LifecycleSource.forumThread(740564)]),
      .init(
        .documented,
        "WatchConnectivity queues what the watch sends and launches the iPhone app for it.",
        [LifecycleSource.header("WCSession.h")]),
      .init(
        .measured,
        "Conflict: files from a watch were lost without an error. The simulator supports both behaviors; by default the files are lost, as in article S4 (WC5).",
        [.article(.s4)]),
      .init(
        .reported,
        "Local notifications and widgets are not affected. Many developers say so; we have no source."
      ),
      .init(.assumed, "A processing task after a force-quit runs only while charging, for 60 s."),
    ],
    simulated:
      "After a force-quit no refresh task, fetch, push or Bluetooth event launches the app until the user opens it or the device restarts, and findings report what is lost; on iOS 26 an app that uses AccessorySetupKit is relaunched. Regions, significant changes, visits and monitor conditions relaunch it, standard updates do not. Processing tasks run on a charger for 60 s. Transfers are cancelled with reason 0, launch nothing and are reported to the app at its next launch.",
    difference:
      "On a real device some transfers may continue. That regions relaunch the app on iOS 26 is in doubt."
  )

  public static let l17 = PlatformRule(
    "L17", .lifecycle, .documented, versions: "all versions",
    "After a reboot the system can launch an app in background for a pending Bluetooth connection or a monitored region before the user opens it.",
    sources: [
      .page(
        "QA1962: Conditions Under Which Bluetooth State Restoration Will Relaunch An App",
        by: "Apple",
        at: "https://developer.apple.com/library/content/qa/qa1962/_index.html"),
      LifecycleSource.restorationNote, .article(.s3),
    ],
    details: [
      .init(
        .measured,
        "Regions survive the reboot and work again about 3 minutes after it (iOS 7.1, BC11).",
        [.article(.s3)]),
      .init(
        .reported,
        "On iOS 5 a developer also saw the launch for a region about 3 minutes after the boot.",
        [
          .page(
            "iOS Region Monitoring after iPhone Restart", by: "Twocanoes",
            at: "https://twocanoes.com/ios-region-monitoring-after-iphone-restart/")
        ]),
      .init(
        .documented,
        "Conflict: Apple's article on regions says that monitoring lasts until the reboot, and the text on CLMonitor says that it works after the first unlock. The simulator follows article S3 for CLLocationManager and waits for the unlock for CLMonitor.",
        [.page("Monitoring the user's proximity to geographic regions", by: "Apple")]),
      .init(
        .documented,
        "Bluetooth restoration works after a reboot from iOS 11 on, and not on iOS 10 and older. With a passcode it works only after the first unlock.",
        [LifecycleSource.restorationNote]),
      .init(
        .documented,
        "Protected files cannot be read before the first unlock."),
      .init(
        .documented,
        "With a passcode the system launches no app in background before the first unlock.",
        [LifecycleSource.guideBackground]),
      .init(
        .assumed,
        "Refresh tasks, fetches, processing tasks and pushes wait for the first unlock."),
      .init(
        .reported,
        "Conflict: with a Live Activity that was active at the reboot, developers saw their app started before the first unlock.",
        [.page("Prewarming and Live Activities before the first unlock", by: "Framna")]),
    ],
    simulated:
      "Regions (3 min after the reboot, BC11), significant changes and visits do not require the first unlock. Bluetooth restoration works from iOS 11 on, with a passcode after the first unlock. Monitors and all jobs wait for the first unlock, and protected files cannot be read until then (DP1). Transfers start again after the boot. Opening an app counts as unlocking the device.",
    difference:
      "Regions do not wait for the first unlock, although Apple's guide says that no app is launched before it."
  )

  public static let l18 = PlatformRule(
    "L18", .lifecycle, .documented, versions: "iOS 7 and later",
    "While Background App Refresh is off for the device or the app, the system does not launch or resume the app in background for significant location changes, remote notifications or fetches.",
    sources: [LifecycleSource.header("UIApplication.h")],
    details: [
      .init(.documented, "backgroundRefreshStatus is denied."),
      .init(
        .documented, "BGTaskScheduler.submit fails with code 1 (unavailable).",
        [LifecycleSource.header("BGTaskScheduler.h")]),
      .init(
        .documented,
        "Apple's older guide says that the app may use no location service in background, and that it receives no significant changes and no region events even in foreground. We read this page only as a quotation in public source code.",
        [
          .page(
            "Location and Maps Programming Guide, Getting the User's Location", by: "Apple",
            at:
              "https://developer.apple.com/library/archive/documentation/UserExperience/Conceptual/LocationAwarenessPG/CoreLocation/CoreLocation.html"
          )
        ]),
      .init(
        .reported,
        "Conflict: another text of Apple is quoted as saying that the user must open the app to resume the delivery of location events. The simulator follows this text.",
        [
          .page(
            "README of GeoMonitor", by: "SkedGo", at: "https://github.com/skedgo/GeoMonitor")
        ]),
      .init(
        .assumed,
        "Bluetooth events wake and launch the app all the same, because TN3115 does not list this setting."
      ),
      .init(
        .assumed,
        "Processing tasks do not run. When the setting is turned off, background transfers are cancelled with reason 1 if the app is not in foreground."
      ),
      .init(
        .reported,
        "Conflict: on iOS 7 an app with the setting off received monitoringDidFailFor with the error regionMonitoringDenied.",
        [.thread("lionheart/openradar-mirror", 12678)]),
    ],
    simulated:
      "The status is denied and submit fails with 1. Nothing launches or resumes the app for refresh tasks, processing tasks, fetches, pushes and transfers, and its transfers are cancelled with reason 1. Location events neither launch nor resume the app; they wait until it is in foreground. Bluetooth is not affected, unless the option bluetooth.refreshOffStopsWakes is set; then its events wait for the foreground, too.",
    difference:
      "Apple's older guide says that region events do not arrive even in foreground. In the simulation a delayed event is delivered only in the foreground, even if the setting is turned on again earlier; what a device does is unknown."
  )

  public static let l19 = PlatformRule(
    "L19", .lifecycle, .documented, versions: "iOS 9 and later",
    "In Low Power Mode the system may pause discretionary and background activities, including networking.",
    sources: [
      .page(
        "Energy Efficiency Guide for iOS Apps, React to Low Power Mode on iPhones", by: "Apple",
        at:
          "https://developer.apple.com/library/archive/documentation/Performance/Conceptual/EnergyGuide-iOS/LowPowerMode.html"
      )
    ],
    details: [
      .init(
        .documented,
        "Background App Refresh is off in Low Power Mode, and the time for background tasks is reduced. The page does not say by how much.",
        [
          .page(
            "backgroundRefreshStatus", by: "Apple",
            at:
              "https://developer.apple.com/documentation/uikit/uiapplication/backgroundrefreshstatus"
          )
        ]),
      .init(
        .reported,
        "Discretionary transfers pause, and pushes arrive later. Apple's support page on Low Power Mode is said to state this; it was not read.",
        [.page("support page on Low Power Mode", by: "Apple")]),
      .init(
        .reported,
        "Work in foreground, running location sessions and Bluetooth connections continue. Many developers say so; we have no source."
      ),
      .init(.assumed, "The rate of Bluetooth scans in background does not change."),
      .init(.assumed, "Silent pushes wait until the mode ends."),
    ],
    simulated:
      "In Low Power Mode no refresh task, fetch or processing task runs, silent pushes wait, and discretionary transfers pause. Location and Bluetooth do not change; with the option bluetooth.lowPowerScanFactor background scans take that many times as long. A suspended app is notified of the mode when it runs again.",
    difference:
      "How a real device delays pushes and scans, and by how much it shortens background tasks, is unknown: here they keep their budget. A background scan that has begun keeps its rate when the mode changes."
  )

  public static let l20 = PlatformRule(
    "L20", .lifecycle, .reported, versions: "iOS 6 and later",
    "When the user changes a privacy permission of a running app in Settings, the system ends the app without a callback.",
    sources: [
      .thread("lionheart/openradar-mirror", 3370), .thread("delba/Permission", 30),
      .thread("RestComm/restcomm-ios-sdk", 398),
    ],
    details: [
      .init(
        .reported,
        "The log of a device says: Quitting application in response to privacy settings change.",
        [.thread("delba/Permission", 30)]),
      .init(
        .reported,
        "It happens for contacts, photos, the camera and the microphone, whether the permission is given or withdrawn, and not for notifications.",
        [
          .thread("sparrowcode/PermissionsKit", 125), .thread("RestComm/restcomm-ios-sdk", 398),
          .thread("heardrwt/RHAddressBook", 20),
        ]),
      .init(
        .reported,
        "A session of Apple about privacy in iOS 6 is said to state that the expiration handlers of background tasks are called first. The session was not read.",
        [.thread("morenoh149/react-native-contacts", 9)]),
      .init(
        .reported,
        "Bluetooth and Motion & Fitness are as the microphone, and location is as notifications.",
        [
          .thread("dariuszseweryn/flutter_reactive_ble", 286),
          .thread("lionheart/openradar-mirror", 17172), .thread("e-mission/e-mission-docs", 680),
        ]),
      .init(.assumed, "Health is as notifications: its framework tells a running app about it."),
    ],
    simulated:
      "AppleDevice.withdraw(_:from:) and giveBack(_:to:) end the app for Bluetooth, motion and the microphone. For location, notifications and Health the app goes on running. No handler is called before.",
    difference:
      "setAuthorization of a service changes a permission without this end, as an answer in a dialog does. On a real device the system may launch an app again in the background."
  )
}
