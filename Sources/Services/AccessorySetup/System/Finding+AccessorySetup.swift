import YobanSimulatedDevices

extension Finding {
  static func accessoryNotListed(_ problem: String) -> Finding {
    Finding(
      .accessoryNotListed, rule: .as3, what: "The picker was to be shown, but \(problem).",
      remedy:
        "Name a service or a company in each descriptor, and list every service, company and name of the descriptors in Info.plist; otherwise iOS ends the app."
    )
  }

  static let accessoryPlistKeyMissing = Finding(
    .plistMissingKey, rule: .as1,
    what:
      "An ASAccessorySession was activated, but Info.plist has no NSAccessorySetupKitSupports: the session is invalidated.",
    remedy: "Add NSAccessorySetupKitSupports with Bluetooth or WiFi to Info.plist.")

  static let pickerInBackground = Finding(
    .accessoryPickerRefused, rule: .as5,
    what: "showPicker was called while the app was in the background: ASError 550.",
    remedy: "Show the picker after a tap of the user.")

  static let pickerWithCentral = Finding(
    .accessoryPickerRefused, rule: .as5,
    what:
      "showPicker was called while a CBCentralManager exists, and the app has the permission for all accessories, or migrates: ASError 550.",
    remedy:
      "Release the manager, and create it again after pickerDidDismiss; the permission ends with the first accessory that is set up."
  )

  static let pickerNotActivated = Finding(
    .accessoryPickerRefused, rule: .as1,
    what: "A call came before the session was activated, or after it was invalidated.",
    remedy: "Wait for the event activated, and keep the session.")

  static func migrationUnknown(_ name: String) -> Finding {
    Finding(
      .accessoryMigrationUnknown, rule: .as7,
      what:
        "The migration item \(name) has no peripheralIdentifier of a peripheral that this device knows: it is skipped.",
      remedy: "Set it to the identifier of a CBPeripheral that the app has used on this device.")
  }
}

extension Finding.Kind {
  /// A migration item for an accessory that the device does not know.
  public static let accessoryMigrationUnknown = Self("accessory.migration-unknown")
  /// A descriptor of the picker that Info.plist does not allow.
  public static let accessoryNotListed = Self("accessory.not-listed")
  /// The picker of accessories could not be shown.
  public static let accessoryPickerRefused = Self("accessory.picker-refused")
}
