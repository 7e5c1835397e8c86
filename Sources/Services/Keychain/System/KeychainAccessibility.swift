import YobanSimulatedDevices

/// The time at which the data of a keychain item is accessible (DP6), by Apple's values of
/// `kSecAttrAccessible`.
package enum KeychainAccessibility: String, Hashable, CaseIterable {
  case whenUnlocked = "ak"
  case afterFirstUnlock = "ck"
  case always = "dk"
  case whenUnlockedThisDeviceOnly = "aku"
  case afterFirstUnlockThisDeviceOnly = "cku"
  case alwaysThisDeviceOnly = "dku"
  case whenPasscodeSetThisDeviceOnly = "akpu"

  /// Whether the item never migrates to another device.
  package var isOfThisDeviceOnly: Bool {
    switch self {
    case .whenUnlocked, .afterFirstUnlock, .always: false
    case .whenUnlockedThisDeviceOnly, .afterFirstUnlockThisDeviceOnly, .alwaysThisDeviceOnly,
      .whenPasscodeSetThisDeviceOnly:
      true
    }
  }

  /// Returns the reason for which an item cannot be read or written now; nil if it can.
  package func refusal(_ lock: LockMachine) -> KeychainError? {
    switch self {
    case .always, .alwaysThisDeviceOnly: nil
    case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly:
      lock.isUnlockedSinceBoot ? nil : .interactionNotAllowed
    case .whenUnlocked, .whenUnlockedThisDeviceOnly:
      lock.hasCompleteKeys ? nil : .interactionNotAllowed
    case .whenPasscodeSetThisDeviceOnly:
      !lock.hasPasscode ? .notAvailable : lock.hasCompleteKeys ? nil : .interactionNotAllowed
    }
  }
}

/// The errors of keychain calls, with their result codes.
package enum KeychainError: Int32, Error, Hashable {
  case unimplemented = -4
  case param = -50
  case missingEntitlement = -34018
  case noAccessForItem = -25243
  /// The class needs a passcode, and the device has none.
  case notAvailable = -25291
  case duplicateItem = -25299
  case itemNotFound = -25300
  /// The class does not have this attribute.
  case noSuchAttribute = -25303
  /// The item is not accessible while the device is locked.
  case interactionNotAllowed = -25308
}
