import YobanPlatformProfiles

/// The state of a manager, the permission, and the lifetime of a manager.
extension PlatformRule {
  public static let bt1 = PlatformRule(
    "BT1", .bluetooth, .documented, versions: "all versions",
    "A new manager has the state unknown, and its delegate receives the first state later, asynchronously, on the manager's queue.",
    sources: [BluetoothSource.manager, BluetoothSource.centralManager],
    details: [
      .init(
        .documented,
        "The states have the raw values unknown 0, resetting 1, unsupported 2, unauthorized 3, poweredOff 4 and poweredOn 5."
      ),
      .init(.documented, "The manager's queue is the main queue if the app passed nil."),
      .init(
        .reported,
        "A command that is issued before the state is poweredOn is dropped. The system logs API MISUSE and says that the manager accepts the command only while it is powered on.",
        [.thread("RxBluetoothKit", 319), .thread("kable", 591)]),
      .init(
        .measured,
        "At a launch in foreground of an app with scenes, the first state arrived after sceneDidBecomeActive, when the application state was active (iOS 15.1).",
        [.article(.s0)]),
      .init(.assumed, "The first state comes 5 to 25 ms after the manager was created."),
    ],
    simulated:
      "Every manager starts with the state unknown. Its delegate receives the first state 5 to 25 ms later; from iOS 13 on it waits until the user has answered the permission dialog. A command before poweredOn is dropped, with a finding. A crash of the Bluetooth daemon is reported as resetting and then poweredOn.",
    difference: "The state unsupported never occurs.")

  public static let bt2 = PlatformRule(
    "BT2", .bluetooth, .documented, versions: "all versions",
    "When a manager's state falls below poweredOn, its scan has stopped and its connections have ended, and when it falls below poweredOff, its CBPeripheral objects are invalid, too.",
    sources: [BluetoothSource.centralManager],
    details: [
      .init(
        .documented,
        "Below means a smaller raw value (BT1): unauthorized, unsupported, resetting and unknown are below poweredOff."
      ),
      .init(
        .documented,
        "An app must discover or retrieve its peripherals again after their objects became invalid."
      ),
      .init(
        .documented,
        "The header does not promise a call of didDisconnectPeripheral when Bluetooth is switched off."
      ),
      .init(
        .reported,
        "On iOS 9 didDisconnectPeripheral was called when Bluetooth was switched off; later versions call it no more.",
        [.thread("JuulLabs/kable", 287), .thread("aritchie/dotnet-bluetooth-le", 264)]),
    ],
    simulated:
      "Below poweredOn, scans, pending connects and connections are gone, and didDisconnectPeripheral is not called; the next scan reports every peripheral as new. Services that an app has published survive power-off, but not a crash of the Bluetooth daemon.",
    difference:
      "A phone that is connected to this one notices the power-off only after the supervision timeout; a real radio ends the connection at once."
  )

  public static let bt3 = PlatformRule(
    "BT3", .bluetooth, .measured, versions: "iOS 13 and later, measured on iOS 15.1",
    "The system terminates an app at its first use of Core Bluetooth if Info.plist lacks the usage description NSBluetoothAlwaysUsageDescription.",
    sources: [.article(.s0)],
    details: [
      .init(
        .reported,
        "Before iOS 13 the key was NSBluetoothPeripheralUsageDescription.",
        [
          .page(
            "The Ultimate Guide to Apple's Core Bluetooth", by: "Punch Through",
            at: "https://punchthrough.com/core-bluetooth-basics/")
        ]),
      .init(.assumed, "The older key was required from iOS 10 on, and no key before iOS 10."),
      .init(
        .documented, "If the user denies the permission, the manager's state is unauthorized.",
        [BluetoothSource.manager]),
      .init(
        .documented,
        "CBManager.authorization has the raw values notDetermined 0, restricted 1, denied 2 and allowedAlways 3 (iOS 13 and later).",
        [BluetoothSource.manager]),
      .init(.assumed, "The user answers the permission dialog after 2 s."),
      .init(
        .documented,
        "An app that uses AccessorySetupKit (iOS 18) is never asked, and needs no usage description (BT33).",
        [.accessorySample]),
      .init(
        .documented,
        "Before iOS 13 the system asked the user when an app first advertised as a peripheral.",
        [
          .page(
            "CBPeripheralManager.authorizationStatus()", by: "Apple",
            at:
              "https://developer.apple.com/documentation/corebluetooth/cbperipheralmanager/authorizationstatus()"
          )
        ]),
    ],
    simulated:
      "Without the usage description of its iOS version, the first use terminates the app. From iOS 13 on the user is asked and answers after 2 s. The answer is kept across launches and can be changed.",
    difference:
      "When the user changes the setting, iOS terminates the app; here the app continues and its managers report unauthorized."
  )

  public static let bt4 = PlatformRule(
    "BT4", .bluetooth, .documented, versions: "all versions",
    "A manager does not retain its delegate, and a manager that the app does not retain is deallocated and delivers no further events.",
    sources: [BluetoothSource.centralManager, BluetoothSource.peripheralManager],
    details: [
      .init(
        .documented,
        "The iOS 9 SDK declared the delegate property as assign; the iOS 16.5 SDK declares it as weak.",
        [
          .page(
            "CoreBluetooth Changes for Objective-C (iOS 9.0 API differences)", by: "Apple",
            at:
              "https://developer.apple.com/library/archive/releasenotes/General/iOS90APIDiffs/Objective-C/CoreBluetooth.html"
          ), BluetoothSource.centralManager,
        ]),
      .init(
        .measured,
        "A background fetch got no answer because nothing retained the instance that it used. A singleton that existed as long as the process worked (2016).",
        [.article(.s1)]),
    ],
    simulated:
      "A manager that the app releases is deallocated and its work is canceled, with a finding. A background fetch that calls its completion handler at once leaves a scan no time to find anything."
  )
}
