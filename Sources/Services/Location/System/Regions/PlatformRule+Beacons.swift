import YobanPlatformProfiles

extension [PlatformRule] {
  package static let beacons: Self = [
    .bc1, .bc2, .bc3, .bc4, .bc5, .bc6, .bc7, .bc8, .bc9, .bc10, .bc11, .bc12, .bc13, .bc14, .bc15,
    .bc16,
  ]
}

/// Monitoring and ranging: BC1 to BC8. The other rules are in `PlatformRule+BeaconLaunches.swift`.
extension PlatformRule {
  public static let bc1 = PlatformRule(
    "BC1", .beacons, .documented, versions: "all versions",
    "An app can monitor at most 20 regions, or 20 conditions of a type, and registering the 21st region fails with kCLErrorRegionMonitoringFailure (5) in monitoringDidFail.",
    sources: [.proximityArticle],
    details: [
      .init(
        .reported,
        "About 30 beacon regions of all apps of a phone together are detected by the Bluetooth hardware. Later ones are detected on a best-effort basis and may cause no event while the screen is off.",
        [.page("max beacon regions", by: "Radius Networks")]),
      .init(
        .assumed,
        "Whether a beacon region beyond the first 30 is detected depends on the screen only."),
      .init(
        .documented,
        "A monitor reports a condition too many in its event: conditionLimitExceeded, from iOS 18 on.",
        [
          .page(
            "conditionLimitExceeded", by: "Apple",
            at:
              "https://developer.apple.com/documentation/corelocation/clmonitor/event/conditionlimitexceeded"
          )
        ]),
    ],
    simulated:
      "The 21st region of an app fails with code 5, the 21st condition of a monitor gets an event with conditionLimitExceeded, and a finding reports both; each app has its own limit. The first 30 beacon regions of all apps are detected by the hardware. Later ones are detected only while the screen is on, until an earlier region ends and its place becomes free.",
    difference:
      "On a real device other conditions than the screen may decide whether a beacon region beyond the first 30 is detected; they are not published."
  )

  public static let bc2 = PlatformRule(
    "BC2", .beacons, .documented, versions: "all versions",
    "When an app starts to monitor a region with the type and identifier of a region that it already monitors, the new region replaces the old one.",
    sources: [.locationManagerHeader],
    details: [
      .init(
        .documented,
        "The replacement is asynchronous: monitoredRegions may not show it immediately."),
      .init(
        .documented,
        "monitoredRegions contains the regions of every location manager of the app, also those registered during earlier launches."
      ),
    ],
    simulated:
      "A region with the same type and identifier replaces the old one. Regions of different types may have the same identifier.",
    difference: "In the simulation monitoredRegions is correct immediately after the call.")

  public static let bc3 = PlatformRule(
    "BC3", .beacons, .measured, versions: "measured on iOS 7.1",
    "When a monitored beacon is detected, the app receives didEnterRegion and then didDetermineState with inside, and when the beacon is lost, it receives didExitRegion and then didDetermineState with outside.",
    sources: [.article(.s3)],
    details: [
      .init(
        .documented, "Every location manager of the app receives the events.",
        [.page("SDK header CLLocationManagerDelegate.h (iOS 16.5)", by: "Apple")]),
      .init(
        .measured,
        "Running app, any screen: entry and inside at the detection; 30 to 45 s after the loss exit and outside."
      ),
      .init(
        .measured,
        "Suspended app, home screen or black screen: entry and inside at the detection; 30 to 45 s after the loss exit and outside."
      ),
      .init(
        .measured,
        "App terminated by the user, home screen or black screen: at the detection a launch in background, didFinishLaunching, entry and inside; 30 to 45 s after the loss exit and outside."
      ),
      .init(
        .measured,
        "Just after a reboot, black screen: at the detection and at the loss the same as for a terminated app."
      ),
      .init(
        .measured,
        "Terminated app that starts ranging during the launch, black screen: the same as for a terminated app, and then didRangeBeacons once a second for about 10 s."
      ),
    ],
    simulated:
      "Every row of the table happens as measured, in every state of the app and of the screen. Every location manager of the app receives the events.",
    difference:
      "In the simulation a region with notifyOnExit false causes no didDetermineState at an exit either; what a real device does then is not known."
  )

  public static let bc4 = PlatformRule(
    "BC4", .beacons, .measured, versions: "measured on iOS 7.1",
    "The exit from a beacon region comes 30 to 45 s after the last packet received from its beacons.",
    sources: [.article(.s3)],
    details: [
      .init(
        .reported,
        "For newer versions of iOS the usual figure is 30 s. A book calls 30 s the longest delay and up to 10 s the usual one.",
        [
          .page(
            "Learning iBeacon, chapter 5: The CLBeaconRegion options", by: "Craig Gilchrist, Packt",
            at:
              "https://subscription.packtpub.com/book/iot_&_hardware/9781784397128/5/ch05lvl1sec35/the-clbeaconregion-options"
          )
        ]),
      .init(
        .reported,
        "On an iPhone 4S with iOS 7.0 or 7.1, whose Bluetooth hardware has no filter for beacons, the entry took up to 15 min and an exit 26 min.",
        [.page("iOS 7.1 background detection times", by: "Radius Networks")]),
      .init(.assumed, "All delays between 30 and 45 s are equally likely."),
      .init(
        .assumed,
        "On a phone without beacon hardware the entry takes 0 to 15 min and the exit 30 s to 26 min."
      ),
    ],
    simulated:
      "The exit comes 30 to 45 s after the last packet, all delays equally likely; a packet received before that cancels it. No packets are received when the beacon is out of reach or Bluetooth is off. An iPhone 4S takes up to 15 min for the entry and 26 min for the exit.",
    difference:
      "The simulation counts a beacon as received continuously if at least half of its packets arrive."
  )

