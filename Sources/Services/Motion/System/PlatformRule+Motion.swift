import YobanPlatformProfiles

extension [PlatformRule] {
  package static let motion: Self = [
    .mo1, .mo2, .mo3, .mo4, .mo5, .mo6, .wk7, .wk8,
  ]
}

/// Motion sensors and recordings, and the knowledge of the motion coprocessor about the user.
extension PlatformRule {
  public static let mo1 = PlatformRule(
    "MO1", .world, .reported, versions: "measured on an iPhone 12 Pro Max and a Galaxy S25",
    "Values of motion sensors lie on a grid: an iPhone's acceleration is a multiple of 2^-16 g, its rotation rate a multiple of 2^-16 degrees per second.",
    sources: [
      .page(
        "Recordings of the app Sensor Logger, published by their owners on GitHub",
        by: "users of Sensor Logger")
    ],
    details: [
      .init(
        .reported,
        "The Galaxy S25's acceleration is a multiple of 9.80665 times 0.000244 m/s², and its samples come 16.96 ms apart (the median), about 59 per second."
      ),
      .init(
        .reported, "The iPhone's samples came 9.95 ms apart at a requested 100 per second."),
      .init(
        .assumed,
        "What a sensor measures without a recording is a generated motion on the same grid, at the nominal rate."
      ),
      .init(
        .reported,
        "Conflict: the notes of Sensor Logger give a median of 199.75 samples per second for the accelerometer of a Galaxy S25.",
        [
          .page(
            "SAMPLING.md", by: "Sensor Logger",
            at: "https://github.com/tszheichoi/awesome-sensor-logger/blob/main/SAMPLING.md")
        ]),
    ],
    simulated:
      "Generated motion lies on the grid of an iPhone, or of a Galaxy S25 on an Android phone. A test can play a recording of a real phone instead.",
    difference: "The time between two samples does not vary.")

  public static let mo2 = PlatformRule(
    "MO2", .world, .documented, versions: "all versions",
    "The magnetometer of CMMotionManager measures the earth's magnetic field plus the fields of the device and its surroundings, in microteslas along the device's axes.",
    sources: [.page("CMMagnetometerData.magneticField", by: "Apple")],
    details: [
      .init(
        .reported,
        "An Apple Watch has a compass since Series 5.",
        [
          .page(
            "Apple Watch Bands Featuring Magnetic Fasteners May Cause Interference With Apple Watch Series 5 Compass Function",
            by: "MacTrast")
        ]),
      .init(
        .assumed,
        "Every simulated iPhone has a magnetometer. Values are multiples of 2^-16 microteslas, at the rate of the other sensors. The noise is 0.4 microteslas at most. A start on a device without a magnetometer has no effect."
      ),
    ],
    simulated:
      "The magnetometer measures the field of Tokyo (30 microteslas along the ground, 35 into it) and noise. It has the postures of the generated accelerometer, and in each posture points in another direction of the compass. On a watch before Series 5 a start has no effect, and a finding says so. A recording that is played instead of generated motion has no magnetometer, so that its values are generated.",
    difference:
      "The device and its surroundings have no field of their own, so that nothing needs to be calibrated. The direction is not that of CLHeading. Device motion uses the magnetometer only for the direction of north when updates begin, and true north is magnetic north."
  )

  public static let mo3 = PlatformRule(
    "MO3", .world, .documented, versions: "iOS 8 and later, watchOS 2 and later",
    "CMAltimeter delivers the air pressure every few seconds, with the change of altitude since the first update after a start, whose relative altitude is 0.",
    sources: [
      .page("CMAltimeter", by: "Apple"), .page("CMAltimeter.h (iOS 15 SDK)", by: "Apple"),
    ],
    details: [
      .init(
        .reported, "An iPhone delivers an update about once a second, at no other rate.",
        [
          .thread("xamarin/Essentials", 888),
          .thread("react-native-sensors/react-native-sensors", 77),
          .page(
            "iOS8の高度計(気圧計)", by: "reinforce-lab",
            at: "https://blog.reinforce-lab.com/post/2014-10-03-ios8-barometer"),
        ]),
      .init(
        .reported, "An Apple Watch delivers an update about every 3 seconds.",
        [
          .page(
            "Alti-Barometer Pro FAQ", by: "Bog Bridges",
            at: "https://www.bogbridges.com/alti-barometer-pro-faq")
        ]),
      .init(
        .reported, "iPhone 6 was the first iPhone with a barometer.",
        [.thread("benFnord/snsrlog", 2)]),
      .init(
        .documented,
        "A start on a device without a barometer has no effect. A second start replaces the first."
      ),
      .init(
        .documented,
        "Altitudes above sea level exist from iOS 15 and watchOS 8 on, on an iPhone 12 or later and an Apple Watch Series 6 or SE or later. They are delivered whenever the system detects a change."
      ),
      .init(
        .reported,
        "An app without NSMotionUsageDescription crashes when it starts the altimeter (MO4).",
        [
          .page(
            "sensors_plus", by: "Flutter Community", at: "https://pub.dev/packages/sensors_plus"
          )
        ]
      ),
      .init(
        .reported,
        "The altimeter needs the permission since iOS 17.4; in that version it fails silently, without asking the user.",
        [.thread("expo/expo", 28187), .thread("expo/expo", 28253)]),
      .init(
        .reported,
        "After a restart an iPhone delivered no absolute altitude for hours, until the user opened the Compass app.",
        [.thread("sindresorhus/Actions", 207)]),
      .init(
        .assumed,
        "If the user does not allow motion, the handler receives CMErrorMotionActivityNotAuthorized once. Updates come only while the process runs."
      ),
    ],
    simulated:
      "Updates come each second while the process runs. The pressure is that of the standard atmosphere at the device's altitude (`Device.altitude`, `Device.climb(to:at:)`), plus a weather of up to 3.5 hPa that changes by 0.6 hPa in an hour at most, plus noise worth 5 cm. The relative altitude follows from the pressure, so that the weather changes it, too. Absolute altitudes are wrong by up to their accuracy of 2 m. The first use asks for the permission, and without NSMotionUsageDescription it ends the app with a finding.",
    difference:
      "A watch delivers updates each second, too. Absolute altitudes come each second, from the start on, without location. The permission is needed in every version."
  )

