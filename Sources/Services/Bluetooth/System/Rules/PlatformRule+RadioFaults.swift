import YobanPlatformProfiles

/// The faults of some versions of iOS with connections, against the documentation.
extension PlatformRule {
  public static let bt31 = PlatformRule(
    "BT31", .bluetooth, .reported, versions: "iOS 26",
    "iOS 26 can update the parameters of a connection again and again, until the accessory drops the connection with 0x28 (instant passed), and it does so in the next connection, too.",
    sources: [
      .page(
        "question 124994: iOS 26 Bluetooth disconnect issues", by: "Nordic DevZone",
        at: "https://devzone.nordicsemi.com/f/nordic-q-a/124994/ios-26-bluetooth-disconnect-issues"),
      .page(
        "thread 256164973: iOS 26 Bluetooth disconnect issues", by: "Apple Support Community",
        at: "https://discussions.apple.com/thread/256164973"),
      .page(
        "question 124468: Repeated connection interval updates on iOS 26", by: "Nordic DevZone",
        at:
          "https://devzone.nordicsemi.com/f/nordic-q-a/124468/repeated-connection-interval-updates-on-ios-26"
      ),
    ],
    details: [
      .init(
        .reported,
        "A sniffer showed an update (LL_CONNECTION_UPDATE_IND) every 120 ms. The connection ended a few seconds after it was made, and so did each following one. The accessories have the HID service. With Nordic's HID keyboard example it happened only after the MIDI service was added, and an engineer of Nordic did not see the disconnect."
      ),
      .init(
        .reported,
        "Another developer's sniffer showed that the updates switch between 7.5 and 15 ms without end after the accessory had asked for other parameters once, whatever it had asked for."
      ),
      .init(
        .reported, "It does not happen with earlier versions of iOS, and not with Android."),
      .init(
        .documented,
        "A side that receives an update whose instant has passed considers the connection lost, leaves it, and reports 0x28 to its host.",
        [
          .page(
            "Bluetooth Core Specification, volume 6, part B, 5.1.1 and 5.5", by: "Bluetooth SIG")
        ]),
      .init(
        .assumed,
        "An accessory drops such a connection after 3 s, and the phone notices it by the supervision timeout. Later versions than iOS 26 do the same: no page says when it was mended."
      ),
    ],
    simulated:
      "Off by default. While an exploration's fault lasts on a phone from iOS 26 on, each connection to an accessory is dropped by the accessory 3 s after it was made. The app receives CBError 6 after the supervision timeout (BT17), and the accessory advertises again at once.",
    difference:
      "Every accessory drops its connections, not only one with the HID service. The single updates do not happen: the connection interval stays the same."
  )

  public static let bt32 = PlatformRule(
    "BT32", .bluetooth, .reported, versions: "mostly iOS 26.4.2 to 26.5.1",
    "peripheralIsReady(toSendWriteWithoutResponse:) is sometimes never called, although the queue was full and has room again.",
    sources: [
      .thread("boardsesh/boardsesh", 3365), .thread("boardsesh/boardsesh", 3230),
      .thread("JuulLabs/kable", 1185),
    ],
    details: [
      .init(
        .reported,
        "In one app 2.8 % of the transfers on iOS 26.5 and 2.1 % on iOS 26.5.1 stopped in this way, and none on any other version. canSendWriteWithoutResponse was true again, so asking for it every 50 ms helped.",
        [.thread("boardsesh/boardsesh", 3365), .thread("boardsesh/boardsesh", 3230)]),
      .init(
        .reported,
        "A few users of iOS 26.4.2 and 26.5 report that canSendWriteWithoutResponse stays false after the first write; the cause is not known.",
        [.thread("chipweinberger/flutter_blue_plus", 1331), .thread("JuulLabs/kable", 1185)]),
      .init(
        .reported,
        "One app first blamed iOS for this and later found accessories whose characteristic has only the property write: iOS drops writes without response to it, and the app is not notified of room.",
        [.thread("boardsesh/boardsesh", 3577)]),
      .init(
        .reported,
        "On iOS 11.4.1 a developer waited in vain about once in 20,000 writes.",
        [.thread("Polidea/RxBluetoothKit", 282)]),
    ],
    simulated:
      "Off by default. While an exploration's fault lasts on an Apple device, no app is notified of room; canSendWriteWithoutResponse says the truth.",
    difference:
      "The fault is not limited to the versions for which it was reported. canSendWriteWithoutResponse never stays false."
  )
}
