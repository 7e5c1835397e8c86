import YobanPlatformProfiles

/// Apps of AccessorySetupKit, for which the user chooses single accessories.
extension PlatformRule {
  public static let bt33 = PlatformRule(
    "BT33", .bluetooth, .documented, versions: "iOS 18 and later",
    "An app that uses AccessorySetupKit is not asked for the permission to use Bluetooth: it may use the accessories that the user has set up for it, and no others.",
    sources: [.accessorySample, .accessoryPrivacy],
    details: [
      .init(
        .reported,
        "As long as no accessory is set up, the state of a CBCentralManager is poweredOff although Bluetooth is on; it becomes poweredOn with the first accessory.",
        [
          .page(
            "AccessorySetupKit (agent skill)", by: "dpearson2699/swift-ios-skills",
            at: "https://skills.sh/dpearson2699/swift-ios-skills/accessorysetupkit"),
          .thread("nordicsemi/IOS-DFU-Library", 542),
        ]),
      .init(
        .reported,
        "A new CBCentralManager of an app with a set-up accessory first reports poweredOff, and then poweredOn (iOS 18.0).",
        [.thread("nordicsemi/IOS-DFU-Library", 542)]),
      .init(
        .reported,
        "An accessory that was not set up is not connected: a bootloader with another address never was, although the accessory itself had been set up (iOS 18.0).",
        [.thread("nordicsemi/IOS-DFU-Library", 542)]),
      .init(
        .reported, "A scan finds only accessories that are set up for the app.",
        [.thread("OpenStrap/edge", 372)]),
      .init(
        .reported, "A peripheral manager of such an app cannot be used.",
        [.thread("coredevices/mobileapp", 221)]),
      .init(
        .reported,
        "An app ended at retrievePeripherals for an accessory that was not set up. Here the accessory is left out of the result.",
        [
          .page(
            "iOS 18 AccessorySetupKit: Everything BLE Developers Need To Know",
            by: "Punch Through",
            at:
              "https://punchthrough.com/ios18-accessorysetupkit-everything-ble-developers-need-to-know/"
          )
        ]),
      .init(
        .assumed,
        "Its state is poweredOff. CBManager.authorization is notDetermined without an accessory and allowedAlways with one."
      ),
      .init(
        .assumed,
        "When the user removes an accessory, its connection ends with didDisconnectPeripheral, and with the last one the state becomes poweredOff."
      ),
      .init(
        .documented,
        "From watchOS 26 on the companion app of such an iPhone app can use all Bluetooth accessories; before, the permission did not reach the watch.",
        [.accessoryFramework]),
    ],
    simulated:
      "As stated, for an app with NSAccessorySetupKitSupports (or NSAccessorySetupSupports) and the value Bluetooth in Info.plist. An app that has the permission from an earlier version keeps access to everything until its first accessory is set up (assumed). A scan or a call that would have found another accessory is a finding. A manager with restored state does not report poweredOff first.",
    difference:
      "Some apps report that an existing manager goes through other states while the picker is shown; here it keeps its state. A watch asks for its own permission."
  )
}

extension RuleSource {
  static let accessorySample = page(
    "Setting up and authorizing a Bluetooth accessory", by: "Apple",
    at:
      "https://developer.apple.com/documentation/accessorysetupkit/setting-up-and-authorizing-a-bluetooth-accessory"
  )
  static let accessoryFramework = page(
    "AccessorySetupKit", by: "Apple",
    at: "https://developer.apple.com/documentation/accessorysetupkit")
  static let accessoryPrivacy = page(
    "What's new in privacy (WWDC24, 10123)", by: "Apple",
    at: "https://developer.apple.com/wwdc24/10123")
}
