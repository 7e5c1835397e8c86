import YobanPlatformProfiles

extension [PlatformRule] {
  package static let keychain: Self = [
    .dp6, .dp7, .dp8, .dp9,
  ]
}

private let accessibility = RuleSource.page(
  "Restricting keychain item accessibility", by: "Apple",
  at:
    "https://developer.apple.com/documentation/security/restricting-keychain-item-accessibility")
private let source = RuleSource.page(
  "SecItemServer.c and SecItemDb.c, the source code of the keychain", by: "Apple",
  at: "https://opensource.apple.com/source/Security/")
private let sharing = RuleSource.page(
  "Sharing access to keychain items among a collection of apps", by: "Apple",
  at:
    "https://developer.apple.com/documentation/security/sharing-access-to-keychain-items-among-a-collection-of-apps"
)
private let duplicates = RuleSource.page(
  "errSecDuplicateItem", by: "Apple",
  at: "https://developer.apple.com/documentation/security/errsecduplicateitem")
private let survival = RuleSource.page(
  "iOS autodelete Keychain items after uninstall?, with an answer of Apple",
  by: "Apple Developer Forums", at: "https://developer.apple.com/forums/thread/36442")

/// The keychain: DP6 to DP9.
extension PlatformRule {
  public static let dp6 = PlatformRule(
    "DP6", .lockedDevice, .documented, versions: "iOS 4 and later",
    "Every keychain item has an accessibility, which decides whether an app can read and change it while the device is locked; without one it is accessible only while the device is unlocked.",
    sources: [accessibility, source],
    details: [
      .init(
        .documented,
        "kSecAttrAccessibleWhenUnlocked and its form ThisDeviceOnly: accessible while the device is unlocked."
      ),
      .init(
        .documented,
        "kSecAttrAccessibleAfterFirstUnlock and its form ThisDeviceOnly: accessible from the first unlock after a boot on, also while the device is locked.",
        [
          .page(
            "KeyChain SecItemAdd return -25308 when app is launched, with an answer of Apple",
            by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/114159")
        ]),
      .init(
        .documented,
        "kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: accessible while the device is unlocked; no such item can be stored on a device without a passcode, and removing the passcode deletes these items.",
        [
          .page(
            "kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly", by: "Apple",
            at:
              "https://developer.apple.com/documentation/security/ksecattraccessiblewhenpasscodesetthisdeviceonly"
          )
        ]),
      .init(
        .documented, "kSecAttrAccessibleAlways and its form ThisDeviceOnly: always accessible."),
      .init(
        .documented,
        "A search, an addition and an update that need a locked item fail with errSecInteractionNotAllowed. A search fails as a whole if one of its items is locked, also if it asks for no data. A locked item can be deleted.",
        [source]),
      .init(
        .assumed,
        "Without a passcode, the addition of an item that needs one fails with errSecNotAvailable."),
      .init(
        .assumed, "Items stay accessible for the 10 s after the lock, as files of DP1 do."),
      .init(
        .reported,
        "Conflict: on iOS 15 and later, searches while the device was locked failed with errSecItemNotFound.",
        [.thread("firebase/firebase-ios-sdk", 16505)]),
    ],
    simulated:
      "SecItemAdd, SecItemCopyMatching, SecItemUpdate and SecItemDelete follow the accessibility of the item and the lock of the device.",
    difference:
      "A device cannot be restored from a backup, so that ThisDeviceOnly has no effect of its own. Items with an access control (biometry, passcode at each use) are missing."
  )

  public static let dp7 = PlatformRule(
    "DP7", .lockedDevice, .documented, versions: "iOS 3 and later",
    "An app uses the keychain items of its access groups: the strings of keychain-access-groups, its application identifier, and its application groups, in this order; a new item is in the first one.",
    sources: [sharing],
    details: [
      .init(.documented, "Apps of one team that have the same group share its items."),
      .init(.documented, "Application groups count from iOS 8 on."),
      .init(
        .documented,
        "Until iOS 12 an addition to a foreign group fails with errSecMissingEntitlement, and a move to one with errSecNoAccessForItem; a search in it finds nothing. From iOS 13 on each call that names a foreign group fails with errSecMissingEntitlement.",
        [source]),
    ],
    simulated:
      "The groups come from the entitlements. An app without the entitlement application-identifier has the prefix YOBAN00000, which also replaces $(AppIdentifierPrefix). A call for a foreign group is a finding.",
    difference:
      "Application groups count on every version. The simulator does not check that apps that share a group have the same team. The result codes are those until iOS 12 on every version."
  )

  public static let dp8 = PlatformRule(
    "DP8", .lockedDevice, .documented, versions: "iOS 2 and later",
    "No two keychain items of a class have the same primary key; adding another one fails with errSecDuplicateItem.",
    sources: [duplicates],
    details: [
      .init(
        .documented,
        "Generic passwords: account and service. Internet passwords: account, security domain, server, protocol, authentication type, port and path. Keys: class, type, creator, application label, application tag, key size and effective key size. In every class also the access group and whether the item is synchronized."
      ),
      .init(
        .documented,
        "A search for a value that is not part of the primary key can find nothing although an addition is refused.",
        [
          .page(
            "SecItem: Pitfalls and Best Practices", by: "Apple, Developer Technical Support",
            at: "https://developer.apple.com/forums/thread/724013")
        ]),
      .init(
        .documented, "An attribute that the class does not have fails with errSecNoSuchAttr.",
        [source]),
      .init(
        .documented,
        "A search without kSecAttrSynchronizable finds only items that are not synchronized; such an item cannot be ThisDeviceOnly.",
        [
          .page(
            "kSecAttrSynchronizable", by: "Apple",
            at: "https://developer.apple.com/documentation/security/ksecattrsynchronizable")
        ]),
    ],
    simulated: "As stated, for passwords and keys.",
    difference:
      "Certificates and identities cannot be added: SecItemAdd fails with errSecUnimplemented, and a finding says so. Synchronized items stay on their device."
  )

  public static let dp9 = PlatformRule(
    "DP9", .lockedDevice, .reported, versions: "all versions",
    "Keychain items survive the deletion of their app: an app that is installed again finds its old items.",
    sources: [survival],
    details: [
      .init(
        .reported,
        "Apple calls this an implementation detail that may change; the betas of iOS 10.3 deleted the items, its release did not."
      )
    ],
    simulated:
      "The items stay until an app of their group deletes them. They also survive reboots and updates.",
    difference: nil)
}
