import YobanPlatformProfiles

extension [PlatformRule] {
  package static let accessorySetup: Self = [.as1, .as2, .as3, .as4, .as5]
}

extension PlatformRule {
  public static let as1 = PlatformRule(
    "AS1", .accessorySetup, .documented, versions: "iOS 18 and later",
    "An app creates an ASAccessorySession and activates it with a queue and a handler, which soon receives the event activated; then accessories has what the user has set up for the app.",
    sources: [.discovering, .session],
    details: [
      .init(
        .documented,
        "After invalidate the session cannot be used; the handler receives invalidated.",
        [.discovering]),
      .init(
        .reported,
        "Without NSAccessorySetupKitSupports in Info.plist the activation fails (iOS 26.5.2), although Apple's list of keys names NSAccessorySetupSupports.",
        [
          .espClock, .supportsKey,
        ]),
      .init(
        .reported, "The accessories are empty before the activation.",
        [.geoShutter]),
      .init(
        .assumed,
        "A session that cannot be activated receives invalidated with the error activationFailed."),
    ],
    simulated:
      "As stated. Either name of the key is enough. A call before the activation fails with invalidRequest, and one after invalidate with invalidated (assumed), with a finding.",
    difference: "iPhones only, as on a device: a watch has no AccessorySetupKit.")

  public static let as2 = PlatformRule(
    "AS2", .accessorySetup, .documented, versions: "iOS 18 and later",
    "The picker shows each accessory nearby that matches everything that the descriptor of one of the app's items asks for, with the name and the image of the item.",
    sources: [.discovering, .showPicker],
    details: [
      .init(
        .documented,
        "When several accessories match an item, the picker shows an entry for each of them.",
        [.discovering]),
      .init(
        .documented, "With the range immediate only accessories right next to the device count.",
        [
          .page(
            "ASDiscoveryDescriptor.bluetoothRange", by: "Apple",
            at:
              "https://developer.apple.com/documentation/accessorysetupkit/asdiscoverydescriptor/bluetoothrange"
          )
        ]),
      .init(
        .assumed,
        "Right next to the device is a power of at least -55 dBm. The bytes of manufacturer data are those after the company, unless they begin with it. Accessories that are set up for the app are not shown."
      ),
    ],
    simulated:
      "As stated; a test reads the entries from phone.accessorySetup.shown, at any time while the picker is open. Nothing is shown while Bluetooth is off.",
    difference: "There are no Wi-Fi accessories, so an item with an SSID finds nothing.")

  public static let as3 = PlatformRule(
    "AS3", .accessorySetup, .documented, versions: "iOS 18 and later",
    "The app is terminated if a descriptor names a Bluetooth service, company or name that Info.plist does not list for AccessorySetupKit, or has both an ssid and an ssidPrefix.",
    sources: [.discovering],
    details: [
      .init(
        .documented,
        "Each descriptor needs a Bluetooth service or a company; the lists are NSAccessorySetupBluetoothServices, NSAccessorySetupBluetoothCompanyIdentifiers and NSAccessorySetupBluetoothNames.",
        [.discovering]),
      .init(
        .reported, "An app writes the identifier of a company as 012D, without a prefix.",
        [.geoShutter]),
      .init(
        .assumed,
        "A descriptor with neither a service nor a company ends the app, too. That of a migration item may have none, as in samples."
      ),
    ],
    simulated:
      "As stated, in the call of showPicker, with a finding. Services are compared as UUIDs of any length, companies as hexadecimal or decimal numbers, and a name is listed if it is part of an entry or contains one.",
    difference:
      "A device may be stricter about how an entry is written. Data without a mask of the same length is ignored."
  )

  public static let as4 = PlatformRule(
    "AS4", .accessorySetup, .documented, versions: "iOS 18 and later",
    "When the user picks an accessory, the session receives accessoryAdded, and pickerDidDismiss after the user has closed the picker; pickerDidPresent comes before both.",
    sources: [.discovering],
    details: [
      .init(
        .documented, "accessoryAdded comes before pickerDidDismiss.",
        [.discovering]),
      .init(
        .documented,
        "With supportedOptions bluetoothPairingLE the session receives pickerSetupPairing, and with the option rename pickerSetupRename.",
        [.eventType]),
      .init(
        .assumed,
        "Both come before accessoryAdded. The picker appears after 500 ms, a picked accessory is set up after 2 s, and the user closes the picker 1 s later."
      ),
      .init(
        .assumed,
        "The completion handler of showPicker is called after pickerDidDismiss, on the queue of the session, with userCancelled if nothing was set up."
      ),
    ],
    simulated:
      "As stated: phone.pickAccessory(_:) picks and closes, phone.dismissAccessoryPicker() closes. The picker closes by itself when the app leaves the foreground (assumed)."
  )

  public static let as5 = PlatformRule(
    "AS5", .accessorySetup, .documented, versions: "iOS 18 and later",
    "showPicker fails with pickerRestricted (550) in the background, with pickerAlreadyActive (500) while a picker is open, and if a CBCentralManager exists before a migration.",
    sources: [
      .page(
        "ASError.Code", by: "Apple",
        at: "https://developer.apple.com/documentation/accessorysetupkit/aserror/code"),
      .discovering,
    ],
    details: [
      .init(
        .documented,
        "The other codes are success 0, unknown 1, activationFailed 100, connectionFailed 150, discoveryTimeout 200, extensionNotFound 300, invalidated 400, invalidRequest 450, userCancelled 700 and userRestricted 750.",
        [.page("SDK header ASErrors.h (iOS 26)", by: "Apple")]),
      .init(
        .reported,
        "The code is 550, too, if the app has the permission for all of Bluetooth and a CBCentralManager (iOS 18.0.1).",
        [
          .page(
            "AccessorySetupKit-CoreBluetooth-watchOS-Demo, README", by: "superturboryan",
            at:
              "https://github.com/superturboryan/AccessorySetupKit-CoreBluetooth-watchOS-Demo")
        ]),
      .init(
        .reported,
        "An app asks with its manager alive first, and releases the manager only after 550.",
        [.geoShutter]),
    ],
    simulated:
      "As stated, with a finding for each 550. Without migration items, a manager of an app without the permission does not matter, whether accessories are set up or not."
  )
}

extension RuleSource {
  static let geoShutter = page(
    "AccessorySetupKit in GeoShutter", by: "GeoShutter",
    at: "https://github.com/sarmadjari/GeoShutter")
  static let espClock = page(
    "Kids Clock iPhone companion, README", by: "espclock",
    at: "https://github.com/tubededentifrice/espclock")
  static let discovering = page(
    "Discovering and configuring accessories", by: "Apple",
    at:
      "https://developer.apple.com/documentation/accessorysetupkit/discovering-and-configuring-accessories"
  )
  static let session = page(
    "ASAccessorySession", by: "Apple",
    at: "https://developer.apple.com/documentation/accessorysetupkit/asaccessorysession")
  static let showPicker = page(
    "showPicker(for:completionHandler:)", by: "Apple",
    at:
      "https://developer.apple.com/documentation/accessorysetupkit/asaccessorysession/showpicker(for:completionhandler:)"
  )
  static let eventType = page(
    "ASAccessoryEventType", by: "Apple",
    at: "https://developer.apple.com/documentation/accessorysetupkit/asaccessoryeventtype")
  static let supportsKey = page(
    "NSAccessorySetupSupports", by: "Apple",
    at:
      "https://developer.apple.com/documentation/bundleresources/information-property-list/nsaccessorysetupsupports"
  )
}