  public static let mo4 = PlatformRule(
    "MO4", .world, .documented,
    versions: "iOS 10 and later, watchOS 3 and later; altitudes iOS 17.4 and later",
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
    difference: "Versions before iOS 10 need the key, too, and altitudes need it on every version.")

  public static let mo5 = PlatformRule(
    "MO5", .world, .documented, versions: "iOS 7 and later, watchOS 2 and later",
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
        "A query gives the changes of at most the last seven days; the first one may have begun before the period. A period without samples gives CMErrorUnknown (103).",
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

  public static let mo6 = PlatformRule(
    "MO6", .world, .documented, versions: "iOS 8 and later, watchOS 2 and later",
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

  public static let wk7 = PlatformRule(
    "WK7", .watch, .documented, versions: "watchOS 2 and later, iOS 9 and later",
    "After an app has asked CMSensorRecorder for it, the system records the accelerometer at 50 Hz for up to 12 hours per call, even while the app is suspended or terminated.",
    sources: [
      .page("CMSensorRecorder", by: "Apple"),
      .page("CMSensorRecorder.h (iOS 16.5 SDK)", by: "Apple"),
    ],
    details: [
      .init(
        .documented,
        "One query covers at most 12 hours. New samples can be read up to 3 minutes late and are kept for 3 days. Times without a recording return no samples."
      ),
      .init(
        .documented,
        "An app extends the recording by calling the method again, before the 12 hours are over."),
      .init(
        .documented,
        "Apple contradicts itself here: a WWDC session says that from watchOS 3 on an app has a window of 36 hours in which it can launch and read the samples. The simulator follows the pages and the header: 12 hours per call, kept for 3 days.",
        [.page("Health and Fitness with Core Motion (WWDC16, session 713)", by: "Apple")]),
      .init(
        .assumed,
        "A reboot ends a recording. Late samples become readable in blocks of 3 minutes."
      ),
      .init(
        .assumed,
        "12 hours at 50 Hz are 2.16 million samples, about 69 MB if a sample is stored in 32 bytes."
      ),
      .init(
        .documented,
        "A recording stops when its time is over and no other app has extended it, so that apps share it.",
        [
          .page(
            "CMSensorRecorder", by: "Apple",
            at: "https://developer.apple.com/documentation/coremotion/cmsensorrecorder")
        ]),
    ],
    simulated:
      "The system records at 50 Hz for an app that asked, up to 12 hours per call, extended by a further call, while the app is suspended or terminated. A query covers at most 12 hours; samples are readable up to 3 minutes late and for 3 days; what was not recorded is missing. A kill or a force-quit does not end a recording, a reboot does. Every watch records, and an iPhone 7 or newer from iOS 9 on.",
    difference:
      "Each app has its own recording, and late samples become readable in blocks of 3 minutes. Which iPhone models can record is assumed."
  )

  public static let wk8 = PlatformRule(
    "WK8", .watch, .documented,
    versions: "CMMotionManager: all versions; batches: watchOS 10 and later",
    "CMMotionManager delivers samples only while the app's process runs; CMBatchedSensorManager delivers them in batches at a higher rate and needs an active workout session.",
    sources: [
      .page("CMMotionManager", by: "Apple"), .page("CMBatchedSensorManager", by: "Apple"),
      coreMotionSession,
    ],
    details: [
      .init(
        .documented, "CMMotionManager gives at most 100 samples per second.",
        [coreMotionSession]),
      .init(
        .documented,
        "CMBatchedSensorManager gives 800 accelerometer samples and 200 device-motion readings per second, in one batch per second.",
        [coreMotionSession]),
      .init(
        .reported,
        "Batches need an Apple Watch Series 8, which the session names, or newer, or an Apple Watch Ultra.",
        [
          .page(
            "a thread about CMBatchedSensorManager", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/733858")
        ]),
      .init(
        .assumed,
        "A paused session gives batches, too. When the session ends, the handler receives CMErrorNotAvailable. Handlers run on the main queue."
      ),
    ],
    simulated:
      "CMMotionManager gives samples only while the process runs, at 100 Hz at most. Batches exist from watchOS 10 on, on a Series 8 or newer or an Ultra: 800 accelerometer samples and 200 device-motion readings per second, one batch per second, while a workout session of the app is prepared, running, paused or stopped. Without a session the updates fail, and a finding says so. What was sampled while the app was suspended is lost.",
    difference:
      "Which error Apple gives at the end of the session, and on which queue handlers run, is unknown. On a recorded motion of a lower rate each sample repeats the newest recorded value."
  )

  private static let coreMotionSession = RuleSource.page(
    "What's new in Core Motion (WWDC23, session 10179)", by: "Apple",
    at: "https://developer.apple.com/videos/play/wwdc2023/10179/")
}
