import YobanPlatformProfiles

/// Bluetooth events for an app that is in the background or suspended.
extension PlatformRule {
  public static let bt8 = PlatformRule(
    "BT8", .bluetooth, .documented, versions: "all versions",
    "Without the background mode bluetooth-central, an app in background or suspended discovers nothing, and while it is suspended, events of connections, disconnections and notifications are queued until it returns to foreground.",
    sources: [BluetoothSource.guide, BluetoothSource.centralConstants],
    details: [
      .init(
        .documented,
        "The connect options NotifyOnConnection, NotifyOnDisconnection and NotifyOnNotification make the system show an alert for such an event."
      ),
      .init(
        .documented, "The alert is shown for the app that was in foreground most recently."),
    ],
    simulated:
      "Without the background mode, a scan is paused and nothing resumes the app; events wait until the app is in foreground. The three alert options show alerts of the system.",
    difference:
      "Alerts are shown for every app, not only for the one that was in foreground most recently. Requests to a suspended app in the peripheral role without its background mode wait; a real phone refuses them."
  )

  public static let bt9 = PlatformRule(
    "BT9", .bluetooth, .measured, versions: "measured on iOS 15.1",
    "With the background mode bluetooth-central, an event for a Bluetooth delegate resumes a suspended app for 8 to 11 s; then the system suspends the app again.",
    sources: [.article(.s0)],
    details: [
      .init(
        .documented, "An app has around 10 s to complete its work when it is woken.",
        [BluetoothSource.guide]),
      .init(
        .documented,
        "Events of the peripheral role resume an app that has the background mode bluetooth-peripheral.",
        [BluetoothSource.guide]),
      .init(
        .measured,
        "A loop that printed a number once a second printed 1 to 11 in a wake for a discovery, a connection and the discovery of services, so the wake lasted 10 to 11 s."
      ),
      .init(
        .measured,
        "The same loop printed 12 to 20 in a wake for a disconnection, so that wake lasted 8 to 9 s."
      ),
      .init(
        .measured,
        "One number was printed between didConnect and didDiscoverServices, so the discovery of that accessory's services took up to 1 s."
      ),
      .init(
        .assumed,
        "Each further event extends the wake to 8 to 9 s after that event. Up to 10 s after it would fit the log, too."
      ),
      .init(
        .reported,
        "Two apps can keep each other running: a write resumes the peripheral, whose notification 8 s later resumes the central (Herald).",
        [
          .page(
            "herald-for-ios, BLEReceiver.swift", by: "Herald",
            at: "https://github.com/theheraldproject/herald-for-ios")
        ]),
      .init(
        .reported,
        "With this design, 4 phones (2 iOS, 2 Android) had a reading in 99.994 % of all windows of 30 s in a test of 12 h.",
        [
          .page(
            "Herald App Results 2020-12-08", by: "Herald",
            at: "https://heraldprox.io/results/herald-2020-12-08")
        ]),
      .init(
        .reported,
        "With this design, 10 phones (5 iOS, 5 Android) had a reading in 93.06 % of the windows in a test of 11 h.",
        [
          .page(
            "Herald App Results 2020-08-31", by: "Herald",
            at: "https://heraldprox.io/results/herald-2020-08-31")
        ]),
      .init(
        .reported,
        "An attached debugger normally prevents suspension. The page of Apple that says so was not read.",
        [.page("Testing and Debugging Code Running in the Background", by: "Apple")]),
      .init(
        .measured,
        "Conflicting measurement: the app was suspended while its output was read in the console of Xcode. The simulator follows this measurement."
      ),
      .init(
        .reported,
        "One project writes that an app has at most 10 s since its last Bluetooth event, which is how each event extends the run time here.",
        [
          .page(
            "CoreBluetooth Example (Master Mode), README", by: "Qase",
            at: "https://github.com/Qase/Corebluetooth_master_example")
        ]),
    ],
    simulated:
      "Every event lets the app run for 8 to 9 s from that event; the length is drawn again for each. A wake with several events lasts up to 11 s.",
    difference: "That each event extends the wake is assumed.")

