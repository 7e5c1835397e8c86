import YobanPlatformProfiles

/// Launches for region events, permission, monitors and circular regions: BC9 to BC16 of the topic
/// `RuleTopic.beacons`.
extension PlatformRule {
  public static let bc9 = PlatformRule(
    "BC9", .beacons, .measured, versions: "measured on iOS 7.1",
    "A terminated app that is launched for a region event receives the event through the delegate of a CLLocationManager that it creates in didFinishLaunching, and monitoring continues without being started again.",
    sources: [.article(.s3)],
    details: [
      .init(
        .measured,
        "The article's app starts monitoring only if the region is not monitored yet, and it receives the events."
      ),
      .init(
        .reported,
        "An answer of another developer says that didFinishLaunching must start monitoring again. The project follows the measurement; what matters is the delegate.",
        [.page("70029789", by: "Stack Overflow")]),
      .init(
        .measured,
        "While the launched process still exists, a second event uses it: didFinishLaunching runs only once."
      ),
      .init(
        .documented,
        "With Always authorization a region event launches an app even after a force-quit by the user. The measurement on iOS 7.1 shows the same.",
        [.locationManagerHeader, .article(.s3)]),
      .init(
        .reported,
        "A question of 2025 in Apple's forum assumes that a force-quit prevents such a launch. The project follows the header and the measurement.",
        [.forum815618]),
      .init(
        .reported,
        "A developer reports that on iOS 26.4.2 neither circular regions nor significant changes launched the app after a force-quit, while on iOS 18 and earlier they did. No answer was read.",
        [
          .page(
            "forum question 826964", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/826964")
        ]),
      .init(
        .documented,
        "The system may create a scene for a launch in background, for example for a location event.",
        [.page("Managing your app's life cycle", by: "Apple")]),
      .init(
        .assumed,
        "A launch in background for a location event creates no scene, so code in the scene delegate does not run. Developers widely report this, but no single source was kept."
      ),
    ],
    simulated:
      "The app is launched in background, without a scene unless the option backgroundSceneOnLaunch asks for one. The location managers that have a delegate when didFinishLaunching returns receive the event. If there is none, the event is lost and a finding reports it. Monitoring continues by itself.",
    difference: nil)

  public static let bc10 = PlatformRule(
    "BC10", .beacons, .measured, versions: "measured on iOS 7.1",
    "When an app that was launched for a region event registers an identical region again, the system removes and adds the region, and the app receives didDetermineState with inside twice.",
    sources: [.article(.s3)],
    details: [
      .init(
        .documented,
        "Only the crossing of a border causes an entry: a region that the user is already inside when it is registered causes none.",
        [.regionGuideQuoted]),
      .init(.assumed, "A new region of which no packet was received is outside after 3 s."),
    ],
    simulated:
      "A region that is registered again is removed and added: the app receives didDetermineState with inside once more and no didEnterRegion. A finding reports this if the region was registered during an earlier launch.",
    difference: nil)

  public static let bc11 = PlatformRule(
    "BC11", .beacons, .measured, versions: "measured on iOS 7.1, iPhone 5s",
    "After a reboot the system needs about 3 min before it detects the stored regions again.",
    sources: [.article(.s3)],
    details: [
      .init(
        .measured,
        "Regions registered under an older version of iOS survive an update of iOS, even if the app is not launched in between."
      ),
      .init(
        .documented,
        "An article of Apple says that a region is monitored until the app stops it or the device reboots. The project follows the measurement for CLLocationManager.",
        [.proximityArticle]),
      .init(
        .documented,
        "CLMonitor works after a reboot only after the first unlock (BC15). The project follows this for CLMonitor.",
        [.proximityArticle]),
      .init(
        .reported,
        "An iPhone 5s with iOS 11.4 needed about 10 min after a reboot.",
        [.thread("kontaktio/kontakt-ios-sdk", 65)]),
      .init(
        .reported,
        "In 2015 an app on an iPhone 5s and 5c got no event of its stored regions after a reboot until it registered them again.",
        [.thread("lionheart/openradar-mirror", 923)]),
      .init(.assumed, "A circular region keeps its state during a reboot."),
    ],
    simulated:
      "After a boot nothing is detected for 3 min; then each beacon in range causes an entry. An exploration may choose 10 min, or that regions are detected only when the app registers them again (decision rearming). Regions survive reboots and updates of iOS, but not the deletion of their app.",
    difference: nil)

  public static let bc12 = PlatformRule(
    "BC12", .beacons, .documented, versions: "iOS 8 and later; with When In Use iOS 13 and later",
    "A region event launches an app in background only if the app has Always authorization.",
    sources: [.locationManagerHeader],
    details: [
      .init(
        .documented,
        "If the user turns off the precise location of an app, region monitoring and beacon ranging are not available to it; this exists from iOS 14 on."
      ),
      .init(
        .reported,
        "From iOS 13 on every location API is available with any authorization, but with When In Use events are delivered only while the app is in use.",
        [.wwdcNotes705]),
      .init(
        .assumed,
        "With When In Use authorization region events wait until the app is in foreground and are then delivered one by one."
      ),
      .init(.assumed, "Temporary full accuracy ends when the process ends."),
      .init(
        .documented,
        "Before iOS 13 region monitoring, significant changes and visits are not available with When In Use authorization, not even in foreground.",
        [.page("Choosing the Authorization Level for Location Services", by: "Apple")]),
    ],
    simulated:
      "A launch needs Always authorization. With When In Use events wait until the app is in foreground. An approximate location disables regions and ranging. When the user withdraws the permission, all deliveries stop immediately, but the regions are kept. Without permission monitoring fails with 4 (kCLErrorRegionMonitoringDenied). Location services that are off read as denied.",
    difference:
      "A real device ends temporary full accuracy when the user no longer uses the app, not only when the process ends."
  )

  public static let bc13 = PlatformRule(
    "BC13", .beacons, .documented, versions: "iOS 13 and later",
    "An app that asks for Always authorization first gets it provisionally, and the system asks the user a second time when the first event occurs that requires Always.",
    sources: [.requestAlways],
    details: [
      .init(
        .documented,
        "The first question is the one for When In Use, with its text. If the user allows it, the app reads authorizedAlways. The second question uses the text for Always."
      ),
      .init(
        .reported, "Until the second answer Settings shows While Using.",
        [
          .page("835285", by: "e-learn.cn"),
          .page("article on location permission in iOS 13", by: "donnywals"),
          .page("Location permission in iOS 13", by: "Medium"),
        ]),
      .init(
        .documented,
        "The event is delivered if the user responds near the time at which the question was asked. Notes on session 705 of WWDC19 say that an event that is too old is dropped.",
        [
          .page(
            "notes on Core Location in iOS 13", by: "Pastebin VYaQQL2h",
            at: "https://pastebin.com/VYaQQL2h")
        ]),
      .init(
        .documented,
        "Allow Once gives a temporary When In Use authorization that expires when the app is no longer in use."
      ),
      .init(
        .documented, "After Allow Once the authorization reverts to notDetermined.",
        [.requestAlways]),
      .init(
        .documented,
        "If the app has When In Use already, requestAlwaysAuthorization() asks immediately, with the answers Keep Only While Using and Change to Always Allow. After Allow Once the call is ignored."
      ),
      .init(
        .documented, "An app with When In Use can ask for Always only once.",
        [.locationManagerHeader]),
    ],
    simulated:
      "From iOS 13 on the first event that needs Always is held until the user has answered the second question. The user answers 2 s after the screen is on. Allow Once ends with the process.",
    difference:
      "A real user may answer much later, and iOS shows reminders that an app uses location in background; the simulation has no reminders."
  )

  public static let bc14 = PlatformRule(
    "BC14", .beacons, .documented, versions: "iOS 13 and later",
    "CLBeaconIdentityConstraint and startRangingBeacons(satisfying:) replace ranging with a CLBeaconRegion.",
    sources: [.locationManagerHeader],
    details: [
      .init(
        .documented, "CLBeaconRegion(uuid:identifier:) and its variants replace proximityUUID.",
        [.page("SDK header CLBeaconRegion.h (iOS 16.5)", by: "Apple")])
    ],
    simulated:
      "Both generations of names exist in the module CoreLocation and use the same ranging; each form has its own callbacks and is stopped separately.",
    difference: nil)

  public static let bc15 = PlatformRule(
    "BC15", .beacons, .documented, versions: "iOS 17 and later",
    "A CLMonitor has a name, only one monitor with a given name may be open at a time, and an app must create the monitor with the same name at each launch and always iterate its events.",
    sources: [.proximityArticle, .monitorSession],
    details: [
      .init(.documented, "An app can have 20 conditions (BC1)."),
      .init(
        .documented, "After a reboot a monitor works only after the first unlock."),
      .init(
        .documented,
        "The conditions are stored in a file of the app's data container. An app waits for protectedDataDidBecomeAvailableNotification before it creates the monitor. Conditions stay until they are removed, but one is no longer monitored while an event of it is pending and no monitor receives it.",
        [
          .page(
            "requestMonitorWithConfiguration:completion:", by: "Apple",
            at:
              "https://developer.apple.com/documentation/corelocation/clmonitor-6ynwz/requestmonitorwithconfiguration:completion:"
          )
        ]),
      .init(
        .reported,
        "After a launch in background for a push notification a developer's app received no entry events from CLMonitor until it came to foreground, while CLLocationManager delivered them.",
        [
          .page(
            "forum question 812111", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/812111")
        ]),
    ],
    simulated:
      "The conditions are stored under the monitor's name and outlive the process; an app can have 20. An event waits, together with its condition, until a launch of the app iterates the events. After a reboot events come only after the first unlock. Opening a name twice ends the app, and opening one before the first unlock is a finding. Conditions stay when the app is updated, and go when it is deleted.",
    difference:
      "The reported loss of entry events after a launch for a push notification is not simulated, and persistenceUnavailable does not occur."
  )

  public static let bc16 = PlatformRule(
    "BC16", .beacons, .documented, versions: "iOS 4 and later",
    "The entry into or exit from a circular region is reported only when the device has crossed the border, is beyond it by a minimum distance, and has stayed there for about 20 s.",
    sources: [.regionGuideQuoted],
    details: [
      .init(
        .documented,
        "The minimum distance depends on the hardware and the location technologies available; for tests Apple suggests to assume about 200 m."
      ),
      .init(
        .documented,
        "The report comes within 3 to 5 min on average. This and the other numbers of Apple's guide were read as quoted word for word in several public repositories."
      ),
      .init(
        .documented,
        "Smaller circular regions have priority over larger ones.", [.locationManagerHeader]),
      .init(
        .documented,
        "A region larger than maximumRegionMonitoringDistance fails with kCLErrorRegionMonitoringFailure.",
        [.locationManagerHeader]),
      .init(
        .assumed,
        "The minimum distance is 20 m, and at most half of the radius; the maximum radius is 400 km."
      ),
    ],
    simulated:
      "A circular region is crossed when the device has been 20 m beyond its border for 20 s. Of circles that are crossed together, the smaller one is reported first. A radius beyond the maximum fails with code 5.",
    difference:
      "A real device needs a larger distance, about 200 m by Apple's guide, and often some minutes, because it first has to find its position; in the simulation a position is always found."
  )
}

extension RuleSource {
  fileprivate static let proximityArticle = RuleSource.page(
    "Monitoring the user's proximity to geographic regions", by: "Apple",
    at:
      "https://developer.apple.com/documentation/corelocation/monitoring_the_user_s_proximity_to_geographic_regions"
  )
  /// The first part was read on this page. The part on borders was read as a literal quotation in
  /// several public repositories.
  fileprivate static let regionGuideQuoted = RuleSource.page(
    "Location and Maps Programming Guide: Region Monitoring and iBeacon", by: "Apple",
    at:
      "https://developer.apple.com/library/archive/documentation/UserExperience/Conceptual/LocationAwarenessPG/RegionMonitoring/RegionMonitoring.html"
  )
  fileprivate static let requestAlways = RuleSource.page(
    "requestAlwaysAuthorization()", by: "Apple",
    at:
      "https://developer.apple.com/documentation/corelocation/cllocationmanager/requestalwaysauthorization()"
  )
  fileprivate static let monitorSession = RuleSource.page(
    "Meet Core Location Monitor (WWDC23, session 10147)", by: "Apple",
    at: "https://developer.apple.com/videos/play/wwdc2023/10147")
  fileprivate static let forum815618 = RuleSource.page(
    "forum answer 815618", by: "Apple Developer Forums",
    at: "https://developer.apple.com/forums/thread/815618")
  fileprivate static let wwdcNotes705 = RuleSource.page(
    "What's New in Core Location (notes on WWDC19, session 705)", by: "WWDC Notes",
    at: "https://wwdcnotes.com/notes/wwdc19/705/")
  fileprivate static let wwdcNotes705Suder = RuleSource.page(
    "What's New in Core Location (notes on WWDC19, session 705)", by: "Kuba Suder",
    at: "https://mackuba.eu/notes/wwdc19/whats-new-in-core-location/")
}
