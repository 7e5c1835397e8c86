extension RuleTopic {
  /// The environment of a device.
  static let world = RuleTopic(
    title: "Network, time and motion sensors",
    page: "world",
    summary:
      "How fast the simulated network is, what apps learn of a changed clock, time zone or locale, and which values motion sensors can have.",
    rules: [
      PlatformRule(
        "NW1", .assumed, versions: "all versions",
        "A simulated device reaches a server in 40 ms there and back, sends 2 MB and receives 10 MB per second.",
        sources: [],
        simulated:
          "Every exchange takes the latency and the time of its bytes. A test sets the numbers, takes the network away, or lets transfers fail.",
        difference:
          "There is no loss of single packets, no change of rate by signal strength, and no cost of a new connection."
      ),
      PlatformRule(
        "NW2", .documented, versions: "iOS 12 and later",
        "A path monitor tells an app about the network after its start and after each change.",
        sources: [
          .page(
            "NWPathMonitor", by: "Apple",
            at: "https://developer.apple.com/documentation/network/nwpathmonitor")
        ],
        details: [
          .init(
            .documented, "A cellular path is expensive, a path in Low Data Mode is constrained."),
          .init(.assumed, "Before the start, the current path is unsatisfied."),
          .init(
            .assumed,
            "A suspended app receives nothing; when it is resumed, it receives the newest path if that differs from the last one that it received."
          ),
        ],
        simulated:
          "NWPathMonitor reports the path that a test sets: Wi-Fi, cellular or none, and Low Data Mode.",
        difference:
          "A path has one interface: a phone on Wi-Fi does not list its cellular one. There is no Personal Hotspot, which is expensive too."
      ),
      PlatformRule(
        "TM1", .documented, versions: "all versions",
        "An app receives notifications when the clock is set, when another day begins and when daylight saving time begins or ends; a suspended app receives one for all changes when it runs again.",
        sources: [
          .page(
            "Processing queued notifications", by: "Apple",
            at:
              "https://developer.apple.com/documentation/uikit/processing-queued-notifications"),
          .page(
            "NSSystemClockDidChange", by: "Apple",
            at:
              "https://developer.apple.com/documentation/foundation/nsnotification/name-swift.struct/nssystemclockdidchange"
          ),
          .page(
            "NSCalendarDayChanged", by: "Apple",
            at:
              "https://developer.apple.com/documentation/foundation/nsnotification/name-swift.struct/nscalendardaychanged"
          ),
        ],
        details: [
          .init(
            .documented,
            "significantTimeChangeNotification and then applicationSignificantTimeChange follow. If the app is suspended, the call waits until the app returns to the foreground, and only one follows for several changes.",
            [
              .page(
                "applicationSignificantTimeChange(_:)", by: "Apple",
                at:
                  "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/applicationsignificanttimechange(_:)"
              )
            ]),
          .init(
            .assumed,
            "A clock that the user sets is a significant change, whatever the difference."),
          .init(
            .assumed,
            "A notification with a calendar trigger whose date has passed because the clock was set ahead is delivered at once."
          ),
        ],
        simulated:
          "Device.setClock(by:) changes the date that apps read, and not the time since the boot. At midnight and at changes to and from daylight saving time, in the time zone of the device, apps receive the notifications without being woken. On Android the broadcast TIME_SET follows.",
        difference:
          "The notifications come at once, while Apple promises no time for NSCalendarDayChanged. A timer keeps the moment at which it is due when the clock is set; on a device, one that waits for a wall-clock time of Dispatch moves."
      ),
      PlatformRule(
        "TM2", .documented, versions: "all versions",
        "An app receives NSSystemTimeZoneDidChange when the time zone of the device changes.",
        sources: [
          .page(
            "NSSystemTimeZoneDidChange", by: "Apple",
            at:
              "https://developer.apple.com/documentation/foundation/nsnotification/name-swift.struct/nssystemtimezonedidchange"
          ),
          .page(
            "cfTimeZoneSystemTimeZoneDidChange", by: "Apple",
            at:
              "https://developer.apple.com/documentation/corefoundation/cfnotificationname/cftimezonesystemtimezonedidchange"
          ),
        ],
        details: [
          .init(
            .reported,
            "Another time zone is a significant change of the time (TM1): a suspended app receives it when it returns to the foreground.",
            [
              .thread("appcelerator-developer-relations/KitchenSink", 88),
              .thread("toggl/mobileapp", 3274),
            ]),
          .init(
            .reported,
            "A notification with a calendar trigger keeps its time of day in the new time zone, unless its date components have a time zone that does not update itself.",
            [
              .page(
                "Understanding UILocalNotification timeZone", by: "newbe.dev",
                at: "https://newbe.dev/understanding-uilocalnotification-timezone")
            ]),
          .init(
            .assumed,
            "A suspended app receives one notification for several changes, when it runs again. If the date differs in the new time zone, NSCalendarDayChanged follows, too."
          ),
        ],
        simulated:
          "Device.setTimeZone(_:) changes what the apps of this device read as the time zone, in Foundation and in the C library, and notifies them without waking them. On Android the broadcast TIMEZONE_CHANGED follows.",
        difference:
          "TimeZone.current and NSTimeZone.system are the new time zone at once. Apple's page about NSTimeZone.system says that an app keeps the old value until it calls resetSystemTimeZone(); Apple's published source of Foundation reads the new one after the notification."
      ),
      PlatformRule(
        "TM3", .documented, versions: "all versions",
        "An app receives currentLocaleDidChangeNotification when the locale of the device changes; a suspended app receives one for all changes when it runs again.",
        sources: [
          .page(
            "currentLocaleDidChangeNotification", by: "Apple",
            at:
              "https://developer.apple.com/documentation/foundation/nslocale/currentlocaledidchangenotification"
          ),
          .page(
            "Processing queued notifications", by: "Apple",
            at:
              "https://developer.apple.com/documentation/uikit/processing-queued-notifications"),
        ],
        details: [
          .init(
            .reported, "Another language ends all apps of an iPhone; they are not notified.",
            [.thread("futuretap/InAppSettingsKit", 329)]),
          .init(
            .assumed,
            "The same holds on a watch. The system may launch the apps again in the background."),
        ],
        simulated:
          "Device.setLocale(_:) changes what the apps of this device read as the locale, the current calendar and the preferred languages. On Android the broadcast LOCALE_CHANGED follows, and apps go on running.",
        difference:
          "The strings of an app are not translated. Variants of a language in one script, such as Portuguese of Brazil and of Portugal, count as one language. A watch does not follow its iPhone. Single settings, such as the 24-hour clock, cannot be changed."
      ),
      .tm4,
      PlatformRule(
        "MO1", .reported, versions: "measured on an iPhone 12 Pro Max and a Galaxy S25",
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
        ],
        simulated:
          "Generated motion lies on the grid of an iPhone, or of a Galaxy S25 on an Android phone. A test can play a recording of a real phone instead.",
        difference: "The time between two samples does not vary."),
      PlatformRule(
        "MO2", .documented, versions: "all versions",
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
      ),
      PlatformRule(
        "MO3", .documented, versions: "iOS 8 and later, watchOS 2 and later",
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
      ),
      .mo4, .mo5, .mo6,
    ])
}
