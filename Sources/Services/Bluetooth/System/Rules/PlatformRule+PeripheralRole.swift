import YobanPlatformProfiles

/// Advertising by an app.
extension PlatformRule {
  public static let bt29 = PlatformRule(
    "BT29", .bluetooth, .documented, versions: "all versions; a further limit from iOS 14 on",
    "In foreground an app advertises up to 28 bytes and 10 more bytes of its name in the scan response; in background its services are advertised only in the overflow area, and its name is not.",
    sources: [
      BluetoothSource.peripheralManager, BluetoothSource.guide, forumAnswer814450,
    ],
    details: [
      .init(
        .documented,
        "Services that do not fit into the 28 bytes are put into the overflow area."),
      .init(
        .documented,
        "Advertising in background requires the background mode bluetooth-peripheral.",
        [BluetoothSource.guide, forumAnswer814450]),
      .init(
        .documented,
        "Only iOS devices that scan for exactly such a service find it in the overflow area; rule BT6 says when.",
        [BluetoothSource.guide, forumAnswer814450]),
      .init(
        .documented,
        "In background the interval can be longer, and advertising can stop for short periods.",
        [forumAnswer814450]),
      .init(
        .reported,
        "The overflow area is manufacturer data of the form FF 4C 00 01, followed by a mask of 128 bits. Each service UUID is hashed to one bit.",
        [.page("Hacking the Overflow Area", by: "davidgyoungtech")]),
      .init(
        .reported,
        "When the overflow area is sent in foreground, one of its bits can be missing, because that service is advertised in the normal way.",
        [BluetoothSource.overflowReference]),
      .init(
        .reported, "The transmission of an iBeacon stops when the app moves to background.",
        [
          BluetoothSource.overflowReference,
          .page(
            "iOS: Bluetooth Low Energy in the background", by: "Human Friendly",
            at: "http://blog.human-friendly.com/ios-bluetooth-low-energy-in-the-background"),
        ]),
      .init(
        .reported,
        "From iOS 14 on, an app in background cannot begin or change an advertisement. One that was begun in foreground continues in the overflow area.",
        [BluetoothSource.overflowReference, .thread("davidgyoung/BackgroundAdvertiser", 1)]),
      .init(
        .assumed,
        "An app advertises every 152.5 ms in foreground and every 1,022.5 ms in background."),
      .init(
        .reported,
        "Conflict: a sniffer saw packets every 0.2 s from an app in background over days.",
        [
          .page(
            "a copy of a question of Stack Overflow", by: "manongdao.com",
            at: "https://www.manongdao.com/q-544040.html")
        ]),
    ],
    simulated:
      "In foreground, 28 bytes are advertised, 10 more for the name in the scan response, and the remaining services in the overflow area. In background, all services are in the overflow area, without a name, every 1,022.5 ms. From iOS 14 on, an advertisement that is begun in background is not sent; one that was begun in foreground continues. An iBeacon is sent in foreground only.",
    difference:
      "Apple's hash is not known. The two bytes before each list and name count. Name and services that are given together with a beacon are not sent (assumed). Advertising does not stop for short periods."
  )

  private static let forumAnswer814450 = RuleSource.page(
    "forum answer 814450", by: "Apple Developer Forums",
    at: "https://developer.apple.com/forums/thread/814450")
}
