import YobanPlatformProfiles

/// State preservation and restoration: the events that relaunch a terminated app.
extension PlatformRule {
  public static let bt24 = PlatformRule(
    "BT24", .bluetooth, .documented, versions: "iOS 7 and later",
    "State restoration requires a constant restore identifier, a delegate that implements willRestoreState, and the background mode bluetooth-central.",
    sources: [BluetoothSource.centralManager, BluetoothSource.centralConstants],
    details: [
      .init(
        .documented,
        "The identifier must stay the same from launch to launch, because the system finds the manager by it."
      ),
      .init(
        .reported,
        "If the delegate implements willRestoreState and the manager has no identifier, the system logs API MISUSE and does not restore it.",
        [
          .thread("cordova-plugin-bluetoothle", 375),
          .thread("innoveit/react-native-ble-manager", 716),
        ]),
    ],
    simulated:
      "A restore identifier without the background mode terminates the app, with a finding. Only a manager with the same identifier takes over the preserved state.",
    difference:
      "A delegate without willRestoreState is a finding when there is something to restore; a real device terminates the app when the manager is created. willRestoreState without an identifier is never called; a real device also logs a misuse."
  )

  public static let bt25 = PlatformRule(
    "BT25", .bluetooth, .documented, versions: "iOS 7 and later",
    "After a relaunch the order is didFinishLaunching in background, creation of the manager with the same restore identifier, willRestoreState, didUpdateState, and then the pending event.",
    sources: [BluetoothSource.centralManager, BluetoothSource.guide],
    details: [
      .init(
        .documented,
        "In an app without scenes, the launch options contain the restore identifiers under the key bluetoothCentrals.",
        [
          .page(
            "UIApplication.LaunchOptionsKey: bluetoothCentrals", by: "Apple",
            at:
              "https://developer.apple.com/documentation/uikit/uiapplication/launchoptionskey/bluetoothcentrals"
          )
        ]),
      .init(
        .documented,
        "In an app that supports scenes the launch options are nil, so the app must create its managers at every launch.",
        [
          .page(
            "application(_:didFinishLaunchingWithOptions:)", by: "Apple",
            at:
              "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:didfinishlaunchingwithoptions:)"
          )
        ]),
      .init(
        .reported,
        "A developer confirmed with iOS 17.4 that the launch options of an app with scenes lack the key (there, the key for location).",
        [.thread("intuit/LocationManager", 119)]),
      .init(
        .documented,
        "The key is deprecated as of iOS 26; it has not been removed.",
        [
          .page(
            "UIApplication.LaunchOptionsKey: bluetoothCentrals", by: "Apple",
            at:
              "https://developer.apple.com/documentation/uikit/uiapplication/launchoptionskey/bluetoothcentrals"
          )
        ]),
      .init(
        .reported,
        "If the app creates the manager later, such as with its first screen, the event is lost.",
        [.thread("flutter_blue", 350)]),
    ],
    simulated:
      "The order is launch, manager, willRestoreState, state, event. The launch options name the managers that are preserved; they are nil in an app with scenes. A manager that is not created in didFinishLaunching misses the event, with a finding."
  )

  public static let bt26 = PlatformRule(
    "BT26", .bluetooth, .documented, versions: "iOS 7 and later",
    "The dictionary of willRestoreState contains the peripherals that were connected or had a pending connect when the system terminated the app, the services that were scanned for, and the options of the scan.",
    sources: [BluetoothSource.centralConstants],
    details: [
      .init(
        .documented,
        "If possible, the peripherals have their services, characteristics and subscriptions."),
      .init(
        .documented,
        "Each entry can be absent, so the app must be able to set its state up again.",
        [BluetoothSource.wwdc2017]),
    ],
    simulated:
      "The dictionary contains the peripherals with services, characteristics and subscriptions, and the scan. A peripheral whose connection has ended since then is among them, is disconnected, and didDisconnectPeripheral follows.",
    difference: "Values that were read are not restored.")

