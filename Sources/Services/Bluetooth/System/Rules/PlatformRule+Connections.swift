import YobanPlatformProfiles

/// Connecting, disconnecting, and their errors.
extension PlatformRule {
  public static let bt12 = PlatformRule(
    "BT12", .bluetooth, .documented, versions: "all versions",
    "A connect request never times out; while the app is suspended, the system keeps the request and completes it.",
    sources: [
      BluetoothSource.centralManager, BluetoothSource.guide,
    ],
    details: [
      .init(.documented, "A call of didFailToConnect is rare; such a failure is transient."),
      .init(
        .measured,
        "Communication in background connects badly at first, or after a long time without it, and a repetition succeeds (2016).",
        [.article(.s1)]),
      .init(
        .documented,
        "A pending request is canceled by cancelPeripheralConnection, or when the CBPeripheral is deallocated."
      ),
      .init(
        .documented,
        "The option CBConnectPeripheralOptionStartDelayKey delays the first attempt.",
        [BluetoothSource.centralConstants]),
      .init(
        .documented,
        "With state restoration (BT24) a request is completed even if that happens a week later.",
        [BluetoothSource.wwdc2017]),
      .init(
        .assumed,
        "From the advertisement that a connect answers to the connection it takes 90 to 400 ms."),
    ],
    simulated:
      "A connect request never times out and stays pending while the app is suspended. The start delay is respected. A connect can fail when an accessory refuses it.",
    difference:
      "A connect fails only if a test asks for it, or if there are too many connections (BT16).")

  public static let bt13 = PlatformRule(
    "BT13", .bluetooth, .documented, versions: "all versions",
    "didDisconnectPeripheral has no error if the app asked for the disconnection; otherwise its error is CBError 6 (connectionTimeout) or 7 (peripheralDisconnected).",
    sources: [BluetoothSource.centralManager, BluetoothSource.error],
    details: [
      .init(
        .reported,
        "Code 6 says that the connection timed out unexpectedly, code 7 that the device has disconnected from this one. The texts were not read in a page of Apple.",
        [
          .page(
            "Bluetooth Low Energy ANCS bug report", by: "Winchester Innovation",
            at: "https://winchesterinnovation.co.uk/bluetooth-low-energy-ios-ancs-bug-report"),
          .page("widely repeated by developers", by: "several authors"),
        ]),
      .init(.documented, "Before iOS 17 the system never reconnects for an app."),
      .init(
        .documented,
        "From iOS 17 and watchOS 10 on, CBConnectPeripheralOptionEnableAutoReconnect makes the system reconnect when the link drops.",
        [
          .page(
            "CBConnectPeripheralOptionEnableAutoReconnect", by: "Apple",
            at:
              "https://developer.apple.com/documentation/corebluetooth/cbconnectperipheraloptionenableautoreconnect"
          )
        ]),
      .init(
        .documented,
        "With that option the system reports a disconnection through didDisconnectPeripheral with the parameters timestamp, isReconnecting and error.",
        [
          .page(
            "CBConnectPeripheralOptionEnableAutoReconnect", by: "Apple",
            at:
              "https://developer.apple.com/documentation/corebluetooth/cbconnectperipheraloptionenableautoreconnect"
          )
        ]),
      .init(
        .reported,
        "The system itself connects again to accessories that it uses, such as those of HID or ANCS, also before iOS 17.",
        [.page("question 29132352", by: "Stack Overflow")]),
    ],
    simulated:
      "There is no error if the app asked for the disconnection, code 7 if the accessory ended the connection, and code 6 if no packet arrived within the supervision timeout. From iOS 17 on a lost link is reconnected if the app asked for it."
  )

