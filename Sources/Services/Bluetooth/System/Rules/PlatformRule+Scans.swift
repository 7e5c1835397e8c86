import YobanPlatformProfiles

/// Scans, discoveries, and the lifetime of a discovered peripheral.
extension PlatformRule {
  public static let bt5 = PlatformRule(
    "BT5", .bluetooth, .documented, versions: "all versions",
    "In background, a scan returns results only if the app has the background mode bluetooth-central and the scan names at least one service.",
    sources: [BluetoothSource.centralManager, BluetoothSource.guide],
    details: [
      .init(
        .documented,
        "The option CBCentralManagerScanOptionAllowDuplicatesKey is ignored in background."
      ),
      .init(
        .reported,
        "A scan without a list of services returns nothing in background and reports no error. Article S1 calls it an error to leave them out.",
        [BluetoothSource.stackOverflow, .article(.s1)]),
      .init(
        .documented,
        "The hardware can look for a limited number of services at a time. Apple advises to name few services.",
        [BluetoothSource.wwdc2017]),
    ],
    simulated:
      "In background, only scans that name services find something, and duplicates are ignored. A finding reports a background scan without services or with the option for duplicates.",
    difference:
      "The number of services that a scan names has no effect. From iOS 26 on a Live Activity lifts these limits (BT30)."
  )

  public static let bt30 = PlatformRule(
    "BT30", .bluetooth, .documented, versions: "iOS 26 and later",
    "An app with a manager and a Live Activity that it has started before it went to the background may go on with what Bluetooth allows in the foreground, such as a scan without services or with duplicates.",
    sources: [
      .page(
        "Core Bluetooth", by: "Apple",
        at: "https://developer.apple.com/documentation/corebluetooth")
    ],
    details: [
      .init(
        .assumed,
        "The app still needs the background mode of Bluetooth, which wakes it for a discovery. A Live Activity that a push has started, one that is only scheduled, and one that has ended give nothing."
      ),
      .init(
        .assumed,
        "The radio does not listen more often than for other scans in background (BT6)."),
    ],
    simulated: "As stated, for scans.",
    difference:
      "Read literally, Apple's sentence includes advertising and the rate at which the radio listens; here both are as without a Live Activity (BT6, BT29)."
  )

  public static let bt6 = PlatformRule(
    "BT6", .bluetooth, .documented, versions: "all versions",
    "A scan without the option for duplicates reports each peripheral once, and in background the system merges discoveries and scans less often, so that a discovery takes longer.",
    sources: [BluetoothSource.guide],
    details: [
      .init(
        .documented,
        "The scan interval becomes longer still if every app that scans is in background."
      ),
      .init(
        .documented,
        "Scanning in background slows down in stages. At the slower of Apple's advertising intervals a discovery can take several minutes; at 20 ms it should take seconds.",
        [BluetoothSource.backgroundScan]),
      .init(
        .reported,
        "In an experiment on iOS 5, stopping and starting a scan in background did not make a known peripheral new; a connection and a disconnection did.",
        [BluetoothSource.stackOverflow]),
      .init(
        .reported,
        "Services in the overflow area of another iPhone (BT29) are reported to a scan in background only while the screen of the scanning phone is lit. A scan in foreground reports them.",
        [
          BluetoothSource.heraldSystems,
          .page("Herald: data", by: "Herald", at: "https://heraldprox.io/design/data"),
          BluetoothSource.overflowReference, .thread("AU-COVIDSafe/mobile-ios", 29),
          .thread("UK NHS COVID-19 app beta", 2), .thread("mash/BLE-Proximity", 1),
        ]),
      .init(
        .reported,
        "Two locked iPhones with dark screens do not discover each other, even in hours. One tap that lights one of the screens is enough.",
        [BluetoothSource.heraldSystems, .thread("AU-COVIDSafe/mobile-ios", 29)]),
      .init(
        .reported,
        "Two teams needed location access besides a lit screen: Herald used location updates of 3 km accuracy and beacon ranging, OverflowAreaBeaconRef the Always permission.",
        [
          .page("Herald: data", by: "Herald", at: "https://heraldprox.io/design/data"),
          BluetoothSource.overflowReference,
        ]),
      .init(
        .reported,
        "Conflicting report: a user wrote that an iPhone 17 with iOS 26 discovers nothing in background.",
        [
          .page(
            "posts tagged Background Tasks", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/tags/backgroundtasks?page=2")
        ]),
      .init(
        .documented,
        "An Apple engineer answered such a report: the scan of an iPhone 17 with iOS 26 has probably not stopped, it is slow.",
        [BluetoothSource.backgroundScan]),
      .init(
        .documented,
        "An Apple engineer writes that a device does not scan continuously but periodically, also in foreground.",
        [
          .page(
            "forum answer 9834", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/9834")
        ]),
      .init(
        .reported,
        "With an accessory that advertised every 100 ms, developers saw values 2 to 4 s apart, and on iPadOS 18 and 26.1 gaps of more than 3 s after one or two minutes of scanning, which a new scan every 10 s seemed to cure.",
        [
          .page(
            "forum question 9834", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/9834"),
          .page(
            "forum question 816751", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/816751"),
        ]),
      .init(
        .assumed,
        "In foreground the next advertisement is discovered. In background an accessory on one of Apple's intervals is always discovered, after 1 to 30 s; a lit screen is faster."
      ),
      .init(
        .reported,
        "Conflict: Herald's page says that every scan call in background reports all Android phones again, and only iPhones in background not.",
        [.page("Herald: protocol", by: "Herald", at: "https://heraldprox.io/design/protocol")]),
    ],
    simulated:
      "A scan reports each peripheral once. A new scan in foreground makes all peripherals new again; in background only a connection does. A scan in foreground reports the next advertisement; a scan in background reports an accessory on one of Apple's intervals after 1 to 30 s, evenly distributed. A scan in background reports the overflow area of another iPhone only while the scanning phone's screen is lit.",
    difference:
      "A scan in foreground listens all the time. A discovery in background never takes minutes on one of Apple's intervals. The screen changes only who sees the overflow area, not the pace; scans of other apps do not change the pace. Location access is not needed to see the overflow area."
  )

  public static let bt7 = PlatformRule(
    "BT7", .bluetooth, .documented, versions: "all versions",
    "A discovered peripheral that the app does not retain is deallocated, and a pending connect to it is canceled.",
    sources: [BluetoothSource.centralManager],
    details: [
      .init(
        .reported,
        "The system then logs that it cancels the connection for an unused peripheral.",
        [.thread("flutter_blue_plus", 400), .thread("universal_ble", 235)]),
      .init(.documented, "An RSSI of 127 means that the value is not available."),
    ],
    simulated:
      "When the app releases a peripheral, its pending connect or its connection is canceled, with a finding. The RSSI is 127 if no packet is received."
  )
}
