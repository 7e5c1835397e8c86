import YobanPlatformProfiles

/// Connection parameters, advertising intervals, and the identification of a device.
extension PlatformRule {
  public static let bt17 = PlatformRule(
    "BT17", .bluetooth, .documented, versions: "all versions",
    "An accessory can request connection parameters, and an iPhone may reject a request that breaks one of the clauses of Apple's Accessory Design Guidelines.",
    sources: [BluetoothSource.guidelines, BluetoothSource.qa1931],
    details: [
      .init(
        .documented,
        "The peripheral latency is at most 30 connection intervals. The supervision timeout is 2 to 6 s."
      ),
      .init(
        .documented,
        "The minimum interval is at least 15 ms and a multiple of 15 ms. The maximum interval is at least 15 ms longer, or both are 15 ms."
      ),
      .init(
        .documented,
        "The maximum interval times (latency + 1) is at most 2 s, and three times this product is less than the supervision timeout."
      ),
      .init(
        .documented,
        "If both intervals are 15 ms, some devices use 30 ms. A device with the HID service may use 11.25 ms."
      ),
      .init(
        .reported,
        "The two documents were read in word-for-word quotations of release R17, section 40.6, of an older release, section 35.6, and of QA1931; the stored copy of QA1931 lacks its lists.",
        [
          .page(
            "quotation of release R17", by: "crz2014 on cnblogs",
            at: "https://cnblogs.com/crz2014/p/16466509.html"),
          .page(
            "quotation of section 35.6", by: "viod13 on cnblogs",
            at: "https://www.cnblogs.com/viod13/p/14325162.html"),
          .page(
            "Selecting Suitable Connection Parameters for Apple Devices", by: "Silicon Labs",
            at:
              "https://docs.silabs.com/mobile-apps/3.3.2/mobile-apps-suitable-connection-parameters/"
          ),
        ]),
      .init(
        .documented,
        "Older releases (section 3.6, 2013) had other clauses: minimum interval at least 20 ms, maximum at least 20 ms longer, latency at most 4, supervision timeout at most 6 s. The clauses about the product were the same.",
        [
          .page(
            "quotation on the mailing list bluetooth-dev, December 2013", by: "Apple",
            at: "https://lists.apple.com/archives/bluetooth-dev/2013/Dec/msg00052.html")
        ]),
      .init(
        .reported,
        "Conflicting answer: a reply in Apple's forum says that the product must be less than 6 s instead of at most 2 s.",
        [
          .page(
            "forum thread 822187", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/822187")
        ]),
      .init(
        .documented, "The shortest connection interval is 15 ms from iOS 11 on.",
        [BluetoothSource.wwdc2017]),
      .init(
        .reported,
        "Without a request an iPhone uses a connection interval of 30 ms, no latency and a supervision timeout of 720 ms. Another project names about 0.75 s and refers to Punch Through.",
        [
          .page(
            "iOS Bluetooth connection parameters", by: "RollingPin on CSDN",
            at: "https://blog.csdn.net/RollingPin/article/details/133087273"),
          .page(
            "TI CC2541 parameters", by: "mywayonobjectivec",
            at: "https://mywayonobjectivec.blogspot.com/2014/04/ti-cc2541-parameters.html"),
        ]),
      .init(
        .reported,
        "A link that is out of range ends with CBError 6 after the supervision timeout.",
        [
          .page(
            "forum thread 710995", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/710995")
        ]),
      .init(
        .reported,
        "A connection starts with an interval of 30 ms.",
        [.page("BLE guides", by: "chrisc11", at: "https://github.com/chrisc11/ble-guides")]),
    ],
    simulated:
      "A request for connection parameters is granted if all the current clauses hold. Without a request the connection interval is 30 ms and the supervision timeout 720 ms. A link without packets ends after the supervision timeout.",
    difference:
      "The older clauses are not available. The peripheral latency has no effect on the pace.")

  public static let bt18 = PlatformRule(
    "BT18", .bluetooth, .documented, versions: "all versions",
    "Apple recommends that an accessory advertises every 20 ms for at least 30 s and then at one of nine longer intervals; at any other interval, discovery in background is unreliable.",
    sources: [
      BluetoothSource.qa1931, BluetoothSource.guidelines, BluetoothSource.backgroundScan,
    ],
    details: [
      .init(
        .documented,
        "The nine intervals are 152.5, 211.25, 318.75, 417.5, 546.25, 760, 852.5, 1022.5 and 1285 ms."
      ),
      .init(
        .reported,
        "The list of intervals was read in an answer of an Apple engineer, and the clause about 20 ms for at least 30 s in word-for-word quotations; the stored copy of QA1931 lacks its lists.",
        [
          BluetoothSource.backgroundScan, .thread("adafruit/adafruit_nrf52_arduino", 23),
          .page(
            "quotation of the guidelines (2014)", by: "Bluetooth Low Energy Advent Calendar, Qiita",
            at: "https://frothless11.rssing.com/chan-6775441/article162.html"),
        ]),
      .init(
        .documented,
        "The intervals must be met exactly: a small deviation can make discovery take much longer. In background, discovery takes longer in any case.",
        [BluetoothSource.qa1931, .thread("adafruit/adafruit_nrf52_arduino", 23)]),
      .init(
        .documented,
        "At the slower of the nine intervals, discovery in background can take several minutes.",
        [BluetoothSource.backgroundScan]),
      .init(.assumed, "At other intervals a scan in background misses half of the attempts."),
    ],
    simulated:
      "An accessory that uses one of Apple's intervals is discovered in background evenly within 1 to 30 s (BT6). With any other interval half of the attempts are missed, and a longer interval takes proportionally longer.",
    difference:
      "The distribution is assumed, and discovery does not depend on which of the nine intervals is used; on a real phone the slower ones can take minutes."
  )

  public static let bt19 = PlatformRule(
    "BT19", .bluetooth, .documented, versions: "all versions",
    "The identifier of a remote device is assigned by the system of the observing device when it first meets the remote device; it is not the Bluetooth address and differs from observer to observer.",
    sources: [
      .page(
        "CBPeer: identifier", by: "Apple",
        at: "https://developer.apple.com/documentation/corebluetooth/cbpeer/identifier"),
      BluetoothSource.centralManager,
    ],
    details: [
      .init(
        .documented,
        "retrievePeripherals(withIdentifiers:) returns known peripherals without a scan.",
        [BluetoothSource.centralManager]),
      .init(
        .documented,
        "retrieveConnectedPeripherals(withServices:) lists peripherals that are connected to the system, but the app still has to connect to each.",
        [BluetoothSource.centralManager]),
      .init(
        .reported,
        "On one phone, the CBCentral that subscribes and the CBPeripheral that is connected have the same identifier if they are the same device. So retrievePeripherals with the identifier of a central works.",
        [
          .thread("bitchat", 1396),
          .page(
            "herald-for-ios, symmetric connection", by: "Herald",
            at: "https://github.com/theheraldproject/herald-for-ios"),
        ]),
      .init(
        .reported,
        "A phone's advertising address rotates about every 15 to 20 min. To an app without a bond that sees only advertisements, the phone can then be a new peripheral.",
        [
          .page("Herald: protocol", by: "Herald", at: "https://heraldprox.io/design/protocol"),
          .thread("bitchat", 1395), .thread("AU-COVIDSafe/mobile-ios", 29),
        ]),
      .init(
        .reported,
        "On iOS 27 a developer saw the identifier of an accessory without a bond change at a system update and at each reboot; on iOS 18 it stayed the same.",
        [
          .page(
            "forum thread 851067", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/851067")
        ]),
    ],
    simulated:
      "Each phone assigns its own identifier to a remote device and keeps it; known peripherals can be retrieved without a scan, and a peripheral that is connected to the phone still needs a connect of the app. The CBCentral and the CBPeripheral of one device have the same identifier. A phone's advertising address rotates every 15 to 20 min; to an app without a bond that only sees advertisements the phone may then be a new peripheral.",
    difference:
      "No identifier is forgotten, and a reboot or a system update does not change the identifier of an accessory."
  )
}
