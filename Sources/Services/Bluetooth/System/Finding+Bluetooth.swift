import YobanSimulatedDevices
import YobanSimulatedRadio

extension Finding {
  static func missingBluetoothUsageDescription(_ key: String) -> Finding {
    Finding(
      .plistMissingKey, rule: .bt3, what: "Bluetooth was used without \(key).",
      remedy: "Add \(key) to Info.plist; without it iOS ends the app at the first use.")
  }

  static func notPoweredOn(_ call: String, _ state: BluetoothState) -> Finding {
    Finding(
      .bleWrongState, rule: .bt1,
      what: "\(call) was called while the manager's state was \(state): the command was dropped.",
      remedy: "Wait for didUpdateState with .poweredOn.")
  }

  static func noAccessorySetUp(_ call: String, _ role: BluetoothRole) -> Finding {
    Finding(
      .bleAccessoryNotSetUp, rule: .bt33,
      what: role == .central
        ? "\(call) was called before the user has set up an accessory: the manager's state is poweredOff although Bluetooth is on."
        : "\(call) was called by an app whose Info.plist has NSAccessorySetupKitSupports: it cannot use the peripheral role.",
      remedy: role == .central
        ? "Create the CBCentralManager after accessoryAdded, or when session.accessories is not empty, and show the picker of AccessorySetupKit before."
        : "Remove the key from Info.plist if the app must advertise.")
  }

  static func accessoryNotSetUp(_ call: String, _ peer: String) -> Finding {
    Finding(
      .bleAccessoryNotSetUp, rule: .bt33,
      what: "\(call) would have found \(peer), which the user has not set up: nothing is reported.",
      remedy:
        "Let the user set up each accessory with the picker of AccessorySetupKit; migrate those from before with ASMigrationDisplayItem."
    )
  }

  static func notConnected(_ call: String) -> Finding {
    Finding(
      .bleWrongState, rule: .bt20,
      what: "\(call) was called for a peripheral that is not connected: the command was dropped.",
      remedy: "Call it after didConnect, and not after didDisconnectPeripheral.")
  }

  static func staleAttribute(_ call: String) -> Finding {
    Finding(
      .bleWrongState, rule: .bt20,
      what: "\(call) was called with an attribute that was not discovered in this connection.",
      remedy:
        "Discover services and characteristics again after every connect and didModifyServices."
    )
  }

  static func foreignPeripheral(_ call: String) -> Finding {
    Finding(
      .bleWrongState, rule: .bt2,
      what: "\(call) was called with a CBPeripheral that is not valid for this manager.",
      remedy:
        "Use peripherals of this manager; after a state below .poweredOff retrieve or discover them again."
    )
  }

  static func objectReleased(_ object: String, _ consequence: String) -> Finding {
    Finding(
      .bleObjectReleased, rule: .bt7,
      what: "\(object) was released by the app: \(consequence) was cancelled.",
      remedy: "Keep a strong reference to it for as long as it is needed.")
  }

  static func noDelegate(_ object: String, _ method: String, _ reason: String) -> Finding {
    Finding(
      .bleNoDelegate, rule: .bt4,
      what: "The \(object) has no delegate, \(reason): \(method) was not called.",
      remedy:
        "Set the delegate of the manager, and of each peripheral before the first command, and keep it in a strong reference: Core Bluetooth does not retain it."
    )
  }

  static func notSubscribedAgain(_ peer: String) -> Finding {
    Finding(
      .bleNotSubscribedAgain, rule: .bt20,
      what:
        "\(peer) is connected again and has no subscription, although it had one in the last connection.",
      remedy:
        "A subscription ends with the connection: discover the services and call setNotifyValue(true, for:) after every didConnect.",
      isAdvice: true)
  }

  static func connectionWithoutMode(_ peer: String) -> Finding {
    Finding(
      .bleConnectionWithoutMode, rule: .bt8,
      what:
        "The app was suspended while it is connected to \(peer), and UIBackgroundModes lacks bluetooth-central: values and the end of the connection reach it only when its user opens it.",
      remedy:
        "Add bluetooth-central to UIBackgroundModes, or disconnect in didEnterBackground.",
      isAdvice: true)
  }

  static let managerReleased = Finding(
    .bleObjectReleased, rule: .bt4,
    what: "A Core Bluetooth manager was deallocated while it had work to do.",
    remedy: "Keep the manager in an object that lives as long as the process.")

  static let backgroundScanWithoutServices = Finding(
    .bleScanBackgroundNilServices, rule: .bt5,
    what: "A scan without a list of services finds nothing in background.",
    remedy: "Name the services: scanForPeripherals(withServices: [...]).")

  static let backgroundScanWithDuplicates = Finding(
    .bleScanDuplicatesIgnored, rule: .bt5,
    what: "CBCentralManagerScanOptionAllowDuplicatesKey is ignored in background.",
    remedy: "Expect each peripheral once, or connect to it.")

  static let backgroundScanWithoutMode = Finding(
    .bleScanBackgroundWithoutMode, rule: .bt8,
    what: "A scan stops in background, because UIBackgroundModes lacks bluetooth-central.",
    remedy: "Add bluetooth-central to UIBackgroundModes.")

