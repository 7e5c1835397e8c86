import YobanPlatformProfiles

extension [PlatformRule] {
  package static let location: Self = [
    .loc1, .loc2, .loc3, .loc4, .loc5, .loc6, .loc7, .loc8, .loc9, .loc10, .loc11, .loc12,
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
      .init(
        .reported, "Others saw pauses after about 15 min, and after 10 to 20 min.",
        [
          .thread("mauron85/cordova-plugin-background-geolocation", 156),
          .thread("mauron85/react-native-background-geolocation", 56),
        ]),
      .init(
        .reported, "Conflict: one project saw pauses although the property was false.",
        [.thread("SocialObjects-Software/SOMotionDetector", 26)]),
    ],
    simulated:
      "Updates of a device that has not moved for 10 to 20 min are paused once: the app is notified and then suspended. The updates resume when the app comes to foreground. If the property is false, there is no pause.",
    difference:
      "When a real device pauses updates depends on its sensors and on activityType (LOC5).")

  public static let loc4 = PlatformRule(
    "LOC4", .location, .reported, versions: "iOS 16.4 and later",
    "While an app also monitors significant changes and the location indicator is hidden, its updates keep it running in background only with distanceFilter kCLDistanceFilterNone and a desiredAccuracy of 100 m or better.",
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
      "From iOS 16.4 on, in an app that monitors significant changes, with Always authorization and showsBackgroundLocationIndicator false, updates with a distance filter or an accuracy coarser than 100 m do not keep the app running. With the indicator shown, and with When In Use authorization, they do. A movement shorter than the distance filter causes no update."
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
      "An approximate position has an accuracy of 5 km and becomes up to 20 min old; then a new one is computed. With the activityType automotiveNavigation or airborne, updates pause after a longer rest (LOC3); otherwise activityType has no effect.",
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
}

extension RuleSource {
  static let locationManagerHeader = RuleSource.page(
    "SDK header CLLocationManager.h (iOS 16.5)", by: "Apple")
  static let allowsBackground = RuleSource.page(
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
  fileprivate static let touchTips = RuleSource.page(
    "Repairing continuous background location for contact discovery",
    by: "notes of the app TouchTips (harivansh-afk/TouchTips)")
}
