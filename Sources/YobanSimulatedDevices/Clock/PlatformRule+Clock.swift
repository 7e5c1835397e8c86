import YobanPlatformProfiles

extension [PlatformRule] {
  package static let clock: Self = [
    .tm1, .tm2, .tm3, .tm4, .tm5,
  ]
}

extension PlatformRule {
  public static let tm1 = PlatformRule(
    "TM1", .world, .documented, versions: "iOS 4 and later; the day iOS 8 and later",
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
  )

  public static let tm2 = PlatformRule(
    "TM2", .world, .documented, versions: "all versions",
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
  )

  public static let tm3 = PlatformRule(
    "TM3", .world, .documented, versions: "all versions",
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
  )

  public static let tm4 = PlatformRule(
    "TM4", .world, .assumed, versions: "all versions",
    "When events of several processes are due at the same time, any of these processes may run first.",
    sources: [],
    simulated:
      "Events that are due at the same time happen in the order in which they were planned. An exploration may choose that the events of another process come first; the events of one process stay in their order.",
    difference:
      "On a device with several processors, processes run at the same time.")

  public static let tm5 = PlatformRule(
    "TM5", .world, .reported, versions: "all versions",
    "The clock of a phone runs fast or slow by some parts per million: developers measured 0.15 s and 1 s a day.",
    sources: [
      .page(
        "Rapid Clock Synchronisation for Ubiquitous Sensing Services Involving Multiple Smartphones",
        by: "Luo and others",
        at:
          "https://docslib.org/doc/6193480/rapid-clock-synchronisation-for-ubiquitous-sensing-services-involving"
      ),
      .thread("instacart/truetime-android", 84),
    ],
    details: [
      .init(
        .reported,
        "A Samsung Galaxy A3 gained or lost 40 ms an hour, which is 11 parts per million, evenly. Over a day, the worst of several phones differed by more than 150 ms."
      ),
      .init(
        .assumed,
        "The time since the boot drifts, too, because nothing corrects it. The system corrects the date from the network."
      ),
    ],
    simulated:
      "The clocks of a device are right unless a test makes them run fast or slow (Device.clockDrift). Then the date, the time since the boot, the times of samples and the times that apps wait have the same drift.",
    difference:
      "The system does not correct the date, and the drift does not depend on temperature and age."
  )
}
