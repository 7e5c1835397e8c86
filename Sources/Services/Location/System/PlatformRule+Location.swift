import YobanPlatformProfiles

extension [PlatformRule] {
  package static let location: Self = [
    .loc1, .loc2, .loc3, .loc4, .loc5, .loc6, .loc7, .loc8, .loc9, .loc10, .loc11,
  ]
}

extension PlatformRule {
  public static let loc1 = PlatformRule(
    "LOC1", .location, .documented, versions: "iOS 9 and later",
    "Standard location updates that start in foreground keep the app running in background if it has the background mode location and allowsBackgroundLocationUpdates is true.",
    sources: [.locationManagerHeader, .allowsBackground],
    details: [
      .init(
        .documented,
        "allowsBackgroundLocationUpdates is false by default for apps linked against iOS 9 or later. Before iOS 9 the background mode is enough."
      ),
      .init(
        .documented, "Setting it to true without the background mode is a fatal error."),
      .init(
        .documented,
        "The process keeps running; it is not only resumed for each position.",
        [.allowsBackground]),
      .init(
        .documented,
        "While it is false, the app still receives positions as long as it runs with sufficient authorization, but it is suspended like any other app.",
        [.locationManagerHeader]),
      .init(
        .documented,
        "The system queues location updates for a suspended app and delivers them when the app runs again.",
        [.backgroundArticle]),
      .init(
        .assumed,
        "The first position comes after 0.5 s. Then one comes each second at an accuracy of 10 m or better, otherwise every 10 s. The best accuracy is 5 m."
      ),
    ],
    simulated:
      "From iOS 9 on updates keep an app running only with the background mode and allowsBackgroundLocationUpdates; before iOS 9 the background mode is enough.",
    difference:
      "A real device queues updates for a suspended app; in the simulation a suspended app misses them."
  )

  public static let loc2 = PlatformRule(
    "LOC2", .location, .documented, versions: "iOS 8 and later",
    "When In Use authorization is enough for location updates in background if they start while the app is in foreground.",
    sources: [.locationManagerHeader],
    details: [
      .init(
        .documented,
        "With When In Use authorization the system always shows the location indicator (a blue bar or pill) during such updates, and the app counts as in use."
      ),
      .init(
        .documented,
        "With Always authorization it shows the indicator only if showsBackgroundLocationIndicator is true; this property exists from iOS 11 on and is false by default."
      ),
    ],
    simulated:
      "Updates that start in background keep an app running only with Always authorization. The trace shows the indicator: with When In Use always, with Always only if the app asks for it. An app that shows the indicator counts as in use.",
    difference: nil)

  public static let loc3 = PlatformRule(
    "LOC3", .location, .documented, versions: "iOS 6 and later",
    "If pausesLocationUpdatesAutomatically is true, which is the default, the system may pause the updates of a device that does not move; the updates then no longer keep the app running, and the app is suspended.",
    sources: [.locationManagerHeader, .pausesAutomatically],
    details: [
      .init(
        .documented, "The default is true for apps linked against iOS 6 or later.",
        [.locationManagerHeader]),
      .init(
        .documented,
        "The app is notified of the pause with locationManagerDidPauseLocationUpdates. It is responsible for starting the updates again; they do not resume by themselves once it is suspended or terminated.",
        [
          .page("locationManagerDidPauseLocationUpdates(_:)", by: "Apple"), .pausesAutomatically,
        ]),
      .init(
        .measured, "A recording stops before its end unless the property is set to false.",
        [.article(.s4)]),
      .init(
        .reported, "A pause comes about 10 min after the device has stopped moving.",
        [
          .page(
            "README", by: "Overland-iOS", at: "https://github.com/aaronpk/Overland-iOS")
        ]),
      .init(.assumed, "A pause comes when the device has not moved for 5 to 15 min."),
    ],
    simulated:
      "Updates of a device that has not moved for 5 to 15 min are paused once: the app is notified and then suspended. The updates resume when the app comes to foreground. If the property is false, there is no pause.",
    difference:
      "When a real device pauses updates depends on its sensors and on activityType (LOC5).")

