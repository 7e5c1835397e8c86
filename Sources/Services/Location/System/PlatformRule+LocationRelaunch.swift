import YobanPlatformProfiles

extension PlatformRule {
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
      .init(
        .documented,
        "Visits need not be started again after a launch.",
        [
          .page(
            "startMonitoringVisits()", by: "Apple",
            at:
              "https://developer.apple.com/documentation/corelocation/cllocationmanager/startmonitoringvisits()"
          )
        ]),
    ],
    simulated:
      "A significant change is a movement of 500 m, reported at most once in 5 min. A visit begins after a stay and ends after an absence. Both launch the app, with Always authorization. An event that is due during a boot is delivered after it. An app that does not start significant changes again after its launch misses the event; visits are delivered all the same.",
    difference:
      "A real device may also resume an app that has not moved, and its visits have other times and radii."
  )

  public static let loc8 = PlatformRule(
    "LOC8", .location, .measured, versions: "measured on iOS 16 and 17",
    "Location updates together with a background task that the app renews every 60 s keep it running, while without the renewal processing stops midway, after about 30 min.",
    sources: [.article(.s4)],
    choice: "location.keepAlive",
    details: [
      .init(
        .documented,
        "Apple says nothing of a renewal: updates that are allowed in the background keep the app running (LOC1).",
        [.allowsBackground]),
      .init(
        .reported,
        "A user confirms that an app keeps running since it switches automatic pauses off, and others record for hours, without a renewed background task.",
        [
          .thread("mauron85/cordova-plugin-background-geolocation", 156),
          .thread("organicmaps/organicmaps", 9171),
          .page(
            "GLManager.m, which begins no background task", by: "aaronpk/Overland-iOS",
            at: "https://github.com/aaronpk/Overland-iOS"),
        ]),
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
      "As documented, which is the default, updates keep an app running as long as they are on. As observed, they stop keeping it running 29 to 31 min after the app last began a background task. In both cases background tasks that are never ended get the process killed after 30 to 60 min, although location updates are on.",
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
        "An app with Always authorization that holds no CLServiceSession requiring Always receives no live updates and no monitor events while it is not in use. An engineer of Apple says so, too: Always is only effective while the app holds one, which it can begin only in foreground.",
        [.serviceHeader, .authorizationSession]),
      .init(
        .reported,
        "A developer's app with a monitor and no service session received exit events in background, but no entry events.",
        [
          .page(
            "forum question 812111", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/812111")
        ]),
      .init(
        .documented,
        "Explicit and implicit sessions of an earlier launch are remembered for only a few seconds after the next launch, whatever has caused it.",
        [.authorizationSession]),
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
        .documented,
        "Without this key Core Location sets When In Use authorization implicitly for live updates, monitors and activity sessions. Session 10212 of WWDC24 says so according to a summary; this part of the session was not read.",
        [
          .page(
            "summary of WWDC24, session 10212, What's new in location authorization",
            by: "askwwdc.com", at: "https://askwwdc.com/q/5140")
        ]),
      .init(.assumed, "A session of the launch before is resumed within 5 s."),
      .init(
        .assumed,
        "With an activity session no background task has to be renewed; the 30 min of LOC8 count from the end of the session."
      ),
      .init(.assumed, "Live updates pause after 1 min without movement."),
    ],
    simulated:
      "An activity session that begins in foreground keeps running an app that uses location, and shows the indicator. A session that begins in background does nothing, and a finding reports it. A later launch of an app that had one makes it active again, also in background, within 5 s after the launch; so it is with a CLServiceSession. A session that began in background has an effect as soon as the app is in foreground. From iOS 18 on diagnostics say why nothing is delivered, and an app may require explicit service sessions. Iterating live updates or monitor events counts as an implicit service session (option implicitServiceSession), but an app with Always that is not in use receives events of its monitors only with a CLServiceSession for Always; they wait, with a finding (option alwaysNeedsServiceSession).",
    difference:
      "The few seconds after a launch are 5 s (assumed). A monitor without the service session receives no event in background, although a developer received some."
  )

  public static let loc10 = PlatformRule(
    "LOC10", .location, .documented, versions: "iOS 8 and later; on 7.1 as measured (BC9)",
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
  fileprivate static let activityHeader = RuleSource.page(
    "SDK header CLBackgroundActivitySession.h (iOS 18)", by: "Apple")
  fileprivate static let serviceHeader = RuleSource.page(
    "SDK header CLServiceSession.h (iOS 18)", by: "Apple")
  fileprivate static let authorizationSession = RuleSource.page(
    "What's new in location authorization (WWDC24, session 10212)", by: "Apple",
    at: "https://developer.apple.com/videos/play/wwdc2024/10212")
  fileprivate static let updatesSession = RuleSource.page(
    "Discover streamlined location updates (WWDC23, session 10180)", by: "Apple",
    at: "https://developer.apple.com/videos/play/wwdc2023/10180")
}