  public static let bt14 = PlatformRule(
    "BT14", .bluetooth, .documented, versions: "all versions; codes 17 and 18 on watchOS only",
    "An operation of Core Bluetooth that fails reports an error of the domain CBErrorDomain, with a code from 0 to 18.",
    sources: [BluetoothSource.error],
    details: [
      .init(
        .documented,
        "0 unknown, 1 invalidParameters, 2 invalidHandle, 3 notConnected, 4 outOfSpace, 5 operationCancelled, 6 connectionTimeout, 7 peripheralDisconnected, 8 uuidNotAllowed."
      ),
      .init(
        .documented,
        "9 alreadyAdvertising, 10 connectionFailed, 11 connectionLimitReached, 12 unknownDevice, 13 operationNotSupported, 14 peerRemovedPairingInformation, 15 encryptionTimedOut, 16 tooManyLEPairedDevices."
      ),
      .init(
        .documented,
        "On watchOS, 17 means that the limit of background notifications is exceeded, and 18 that it is near."
      ),
      .init(
        .documented,
        "The codes came one after the other: 1 to 9 with iOS 6, 10 with 7.1, 11 and 12 with 9, 13 with 12, 15 with 13.3, 14 with 13.4, 16 with 14, and 17 and 18 with watchOS 9.",
        [.page("CBError.h", by: "Apple")]),
    ],
    simulated: "Errors have these codes.",
    difference:
      "4, 5, 8, 15, 16 and the two codes of watchOS do not occur unless an accessory refuses a request with them."
  )

  public static let bt15 = PlatformRule(
    "BT15", .bluetooth, .documented, versions: "all versions",
    "A request that the other device refuses reports an error of the domain CBATTErrorDomain, with the code of the Attribute Protocol.",
    sources: [BluetoothSource.error, BluetoothSource.attributeProtocol],
    details: [
      .init(
        .documented,
        "1 invalidHandle, 2 readNotPermitted, 3 writeNotPermitted, 4 invalidPdu, 5 insufficientAuthentication, 6 requestNotSupported, 7 invalidOffset, 8 insufficientAuthorization, 9 prepareQueueFull."
      ),
      .init(
        .documented,
        "10 attributeNotFound, 11 attributeNotLong, 12 insufficientEncryptionKeySize, 13 invalidAttributeValueLength, 14 unlikelyError, 15 insufficientEncryption, 16 unsupportedGroupType, 17 insufficientResources."
      ),
    ],
    simulated:
      "Errors have these codes, and the permissions of an attribute decide. An attribute that needs encryption makes the phone ask the user to pair.",
    difference: "Pairing is one question that takes 2 s; there are no keys and no passkeys.")

  public static let bt16 = PlatformRule(
    "BT16", .bluetooth, .documented, versions: "the error from iOS 9 on",
    "A connect fails with CBError 11 (connectionLimitReached) if the phone has too many connections; Apple publishes no number for the iPhone.",
    sources: [BluetoothSource.error],
    details: [
      .init(
        .reported,
        "Developers report 8 to 10 simultaneous connections. On iOS 9, heavy loads crashed the Bluetooth daemon.",
        [
          .page(
            "Managing Multiple BLE Devices in iOS", by: "Atomic Object",
            at: "https://spin.atomicobject.com/2016/01/20/multiple-ble-devices-in-ios/")
        ]),
      .init(
        .reported, "The proximity library Herald uses at most 12 connections at a time.",
        [
          .page(
            "herald-for-ios, BLESensorConfiguration.swift", by: "Herald",
            at: "https://github.com/theheraldproject/herald-for-ios")
        ]),
      .init(
        .reported, "A developer saw 11 and more connections of an iPhone.",
        [.thread("flutter_reactive_ble", 122)]),
      .init(
        .documented, "On watchOS and tvOS an app can have two connections at a time.",
        [BluetoothSource.wwdc2017]),
      .init(.assumed, "The limit of an iPhone is 8 before iOS 13 and 12 from iOS 13 on."),
      .init(
        .reported,
        "An app that left pending connects to devices that were gone kept other accessories of its users from connecting, until the app was closed.",
        [.thread("AU-COVIDSafe/mobile-ios", 9)]),
      .init(
        .assumed,
        "A pending connect does not count as a connection. How many a phone keeps is not known."),
    ],
    simulated:
      "A phone has at most 12 connections from iOS 13 on and 8 before; the next connect fails with code 11. The option BluetoothPolicy.connectionLimit changes the number.",
    difference:
      "The real limit is not known. Any number of connects may be pending, and they do not keep other accessories from connecting."
  )
}
