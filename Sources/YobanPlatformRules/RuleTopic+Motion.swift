/// The knowledge of the motion coprocessor about the user of a device. MO4 to MO6.
extension PlatformRule {
  static let mo4 = PlatformRule(
    "MO4", .documented, versions: "iOS 10 and later, watchOS 3 and later",
    "An app that uses activities, steps, altitudes or recorded motion without NSMotionUsageDescription in its Info.plist is ended at the first use.",
    sources: [.page("CMMotionActivityManager", by: "Apple"), .thread("owntracks/ios", 424)],
    details: [
      .init(
        .reported,
        "The reason is: This app has crashed because it attempted to access privacy-sensitive data without a usage description.",
        [.thread("owntracks/ios", 424)]),
      .init(
        .reported,
        "There is no request for the permission: the first use asks the user, and authorizationStatus() does not.",
        [
          .page(
            "iOS motion data policy", by: "Vorsa Mobility",
            at: "https://vorsa-mobility.io/docs/ios-motion-data-policy")
        ]),
    ],
    simulated:
      "The first use of CMMotionActivityManager, CMPedometer, CMAltimeter, CMSensorRecorder or CMBatchedSensorManager asks the user, who answers at once as `MotionService.allowsMotionWhenAsked` says. Without the key, the app ends with a finding.",
    difference: "Versions before iOS 10 need the key, too.")

  static let mo5 = PlatformRule(
    "MO5", .documented, versions: "iOS 8 and later, watchOS 2 and later",
    "CMMotionActivityManager reports the present activity, then each change; a suspended app gets nothing, and when it continues only the last change.",
    sources: [
      .page(
        "startActivityUpdates(to:withHandler:)", by: "Apple",
        at:
          "https://developer.apple.com/documentation/coremotion/cmmotionactivitymanager/startactivityupdates(to:withhandler:)"
      ),
      .page("CMMotionActivityManager.h", by: "Apple"),
    ],
    details: [
      .init(
        .documented,
        "A query gives the changes of at most the last seven days; the first one may have begun before the period. A period without time gives CMErrorUnknown (103).",
        [
          .page(
            "queryActivityStarting(from:to:to:withHandler:)", by: "Apple",
            at:
              "https://developer.apple.com/documentation/coremotion/cmmotionactivitymanager/queryactivitystarting(from:to:to:withhandler:)"
          )
        ]),
      .init(
        .documented,
        "The activities that are reported may lag behind by up to several minutes.",
        [
          .page(
            "queryActivityStarting(from:to:to:withHandler:)", by: "Apple",
            at:
              "https://developer.apple.com/documentation/coremotion/cmmotionactivitymanager/queryactivitystarting(from:to:to:withhandler:)"
          )
        ]),
      .init(
        .reported, "Core Motion wakes and launches no app.",
        [
          .page(
            "CoreMotion updates in background state", by: "devpeace",
            at: "https://devpeace.com/ios/20083032/coremotion-updates-in-background-state")
        ]),
      .init(
        .assumed,
        "An activity is recognized after 10 s, with high confidence. The first iPhone that recognizes activities is the 5s. If the user does not allow motion, the handler is called with nil once."
      ),
    ],
    simulated:
      "A scenario says what the user does: `phone.motion.activity = .walking`. Updates come 10 s later while the process runs, and the newest one when it continues. Queries give what was recognized until then.",
    difference:
      "One activity holds at a time: a car at a red light is automotive, and not also stationary. The generated acceleration does not follow the activity. History outlives a reboot."
  )

  static let mo6 = PlatformRule(
    "MO6", .documented, versions: "iOS 8 and later, watchOS 2 and later",
    "CMPedometer delivers the steps since the start that the app names, in the past, too; those that are taken while the app is suspended are part of the next update.",
    sources: [
      .page(
        "startUpdates(from:withHandler:)", by: "Apple",
        at:
          "https://developer.apple.com/documentation/coremotion/cmpedometer/startupdates(from:withhandler:)"
      ),
      .page("CMPedometer.h", by: "Apple"),
    ],
    details: [
      .init(
        .documented,
        "Handlers run on a serial queue. A query gives the steps of at most the last seven days; pace and cadence are nil in it.",
        [.page("CMPedometer.h", by: "Apple")]),
      .init(
        .reported, "While the user walks, updates come about every 3 seconds.",
        [
          .page(
            "CMPedometer update interval", by: "developers",
            at: "https://developer.apple.com/forums/thread/747126"),
          .thread("AndrewDongminYoo/react-native-step-counter", 7),
        ]),
      .init(
        .assumed,
        "A walk has 1.8 steps of 0.75 m in a second, a run 2.7 of 1.1 m. Steps are known at once. The first iPhone that counts is the 5s."
      ),
    ],
    simulated:
      "Steps follow from the activity that the scenario sets. Updates come every 3 s while new steps are taken and the process runs, and once when it continues. A pause or a resumption is an event.",
    difference: "Stairs are not counted: isFloorCountingAvailable() is false.")
}