  public static let bt10 = PlatformRule(
    "BT10", .bluetooth, .measured, versions: "measured on iOS 15.1",
    "When an event resumes a suspended app, code that was suspended can continue before the delegate callback is called.",
    sources: [.article(.s0)],
    details: [
      .init(
        .measured,
        "The suspended loop printed its next number, 1, before didDiscover was called. The callback was not the first code that ran."
      )
    ],
    simulated: "Suspended code continues before the event is delivered.",
    difference: "The order is always this one; on a real device either can come first.")

  public static let bt11 = PlatformRule(
    "BT11", .bluetooth, .measured, versions: "measured on iOS 15.1",
    "A peripheral that is discovered in background can have no name, although the accessory has one.",
    sources: [.article(.s0)],
    details: [
      .init(
        .measured,
        "The log of the discovered object showed the name nil, an MTU of 0 and the state disconnected."
      ),
      .init(
        .measured, "An app of 2016 skips every discovered device that has no local name.",
        [.article(.s1)]),
      .init(
        .documented,
        "If a peripheral has both an advertised name and the device name of its Generic Access service, CBPeripheral.name returns the latter.",
        [
          .page(
            "CBPeripheral: name", by: "Apple",
            at: "https://developer.apple.com/documentation/corebluetooth/cbperipheral/name")
        ]),
      .init(
        .documented,
        "At the first discovery the name is the advertised local name, if the phone asks for scan responses. The local name comes from the advertisement or the scan response and may be absent.",
        [Self.nameAnswer]),
      .init(
        .documented,
        "After a connection the system caches the device name, and later discoveries report it, so that it can differ from the advertised local name.",
        [Self.nameAnswer]),
      .init(.assumed, "A scan in background does not ask for scan responses."),
    ],
    simulated:
      "A name comes from the advertisement, from the scan response in foreground only, or from the cache of an earlier connection.",
    difference:
      "A device name that changes during a connection is read at the next connection, not at once.")

  private static let nameAnswer = RuleSource.page(
    "forum answer 72343", by: "Apple Developer Forums",
    at: "https://developer.apple.com/forums/thread/72343")

  public static let wk10 = PlatformRule(
    "WK10", .watch, .documented, versions: "watchOS 9 and later",
    "In the background a watchOS app gets at most 5 timely Bluetooth alerts or background scans in a rolling 24 hours, and a launch by the user resets this budget.",
    sources: [
      .page("WKBluetoothAlertRefreshBackgroundTask", by: "Apple"),
      .page("Interacting with Bluetooth peripherals during background app refresh", by: "Apple"),
    ],
    details: [
      .init(
        .documented,
        "The error code 18 says that the budget is nearly used up, and 17 that it is used up."),
      .init(
        .documented,
        "watchOS has no general bluetooth-central mode like iOS: other events wait until the app is in front."
      ),
      .init(
        .documented,
        "From watchOS 8 on an app can connect to its accessory during a background app refresh, and from watchOS 9 on it can keep the connection while it is suspended.",
        [
          .page(
            "Connect Bluetooth devices to Apple Watch, WWDC 2021, session 10005", by: "Apple",
            at: "https://developer.apple.com/videos/play/wwdc2021/10005/")
        ]),
      .init(.documented, "The alerts need an Apple Watch Series 6 or newer."),
      .init(
        .documented,
        "At a disconnection the app gets run time for a moment, and an app has at most two connections.",
        [
          .page(
            "Get timely alerts from Bluetooth devices on watchOS, WWDC 2022, session 10135",
            by: "Apple", at: "https://developer.apple.com/videos/play/wwdc2022/10135/")
        ]),
    ],
    simulated:
      "A new value of a subscribed characteristic resumes a suspended app that has `bluetooth-central`, with a `WKBluetoothAlertRefreshBackgroundTask`: five times in a rolling 24 hours, with error 18 when one is left and once with error 17 when none is left, then not again. A scan for named services goes on in the background and uses the same budget for each peripheral that it finds. A launch by the user restores the budget; raising the wrist does not. While a workout session or an extended runtime session of the app runs, Bluetooth works as in the foreground and uses no alerts, and from watchOS 8 on also during a background refresh. Before watchOS 9 there are no alerts.",
    difference:
      "A disconnection gives no run time. Every watch with watchOS 9 or later has the alerts. A terminated app is not launched for an alert. A background scan without budget finds nothing, and a finding says so. Values that came without budget are kept until the app is in front."
  )
}