  public static let bt27 = PlatformRule(
    "BT27", .bluetooth, .documented,
    versions: "iOS 7 and later; the conditions changed with iOS 11 and iOS 26",
    "The system relaunches a terminated app only when an event occurs that the app was waiting for, and some actions of the user prevent even that.",
    sources: [BluetoothSource.qa1962, BluetoothSource.tn3115],
    details: [
      .init(
        .documented,
        "An app waits for an event if it has a scan, a pending connect or a subscription to notifications, or if it advertises in the peripheral role."
      ),
      .init(
        .documented,
        "For the peripheral role, an engineer at WWDC named published services as well as advertising.",
        [BluetoothSource.wwdc2017]),
      .init(
        .documented,
        "The request must be pending when the app is terminated. Relaunches for Bluetooth do not depend on beacons.",
        [forumAnswer836150]),
      .init(
        .documented,
        "The app was removed from memory (jetsam) or crashed: it is relaunched in all versions."),
      .init(
        .documented,
        "The user force-quit the app: it is not relaunched up to iOS 18. On iOS 26 it is, if it set its accessory up with AccessorySetupKit.",
        [BluetoothSource.qa1962, BluetoothSource.tn3115, forumAnswer806013]),
      .init(
        .documented,
        "The user switched Bluetooth off in Settings, or with an Airplane Mode that includes Bluetooth: the app is not relaunched in any version."
      ),
      .init(
        .documented,
        "The user tapped the Bluetooth button of Control Center: the app is not relaunched up to iOS 18. On iOS 26 it is, if it set its accessory up with AccessorySetupKit.",
        [BluetoothSource.tn3115, forumAnswer806013]),
      .init(
        .reported,
        "QA1962 has no row for Control Center. Until iOS 10 its button switched Bluetooth off; from iOS 11 on it disconnects accessories.",
        [
          .page(
            "How the Wi-Fi and Bluetooth Toggles in Control Center Work in iOS 11",
            by: "Daring Fireball",
            at: "https://daringfireball.net/linked/2017/09/20/control-center-wifi-bluetooth")
        ]),
      .init(
        .documented,
        "The user switched on an Airplane Mode that leaves Bluetooth on: the app is not relaunched up to iOS 10. From iOS 11 on it is; for iOS 26 the note refers to AccessorySetupKit, too."
      ),
      .init(
        .documented,
        "The device was restarted: the app is not relaunched up to iOS 10. From iOS 11 on it is; with a passcode only after the first unlock."
      ),
      .init(
        .documented,
        "Conflict: the text of TN3115 on Control Center and Airplane Mode changed between 2022 and 2025. Its note on AccessorySetupKit reads like a restriction; an Apple engineer says that it only adds cases, for force-quit and Control Center.",
        [BluetoothSource.tn3115, forumAnswer806013]),
      .init(
        .reported,
        "In Herald's design, a write or notification of the other phone relaunches an app that was removed from memory. A force-quit ends this.",
        [
          .page(
            "herald-for-ios, BLEReceiver.swift", by: "Herald",
            at: "https://github.com/theheraldproject/herald-for-ios")
        ]),
      .init(
        .reported,
        "Conflict: a project saw its app relaunched after Bluetooth was switched on again in Control Center, before iOS 26.",
        [
          .page(
            "CoreBluetooth Example (Master Mode), README", by: "Qase",
            at: "https://github.com/Qase/Corebluetooth_master_example")
        ]),
    ],
    simulated:
      "Only an event that the app was waiting for relaunches it, under these conditions of its iOS version, with and without AccessorySetupKit. On iOS 26 an Airplane Mode that leaves Bluetooth on prevents no relaunch.",
    difference:
      "iOS 26 with AccessorySetupKit follows the engineer's answer where TN3115 is ambiguous. An app with published services counts as waiting, whether it advertises or not."
  )

  public static let bt28 = PlatformRule(
    "BT28", .bluetooth, .documented, versions: "all versions",
    "When the system terminates an app without state restoration, the app's connections and pending connects are dropped.",
    sources: [BluetoothSource.guide],
    simulated:
      "Without state restoration, everything of a terminated app is dropped at once; other apps keep their share of a link."
  )

  private static let forumAnswer806013 = RuleSource.page(
    "forum answer 806013", by: "Apple Developer Forums",
    at: "https://developer.apple.com/forums/thread/806013")
  private static let forumAnswer836150 = RuleSource.page(
    "forum answer 836150", by: "Apple Developer Forums",
    at: "https://developer.apple.com/forums/thread/836150")
}