  static let backgroundScanBeyondBudget = Finding(
    .bleScanBackgroundBudget, rule: .wk10,
    what: "A scan in background found a peripheral, and none of the five alerts of a day is left.",
    remedy: "Scan while the app is in front; opening it gives the alerts back.")

  static func writeTooLong(_ count: Int, _ limit: Int) -> Finding {
    Finding(
      .bleWriteDropped, rule: .bt21,
      what: "A write without response of \(count) bytes was dropped: the limit is \(limit).",
      remedy: "Ask maximumWriteValueLength(for:), and split the value.")
  }

  static let writeDropped = Finding(
    .bleWriteDropped, rule: .bt22,
    what: "A write without response was dropped: the queue was full.",
    remedy:
      "Check canSendWriteWithoutResponse, and wait for peripheralIsReady(toSendWriteWithoutResponse:)."
  )

  static func restorationWithoutMode(_ mode: String) -> Finding {
    Finding(
      .bleRestoreMissingOrLate, rule: .bt24,
      what:
        "A restore identifier was given, but UIBackgroundModes lacks \(mode): iOS ends the app.",
      remedy: "Add \(mode) to UIBackgroundModes.")
  }

  static let restorationIgnored = Finding(
    .bleRestoreMissingOrLate, rule: .bt24,
    what: "State was restored to a delegate that does not implement willRestoreState.",
    remedy: "Implement willRestoreState, and keep the peripherals that it names.")

  static func advertisingKeysIgnored(_ keys: [String]) -> Finding {
    Finding(
      .bleAdvertisingKeysIgnored, rule: .bt29,
      what:
        "startAdvertising was given \(keys.joined(separator: ", ")): an app can advertise a local name and service UUIDs, nothing else.",
      remedy: "Offer such data in a characteristic.")
  }

  static let advertisingFromBackground = Finding(
    .bleAdvertisingFromBackground, rule: .bt29,
    what:
      "startAdvertising was called in background: from iOS 14 on nothing is sent until the app has been in front.",
    remedy: "Begin to advertise in foreground; the system goes on in background.")

  static let overflowInTheDark = Finding(
    .bleScanOverflowDark, rule: .bt6,
    what:
      "A scan in background looks for an iPhone whose app is in background, too, and the screen is dark: its advertisement is not received until a screen is lit.",
    remedy:
      "Do not rely on two iPhones in pockets to find each other: let them meet while one app is in front, and keep the connection."
  )

  static func restorationMissingOrLate(_ identifier: String) -> Finding {
    Finding(
      .bleRestoreMissingOrLate, rule: .bt25,
      what:
        "The app was launched for \(identifier), but didFinishLaunching made no manager with this restore identifier: the event is lost.",
      remedy: "Make the manager in didFinishLaunching, always with the same identifier.")
  }

  static let forceQuitEndsRestoration = Finding(
    .relaunchAfterForceQuit, rule: .bt27,
    what:
      "The user force-quit the app while a Bluetooth request was pending: nothing relaunches it.",
    remedy:
      "Tell the user to leave the app in the app switcher; connect again at the next launch.")
}

extension Finding.Kind {
  /// An app that uses AccessorySetupKit needs an accessory that the user has not set up.
  public static let bleAccessoryNotSetUp = Self("ble.accessory-not-set-up")
  /// Advertising was started in the background, where it begins only later.
  public static let bleAdvertisingFromBackground = Self("ble.advertising.from-background")
  /// Advertising was started with data that an app cannot advertise.
  public static let bleAdvertisingKeysIgnored = Self("ble.advertising.keys-ignored")
  /// The app was suspended with a connection, and cannot be woken for its events.
  public static let bleConnectionWithoutMode = Self("ble.connection.without-mode")
  /// A manager or a peripheral has no delegate, so a callback was lost.
  public static let bleNoDelegate = Self("ble.no-delegate")
  /// A peripheral is connected again, but not subscribed to again.
  public static let bleNotSubscribedAgain = Self("ble.not-subscribed-again")
  /// An object of Core Bluetooth was released while it had work to do.
  public static let bleObjectReleased = Self("ble.object-released")
  /// The state of a manager could not be restored.
  public static let bleRestoreMissingOrLate = Self("ble.restore.missing-or-late")
  /// A watch has no alert left for a scan in the background.
  public static let bleScanBackgroundBudget = Self("ble.scan.background-budget")
  /// A scan in the background names no services, so it finds nothing.
  public static let bleScanBackgroundNilServices = Self("ble.scan.background-nil-services")
  /// A scan stops in the background, because a background mode is missing.
  public static let bleScanBackgroundWithoutMode = Self("ble.scan.background-without-mode")
  /// A scan in the background does not report duplicates.
  public static let bleScanDuplicatesIgnored = Self("ble.scan.duplicates-ignored")
  /// A scan looks for an iPhone in the background while the screen is dark.
  public static let bleScanOverflowDark = Self("ble.scan.overflow-dark")
  /// A write without response was dropped.
  public static let bleWriteDropped = Self("ble.write-dropped")
  /// A command was dropped in the state of the manager or the peripheral.
  public static let bleWrongState = Self("ble.wrong-state")
}
