import YobanPlatformProfiles

extension [PlatformRule] {
  package static let setUpAccessories: Self = [.as6, .as7, .as8, .as9, .as10]
}

extension PlatformRule {
  public static let as6 = PlatformRule(
    "AS6", .accessorySetup, .documented, versions: "iOS 18 and later",
    "A picker that finds nothing for 30 s gives up; from iOS 26 on the app can set another time.",
    sources: [.settingsHeader],
    details: [
      .init(
        .documented,
        "ASPickerDisplaySettings.DiscoveryTimeout has short, about 60 s, medium, about 2 minutes, and long, about 5 minutes (iOS 26), and unbounded (iOS 26.1).",
        [.settingsHeader, .discovering]),
      .init(
        .assumed,
        "The session then receives pickerDidDismiss, and the completion handler discoveryTimeout."),
    ],
    simulated:
      "As stated. If an accessory is shown when the time is over, the picker stays until the user closes it.",
    difference: "On a device the user first sees a message, and closes the picker.")

  public static let as7 = PlatformRule(
    "AS7", .accessorySetup, .documented, versions: "iOS 18 and later",
    "An ASMigrationDisplayItem among the items adds an accessory that the app knows from before, by the identifier of its CBPeripheral; the session receives migrationComplete.",
    sources: [.discovering, .migrationItem],
    details: [
      .init(
        .documented,
        "A CBCentralManager must not be created before the migration is complete; otherwise the picker fails to appear.",
        [.discovering]),
      .init(
        .reported, "A migration may finish without showing anything.",
        [.geoShutter]),
      .init(
        .assumed,
        "With migration items only, nothing is asked of the user: accessoryAdded for each, migrationComplete, pickerDidDismiss. With other items, too, the migration follows the setup of a new accessory."
      ),
      .init(
        .assumed,
        "The permission for all of Bluetooth ends with the first accessory that is set up."),
    ],
    simulated:
      "As stated. An item whose identifier the device does not know is skipped, with a finding.")

  public static let as8 = PlatformRule(
    "AS8", .accessorySetup, .documented, versions: "iOS 18 and later",
    "An accessory stays set up for the app until the app or the user, in Settings, removes it; the session then receives accessoryRemoved.",
    sources: [.session, .accessoryPrivacy],
    details: [
      .init(
        .documented,
        "In Settings, forgetting an accessory removes the app's access to it entirely.",
        [.accessoryPrivacy]),
      .init(
        .reported, "removeAccessory removes the Bluetooth bond, too.",
        [.geoShutter]),
      .init(
        .assumed,
        "Accessories survive the end of the process, a reboot and an update of the app, and end with the deletion of the app."
      ),
    ],
    simulated: "As stated.", difference: "A bond of the phone stays.")

  public static let as9 = PlatformRule(
    "AS9", .accessorySetup, .documented, versions: "iOS 18 and later",
    "With the option confirmAuthorization the app must finish or fail the authorization of a picked accessory, whose state is awaitingAuthorization until then.",
    sources: [
      .page(
        "ASPickerDisplayItem.SetupOptions", by: "Apple",
        at:
          "https://developer.apple.com/documentation/accessorysetupkit/aspickerdisplayitem/setupoptions-swift.struct"
      ), .page("SDK header ASAccessory.h (iOS 26)", by: "Apple"),
    ],
    details: [
      .init(
        .assumed,
        "The session receives accessoryAdded with that state, and accessoryChanged after finishAuthorization. failAuthorization is followed by pickerSetupFailed and accessoryRemoved, and the picker searches again."
      ),
      .init(
        .reported,
        "renameAccessory shows a sheet of the system, and the new name comes with accessoryChanged.",
        [.geoShutter]),
    ],
    simulated:
      "As stated. A test plans the new name with phone.accessorySetup.answerRename(_:for:); otherwise the user cancels. updateAuthorization replaces the descriptor without asking (assumed)."
  )

  public static let as10 = PlatformRule(
    "AS10", .accessorySetup, .documented, versions: "iOS 26.1 and later",
    "With the option filterDiscoveryResults the session receives accessoryDiscovered for each match, and the picker shows only what the app gives updatePicker.",
    sources: [.discovering],
    details: [
      .init(
        .documented,
        "finishPickerDiscovery ends the search; if the app has shown nothing, the picker times out.",
        [.discovering]),
      .init(
        .documented, "The system limits how many accessories it reports to an app.", [.discovering]),
    ],
    simulated: "As stated, after the next advertisement of each accessory, once for each picker.",
    difference: "There is no limit.")
}

extension RuleSource {
  fileprivate static let settingsHeader = page(
    "SDK header ASPickerDisplaySettings.h (iOS 26)", by: "Apple")
  fileprivate static let migrationItem = page(
    "ASMigrationDisplayItem", by: "Apple",
    at: "https://developer.apple.com/documentation/accessorysetupkit/asmigrationdisplayitem")
  fileprivate static let accessoryPrivacy = page(
    "What's new in privacy (WWDC24, 10123)", by: "Apple",
    at: "https://developer.apple.com/wwdc24/10123")
}