  public static let bc5 = PlatformRule(
    "BC5", .beacons, .reported, versions: "iPhone 5 and later",
    "The entry into a beacon region comes usually within 1 s of the first packet if the region is one of those that the Bluetooth hardware detects.",
    sources: [.page("Background Monitoring of Beacon Regions on iOS", by: "Radius Networks")],
    details: [
      .init(
        .documented, "A beacon advertises every 100 ms.",
        [
          .page(
            "Getting Started with iBeacon", by: "Apple",
            at: "https://developer.apple.com/ibeacon/Getting-Started-with-iBeacon.pdf")
        ]),
      .init(.assumed, "All delays between 0 and 1 s are equally likely."),
    ],
    simulated:
      "The entry comes 0 to 1 s after the first packet, all delays equally likely. Only phones before the iPhone 5 have no beacon hardware (BC4).",
    difference: nil)

  public static let bc6 = PlatformRule(
    "BC6", .beacons, .documented, versions: "iOS 7 and later",
    "If notifyEntryStateOnDisplay is true, the app is resumed or launched each time the user turns on the screen inside the beacon region, and it receives didDetermineState without didEnterRegion.",
    sources: [.beaconRegionHeader],
    details: [
      .init(.documented, "The default of notifyEntryStateOnDisplay is false."),
      .init(
        .assumed,
        "The state is delivered 1 s after the screen is turned on. Developers observed about 1 s, but no source was kept."
      ),
      .init(
        .assumed,
        "If states have to wait until the app is in foreground, the app receives only the last one."
      ),
    ],
    simulated:
      "Each time the screen is turned on inside such a region, the app receives didDetermineState after 1 s, without didEnterRegion, and is launched for it if it is not running.",
    difference: nil)

  public static let bc7 = PlatformRule(
    "BC7", .beacons, .documented, versions: "iOS 7 and later",
    "requestState(for:) returns the cached state of a region asynchronously, in didDetermineState.",
    sources: [.locationManagerHeader],
    details: [.init(.assumed, "Only the location manager that asked receives the answer.")],
    simulated:
      "The answer is the state known to the system, or unknown if the state has not been determined since the region was registered.",
    difference: nil)

  public static let bc8 = PlatformRule(
    "BC8", .beacons, .measured, versions: "measured on iOS 7.1",
    "Ranging delivers one callback a second while the app's process runs, so after a launch in background for a region event it lasts about 10 s.",
    sources: [.article(.s3)],
    details: [
      .init(
        .reported,
        "The list of beacons may be empty, and rssi is the average since the last report.",
        [.extendingRanging]),
      .init(
        .documented,
        "An app that is resumed for a region event gets around 10 s, and can request more with a background task.",
        [.regionGuide]),
      .init(
        .documented,
        "The run time after an event in background is not documented in general. Real values go from a suspension when the callback returns to about 30 s.",
        [.forum815618]),
      .init(
        .reported,
        "After the app leaves the foreground, ranging goes on for about 10 s; an answer of 2020 says 5 to 10 s.",
        [.extendingRanging]),
      .init(
        .reported,
        "A background task extends ranging to the task's budget, which is 180 s on iOS 7 to 12.",
        [.extendingRanging]),
      .init(
        .reported,
        "With the background mode location, coarse location updates and renewed background tasks ranging is unlimited.",
        [.foreverRanging]),
      .init(
        .reported,
        "The published recipe of 2023 for unlimited ranging uses a distance filter of 3000 m and an accuracy of 3 km. LOC4 contradicts it from iOS 16.4 on; the project follows LOC4.",
        [.foreverRanging]),
      .init(
        .assumed,
        "Each further event in background extends the run time to 10 s after that event."),
      .init(
        .assumed,
        "Distances are estimated with a path loss exponent of 2.4. A beacon is immediate below 0.5 m and near below 4 m, and it stays in the list for 10 s after its last packet."
      ),
    ],
    simulated:
      "Each constraint is reported once a second while the process runs: for 10 s after an event, for the budget of a background task, or for hours with location updates and renewed background tasks. A suspended process receives no reports. rssi is the average since the last report.",
    difference:
      "A real device estimates proximity and accuracy with a method that is not published.")
}

extension RuleSource {
  fileprivate static let beaconRegionHeader = RuleSource.page(
    "SDK header CLBeaconRegion.h (iOS 16.5)", by: "Apple")
  fileprivate static let proximityArticle = RuleSource.page(
    "Monitoring the user's proximity to geographic regions", by: "Apple",
    at:
      "https://developer.apple.com/documentation/corelocation/monitoring_the_user_s_proximity_to_geographic_regions"
  )
  fileprivate static let regionGuide = RuleSource.page(
    "Location and Maps Programming Guide: Region Monitoring and iBeacon", by: "Apple",
    at:
      "https://developer.apple.com/library/archive/documentation/UserExperience/Conceptual/LocationAwarenessPG/RegionMonitoring/RegionMonitoring.html"
  )
  fileprivate static let forum815618 = RuleSource.page(
    "forum answer 815618", by: "Apple Developer Forums",
    at: "https://developer.apple.com/forums/thread/815618")
  fileprivate static let extendingRanging = RuleSource.page(
    "Extending Background Ranging", by: "Radius Networks")
  fileprivate static let foreverRanging = RuleSource.page(
    "forever ranging", by: "David G. Young (davidgyoungtech)")
}
