import YobanPlatformProfiles

/// Discovery of services, reads, writes and subscriptions.
extension PlatformRule {
  public static let bt20 = PlatformRule(
    "BT20", .bluetooth, .documented, versions: "all versions",
    "After a connection an app must discover services and then characteristics before it can read, write or subscribe, and a command to a peripheral that is not connected does nothing.",
    sources: [BluetoothSource.peripheral, BluetoothSource.guide],
    details: [
      .init(
        .reported, "Such a command makes the system log API MISUSE.",
        [.thread("RxBluetoothKit", 125), .thread("kable", 591)]),
      .init(.documented, "After a disconnection all services must be discovered again."),
      .init(
        .documented,
        "The system caches the services of a bonded accessory that has the Service Changed characteristic, and those of an accessory that has neither a bond nor this characteristic. A later discovery is then quick.",
        [BluetoothSource.wwdc2017]),
      .init(
        .documented,
        "The answer to a read arrives in didUpdateValueFor, the same callback as a notification."),
      .init(
        .documented,
        "A client sends one request at a time on a link and waits for its response (section 3.3.2).",
        [BluetoothSource.attributeProtocol]),
      .init(
        .documented,
        "A request without a response fails after 30 s, and no further request may be sent on that link (section 3.3.3).",
        [BluetoothSource.attributeProtocol]),
      .init(
        .documented,
        "The system negotiates the MTU; an app cannot see or change the negotiation. The MTU is the smaller of the two proposals.",
        [
          .page(
            "forum answer 824435", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/824435"), BluetoothSource.wwdc2017,
        ]),
      .init(
        .reported, "An iPhone proposes an MTU of 185 bytes from iOS 10 on, and of 158 before.",
        [.page("BLE guides", by: "chrisc11", at: "https://github.com/chrisc11/ble-guides")]),
      .init(
        .reported,
        "Other values were seen: an MTU of 255 now and then, and 247 from maximumWriteValueLength on an iPhone 11.",
        [
          .thread("nordicsemi/IOS-DFU-Library", 366), .thread("nordicsemi/IOS-DFU-Library", 358),
        ]),
      .init(
        .reported,
        "An Android phone as the peripheral of iOS 16.7.8 saw an MTU of 517. A value of 524 from maximumWriteValueLength stands in a comment of the same project, without a device.",
        [.thread("chipweinberger/flutter_blue_plus", 909)]),
      .init(
        .reported, "A report of 77 bytes on iOS 16 is not confirmed.",
        [
          .page(
            "Understanding Core Bluetooth and BLE MTU Size in iOS 16", by: "codepath321",
            at:
              "https://codepath321.pages.dev/posts/2023-07-19-understanding-core-bluetooth-and-ble-mtu-size-in-ios-16-a-cause-for-concern"
          )
        ]),
      .init(
        .documented,
        "didModifyServices is called when the peripheral removes a service, adds one, or adds a removed one back at another place. Its list names the changed services that the app had discovered.",
        [
          .page(
            "CBPeripheralDelegate: peripheral(_:didModifyServices:)", by: "Apple",
            at:
              "https://developer.apple.com/documentation/corebluetooth/cbperipheraldelegate/peripheral(_:didmodifyservices:)"
          ), BluetoothSource.peripheral,
        ]),
      .init(
        .reported,
        "When a service is added, the list is empty or does not contain the new service. Herald depends on this call.",
        [.thread("steamclock/bluejay", 193), .thread("theheraldproject/herald-for-ios", 31)]),
      .init(
        .reported,
        "A request to a characteristic that no longer exists gets no answer; after some 30 s the link can end with a timeout, although the RSSI could be read until then.",
        [
          .thread("theheraldproject/herald-for-ios", 31),
          .thread("theheraldproject/herald-for-ios", 32),
        ]),
      .init(
        .reported,
        "At random, a read fails with code 6, and the connected state of about one connect in ten is missed. Rule RA2 covers this.",
        [
          .page(
            "Herald's notes on Bluetooth", by: "Herald", at: "https://heraldprox.io/bluetooth/os"),
          .thread("theheraldproject/herald-for-ios", 23),
        ]),
      .init(
        .reported,
        "On an iPhone 14 with iOS 17 a developer saw an MTU of 244.",
        [.thread("PhilipsHue/flutter_reactive_ble", 816)]),
    ],
    simulated:
      "A command without a connection does nothing, with a finding. One request is sent at a time, and a request without an answer ends the link after 30 s. The MTU is 185 bytes, and 158 before iOS 10. didModifyServices is called when services are removed, replaced or added. A request to a characteristic that no longer exists ends the link after 30 s.",
    difference: "The link is ended with code 6; the code on a real device is not documented.")

  public static let bt21 = PlatformRule(
    "BT21", .bluetooth, .documented, versions: "iOS 9 and later",
    "maximumWriteValueLength(for:) returns how many bytes one write can send, and the number depends on the write type.",
    sources: [
      BluetoothSource.peripheral,
      .page(
        "CBPeripheral: maximumWriteValueLength(for:)", by: "Apple",
        at:
          "https://developer.apple.com/documentation/corebluetooth/cbperipheral/maximumwritevaluelength(for:)"
      ),
    ],
    details: [
      .init(
        .documented,
        "The longest value of an attribute, and so the longest write with response, has 512 bytes.",
        [BluetoothSource.wwdc2017]),
      .init(
        .reported,
        "Without response the number is the MTU minus 3, such as 182 for an MTU of 185. With response it is 512, which the system sends as a long write.",
        [
          .page(
            "maximumWriteValueLength", by: "Nordic Semiconductor",
            at:
              "https://nordicsemiconductor.github.io/Kotlin-BLE-Library/html/client-core/no.nordicsemi.kotlin.ble.client/-peripheral/maximum-write-value-length.html"
          )
        ]),
      .init(
        .reported,
        "A longer write with response fails with ATT error 13. This is widely repeated and was not read in a page of Apple.",
        [.page("widely repeated by developers", by: "several authors")]),
      .init(
        .documented,
        "In the peripheral role, updateValue truncates a value to the central's maximumUpdateValueLength.",
        [BluetoothSource.peripheralManager]),
    ],
    simulated:
      "A write without response has at most MTU - 3 bytes, a write with response at most 512: 513 bytes fail with ATT error 13. Updates are truncated to MTU - 3 bytes.",
    difference: "A longer write without response is always dropped, with a finding.")

  public static let bt22 = PlatformRule(
    "BT22", .bluetooth, .documented, versions: "iOS 11 and later",
    "While canSendWriteWithoutResponse is false, a write without response may be dropped, and peripheralIsReady(toSendWriteWithoutResponse:) is called when there is room again.",
    sources: [BluetoothSource.peripheral, BluetoothSource.wwdc2017],
    details: [
      .init(
        .documented,
        "The app is not notified of a dropped write. If the property is true, the system does not drop the write before it is sent."
      ),
      .init(
        .documented,
        "In the peripheral role, updateValue returns false when the queue is full, and peripheralManagerIsReady(toUpdateSubscribers:) is called later (all versions).",
        [BluetoothSource.peripheralManager]),
      .init(
        .assumed,
        "A queue holds 12 packets, and a link sends 4 packets in one connection event."),
      .init(
        .reported,
        "A guide of 2017 counts 7 packets of 27 bytes for each connection event from iOS 10 on, which is one long write; phones since then have longer packets, for which no count was found.",
        [
          .page(
            "BLE guides: throughput", by: "chrisc11", at: "https://github.com/chrisc11/ble-guides")
        ]),
    ],
    simulated:
      "A queue holds 12 packets in each direction. What exceeds it is dropped (writes) or refused (updates), and an app that met a full queue is notified when there is room.",
    difference:
      "An update for which one of several subscribers has no room has already been sent to the others."
  )

  public static let bt23 = PlatformRule(
    "BT23", .bluetooth, .documented, versions: "all versions",
    "If a characteristic offers both notifications and indications, setNotifyValue uses notifications.",
    sources: [BluetoothSource.peripheral],
    details: [
      .init(
        .documented,
        "The Client Characteristic Configuration descriptor (2902) cannot be written directly.")
    ],
    simulated:
      "Notifications are used where both are offered. The subscription descriptor cannot be written, and a subscription is a request that can fail.",
    difference: "Indications are not confirmed one by one.")
}