  public static let loc4 = PlatformRule(
    "LOC4", .location, .reported, versions: "iOS 16.4 and later",
    "While the location indicator is hidden, updates keep an app running in background only with distanceFilter kCLDistanceFilterNone and a desiredAccuracy of 100 m or better.",
    sources: [
      .thread("transistorsoft/react-native-background-geolocation", 2494),
      .thread("transistorsoft/cordova-background-geolocation-lt", 1402),
    ],
    details: [
      .init(
        .reported,
        "The indicator is hidden if the app has Always authorization and showsBackgroundLocationIndicator is false. The library cordova-background-geolocation-lt says in its notes on version 4.12.0 that the change affects only this case, and shows the indicator by default since then.",
        [.thread("transistorsoft/cordova-background-geolocation-lt", 1396)]),
      .init(
        .reported,
        "An answer of an Apple engineer in forum thread 726945 is the origin of the rule. Its text was not read there; others quote that turning on the indicator avoids the issue.",
        [
          .page(
            "thread 726945", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/726945"),
          .touchTips, .thread("aaronpk/Overland-iOS", 138),
        ]),
      .init(
        .reported,
        "By these quotations the answer is about apps that use both startUpdatingLocation() and startMonitoringSignificantLocationChanges(). It calls accuracies of 1 km and coarser low.",
        [.touchTips]),
      .init(
        .documented,
        "With When In Use authorization the indicator is always shown, and showsBackgroundLocationIndicator has no effect (LOC2).",
        [.locationManagerHeader]),
      .init(
        .reported,
        "With a distance filter of 10 m and no indicator, an app was suspended at every stop of a vehicle, with gaps of 60 to 144 s.",
        [.thread("transistorsoft/react-native-background-geolocation", 2494)]),
      .init(
        .reported,
        "A recipe of 2023 for unlimited ranging uses a distance filter of 3000 m and an accuracy of 3 km, which this rule forbids. From iOS 16.4 on the project follows this rule.",
        [.page("forever ranging", by: "David G. Young (davidgyoungtech)")]),
      .init(
        .documented,
        "A movement shorter than the distance filter causes no update, unless the accuracy has improved.",
        [.locationManagerHeader]),
    ],
    simulated:
      "From iOS 16.4 on, with Always authorization and showsBackgroundLocationIndicator false, updates with a distance filter or an accuracy coarser than 100 m do not keep the app running. With the indicator shown, and with When In Use authorization, they do. A movement shorter than the distance filter causes no update.",
    difference:
      "By the quotations of Apple's answer a real device suspends only apps that also monitor significant changes; the simulation applies the rule to every app."
  )

  public static let loc5 = PlatformRule(
    "LOC5", .location, .documented, versions: "iOS 6 and later",
    "activityType informs Core Location about the expected kind of movement, and it affects when location updates are paused automatically.",
    sources: [
      .locationManagerHeader,
      .page(
        "activityType", by: "Apple",
        at:
          "https://developer.apple.com/documentation/corelocation/cllocationmanager/activitytype"),
    ],
    details: [
      .init(.documented, "The default is other."),
      .init(
        .documented,
        "An engineer of Apple answers that Core Location uses it to improve the positions, too; the answer does not say how.",
        [
          .page(
            "forum answer 650200", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/650200")
        ]),
      .init(
        .reported,
        "A blog of 2015 suspects that positions snap to roads with some activity types, also in other apps.",
        [.page("regex.info, 3 December 2015", by: "Jeffrey Friedl")]),
      .init(
        .documented,
        "If the user gives an app only an approximate location, which exists from iOS 14 on, positions have an accuracy of about 5 km and may be up to 20 min old.",
        [.locationManagerHeader]),
    ],
    simulated:
      "An approximate position has an accuracy of 5 km and becomes up to 20 min old; then a new one is computed. activityType has no effect.",
    difference:
      "On a real device activityType changes when updates are paused and may change positions, and approximate positions come at irregular intervals."
  )

  public static let loc6 = PlatformRule(
    "LOC6", .location, .documented, versions: "deprecated in iOS 13",
    "Deferred location updates are deprecated, and the header says that calls of the method can be removed.",
    sources: [.locationManagerHeader],
    details: [.init(.assumed, "The methods have no effect.")],
    simulated:
      "allowDeferredLocationUpdates and the names that belong to it have no effect, and deferredLocationUpdatesAvailable() returns false.",
    difference:
      "Real devices with a version before iOS 13 defer positions; in the simulation they come as without deferral."
  )

  public static let loc7 = PlatformRule(
    "LOC7", .location, .documented, versions: "iOS 4 and later; visits iOS 8 and later",
    "Monitoring of significant changes delivers an event after a movement of about 500 m or more, not more often than once in 5 min, and launches a terminated app for it.",
    sources: [
      .page(
        "startMonitoringSignificantLocationChanges()", by: "Apple",
        at:
          "https://developer.apple.com/documentation/corelocation/cllocationmanager/startmonitoringsignificantlocationchanges()"
      ),
      .thread("OneSignal/OneSignal-iOS-SDK", 859),
    ],
    details: [
      .init(
        .documented,
        "The part of Apple's page with both numbers was read as quoted in the named pull request."),
      .init(
        .reported,
        "The event comes after 500 m or a change of the cell tower, and not within 5 min of the last one.",
        [
          .page(
            "iOS Components and Frameworks: Significant Change Notifications", by: "O'Reilly",
            at:
              "https://www.oreilly.com/library/view/ios-components-and/9780133086898/ch02lev2sec5.html"
          )
        ]),
      .init(
        .documented,
        "An app may also be resumed without a movement. An older guide says at least every 15 min; an engineer of Apple answers that an app should tolerate it.",
        [
          .page("Energy Efficiency Guide: Reduce Location Accuracy and Duration", by: "Apple"),
          .page(
            "forum answer 71792", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/71792"),
        ]),
      .init(
        .documented,
        "Visits launch a terminated app, too. Their timing is not published.",
        [
          .page(
            "startMonitoringVisits()", by: "Apple",
            at:
              "https://developer.apple.com/documentation/corelocation/cllocationmanager/startmonitoringvisits()"
          )
        ]),
      .init(
        .assumed,
        "A visit begins after a stay of 5 min and ends after an absence of 3 min, with a radius of 150 m and an accuracy of 50 m. The position of a significant change has an accuracy of 500 m."
      ),
    ],
    simulated:
      "A significant change is a movement of 500 m, reported at most once in 5 min. A visit begins after a stay and ends after an absence. Both launch the app, with Always authorization. An event that is due during a boot is delivered after it. An app that does not start the service again after its launch misses the event.",
    difference:
      "A real device may also resume an app that has not moved, and its visits have other times and radii."
  )

  public static let loc8 = PlatformRule(
    "LOC8", .location, .measured, versions: "measured on iOS 16 and 17",
    "Location updates together with a background task that the app renews every 60 s keep it running for 12 hours, while without the renewal processing stops after about 30 min.",
    sources: [.article(.s4)],
    details: [
      .init(
        .measured,
        "The recipe: background location updates allowed (LOC1), pausesLocationUpdatesAutomatically false, and every 60 s a new background task that begins before the old one ends."
      ),
      .init(
        .measured,
        "Without location updates the app stops when the budget of its background task is used up. With automatic pauses it stops when the phone does not move."
      ),
      .init(
        .reported,
        "Background tasks that were never ended, with location updates on, got the process killed after 30 to 60 min with 0x8badf00d; the permitted time was 180 s.",
        [.page("22051324", by: "Stack Overflow")]),
    ],
    simulated:
      "With a renewed background task updates keep an app running for hours; without it they stop keeping it running after 29 to 31 min. Background tasks that are never ended get the process killed after 30 to 60 min, although location updates are on.",
    difference: nil)

  public static let loc9 = PlatformRule(
    "LOC9", .location, .documented, versions: "iOS 17 and later; CLServiceSession iOS 18 and later",
    "A CLBackgroundActivitySession that an app creates in foreground and holds keeps the app in use in background, shows the location indicator, and must be created again immediately at the next launch.",
    sources: [.activityHeader, .updatesSession],
    details: [
      .init(
        .documented,
        "A new session becomes active only while the app is in foreground and in direct use, with authorization and with the background mode location."
      ),
      .init(
        .documented,
        "An active session may continue when the app stops running, and the app may resume it at its next launch, even in background. A session that is not resumed immediately ends and has to qualify again."
      ),
      .init(
        .documented,
        "While the session is active, When In Use authorization remains effective, and both live updates and monitors are available."
      ),
      .init(
        .documented,
        "CLServiceSession declares the authorization that the app needs while it holds the session. It must be created while the app is in use, or immediately at a launch in background if the app held one before; otherwise it reports insufficientlyInUse.",
        [.serviceHeader]),
      .init(
        .documented,
        "An app with Always authorization that holds no CLServiceSession requiring Always receives no live updates and no monitor events while it is not in use.",
        [.serviceHeader]),
      .init(
        .documented,
        "A launch invalidates the CLServiceSession of the earlier process. The app must create it again within a few seconds, otherwise its location updates stop.",
        [
          .page(
            "forum answer 797319", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/797319")
        ]),
      .init(
        .documented,
        "An app with the key NSLocationRequireExplicitServiceSession in Info.plist receives nothing until it holds a CLServiceSession.",
        [.serviceHeader]),
      .init(
        .reported,
        "Without this key Core Location manages implicit service sessions. Session 10212 of WWDC24 says so according to a summary; this part of the session was not read.",
        [
          .page(
            "summary of WWDC24, session 10212, What's new in location authorization",
            by: "askwwdc.com", at: "https://askwwdc.com/q/5140")
        ]),
      .init(
        .assumed,
        "With an activity session no background task has to be renewed; the 30 min of LOC8 count from the end of the session."
      ),
      .init(.assumed, "Live updates pause after 1 min without movement."),
    ],
    simulated:
      "An activity session that begins in foreground keeps running an app that uses location, and shows the indicator. A session that begins in background does nothing, and a finding reports it. A later launch of an app that had one makes it active again, also in background. From iOS 18 on diagnostics say why nothing is delivered, and an app may require explicit service sessions. Iterating live updates or monitor events counts as an implicit service session (option implicitServiceSession).",
    difference:
      "By Apple's header an app with Always authorization needs an explicit CLServiceSession for updates while it is not in use; in the simulation the implicit one is enough unless the option is off."
  )

  public static let loc10 = PlatformRule(
    "LOC10", .location, .documented, versions: "all versions",
    "When the user force-quits an app that receives location updates, the updates end, and only a region event, a significant change or a visit launches the app again.",
    sources: [.locationManagerHeader],
    details: [
      .init(
        .documented,
        "Such a launch needs Always authorization; the header says that monitoring launches the app even after a kill by the user."
      ),
      .init(
        .reported,
        "Reports of 2025 and 2026 doubt the launch after a force-quit; see BC9. The project follows the header.",
        [
          .page(
            "forum question 826964", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/826964"),
          .page(
            "question in forum thread 815618", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/815618"),
        ]),
    ],
    simulated:
      "A force-quit ends location updates, and a finding reports it. Only region events, monitor events, significant changes and visits launch the app again.",
    difference: nil)

  public static let loc11 = PlatformRule(
    "LOC11", .location, .documented, versions: "iOS 8 and later",
    "A request for location does nothing if Info.plist lacks its text: NSLocationWhenInUseUsageDescription, and for Always NSLocationAlwaysAndWhenInUseUsageDescription, too.",
    sources: [.locationManagerHeader],
    details: [
      .init(
        .documented,
        "Before iOS 11 the text for Always was NSLocationAlwaysUsageDescription alone.",
        [
          .page(
            "requestAlwaysAuthorization(), version before iOS 13", by: "Apple",
            at:
              "https://developer.apple.com/documentation/corelocation/cllocationmanager/1620551-requestalwaysauthorization"
          )
        ])
    ],
    simulated: "The request has no effect, and a finding names the key.",
    difference: nil)
}

extension RuleSource {
  fileprivate static let locationManagerHeader = RuleSource.page(
    "SDK header CLLocationManager.h (iOS 16.5)", by: "Apple")
  fileprivate static let activityHeader = RuleSource.page(
    "SDK header CLBackgroundActivitySession.h (iOS 18)", by: "Apple")
  fileprivate static let serviceHeader = RuleSource.page(
    "SDK header CLServiceSession.h (iOS 18)", by: "Apple")
  fileprivate static let allowsBackground = RuleSource.page(
    "allowsBackgroundLocationUpdates", by: "Apple",
    at:
      "https://developer.apple.com/documentation/corelocation/cllocationmanager/allowsbackgroundlocationupdates"
  )
  fileprivate static let backgroundArticle = RuleSource.page(
    "Handling location updates in the background", by: "Apple",
    at:
      "https://developer.apple.com/documentation/corelocation/handling-location-updates-in-the-background"
  )
  fileprivate static let pausesAutomatically = RuleSource.page(
    "pausesLocationUpdatesAutomatically", by: "Apple",
    at:
      "https://developer.apple.com/documentation/corelocation/cllocationmanager/pauseslocationupdatesautomatically"
  )
  fileprivate static let updatesSession = RuleSource.page(
    "Discover streamlined location updates (WWDC23, session 10180)", by: "Apple",
    at: "https://developer.apple.com/videos/play/wwdc2023/10180")
  fileprivate static let touchTips = RuleSource.page(
    "Repairing continuous background location for contact discovery",
    by: "notes of the app TouchTips (harivansh-afk/TouchTips)")
}
