import YobanAppleSystem
import YobanSimulatedDevices

/// The keychain of a device, which its apps use through Security. Its items survive reboots, updates
/// and the deletion of their app (DP9).
package final class KeychainService: SystemService {
  private unowned let device: AppleDevice
  package private(set) var keychain = Keychain()

  package init(_ device: AppleDevice) { self.device = device }

  private var lock: LockMachine { device.protection.lock }

  package func lockChanged() {
    if !device.hasPasscode { keychain.passcodeRemoved() }
  }

  /// Adds an item for a process.
  ///
  /// - Parameter now: the wall clock of the process, in seconds since January 1, 2001.
  package func add(
    _ query: KeychainQuery, by process: AppProcess, at now: Double
  ) throws(KeychainError) -> KeychainItem {
    checkGroup(of: query, "SecItemAdd", process)
    do {
      return try keychain.add(query, by: process.app.keychainClient, lock, at: now)
    } catch {
      if error == .unimplemented { process.report(.certificateNotStored) }
      if error == .interactionNotAllowed, let itemClass = deleted[process.name],
        itemClass == query.itemClass
      {
        process.reportOnce(.lockedItemReplaced)
      }
      throw error
    }
  }

  package func find(
    _ query: KeychainQuery, by process: AppProcess
  ) throws(KeychainError) -> [KeychainItem] {
    checkGroup(of: query, "SecItemCopyMatching", process)
    do throws(KeychainError) {
      return try keychain.find(query, by: process.app.keychainClient, lock)
    } catch {
      if error == .interactionNotAllowed {
        refused[process.name] = query.itemClass
        process.reportOnce(.itemLocked)
      }
      throw error
    }
  }

  package func update(
    _ query: KeychainQuery, to changes: KeychainQuery, by process: AppProcess, at now: Double
  ) throws(KeychainError) {
    checkGroup(of: query, "SecItemUpdate", process)
    checkGroup(of: changes, "SecItemUpdate", process)
    try keychain.update(query, to: changes, by: process.app.keychainClient, lock, at: now)
  }

  package func delete(_ query: KeychainQuery, by process: AppProcess) throws(KeychainError) {
    checkGroup(of: query, "SecItemDelete", process)
    let isLocked = keychain.hasLocked(query, of: process.app.keychainClient, lock)
    try keychain.delete(query, by: process.app.keychainClient)
    guard isLocked else { return }
    deleted[process.name] = query.itemClass
    if let itemClass = refused[process.name], itemClass == query.itemClass {
      process.reportOnce(.lockedItemDeleted)
    }
  }

  /// Reports a call with a group that is not one of the app's (DP7).
  private func checkGroup(of query: KeychainQuery, _ call: String, _ process: AppProcess) {
    guard case .text(let group) = query.attributes["agrp"] else { return }
    let groups = process.app.keychainClient.groups
    guard !groups.contains(group) else { return }
    process.reportOnce(.foreignGroup(group, of: groups, call), for: "keychain group \(group)")
  }

  /// The class of the items that a process could not read because they were locked, by its name.
  private var refused: [String: KeychainClass] = [:]
  /// The class of the locked items that a process has deleted, by its name.
  private var deleted: [String: KeychainClass] = [:]
}

extension InstalledApp {
  /// The access groups of the app (DP7).
  package var keychainClient: Keychain.Client {
    Keychain.Client(definition.entitlements, bundleIdentifier: definition.bundleIdentifier)
  }
}

extension Keychain.Client {
  /// The prefix of the app identifier of apps whose entitlements have none.
  package static let defaultPrefix = "YOBAN00000."

  /// The groups of an app with these entitlements: its keychain groups, its identifier and its
  /// application groups, in this order (DP7).
  package init(_ entitlements: Entitlements, bundleIdentifier: String) {
    let own =
      entitlements.text(Entitlement.applicationIdentifier)
      ?? Self.defaultPrefix + bundleIdentifier
    let prefix =
      own.hasSuffix(".\(bundleIdentifier)")
      ? String(own.dropLast(bundleIdentifier.count)) : Self.defaultPrefix
    // Xcode replaces the names of build settings when it signs the app.
    let shared = entitlements.list(Entitlement.keychainGroups).map {
      $0.replacing("$(AppIdentifierPrefix)", with: prefix)
        .replacing("$(TeamIdentifierPrefix)", with: prefix)
        .replacing("$(CFBundleIdentifier)", with: bundleIdentifier)
        .replacing("$(PRODUCT_BUNDLE_IDENTIFIER)", with: bundleIdentifier)
    }
    var groups: [String] = []
    for group in shared + [own] + entitlements.list(Entitlement.applicationGroups)
    where !groups.contains(group) {
      groups.append(group)
    }
    self.init(groups: groups)
  }
}

extension Finding {
  static let itemLocked = Finding(
    .keychainItemLocked, rule: .dp6,
    what:
      "SecItemCopyMatching failed with errSecInteractionNotAllowed, because the item is not accessible now: the device is locked, or was not unlocked since it booted.",
    remedy:
      "Store what is needed in the background with kSecAttrAccessibleAfterFirstUnlock, and read again in protectedDataDidBecomeAvailable.",
    isAdvice: true)

  static let lockedItemReplaced = Finding(
    .keychainLockedItemDeleted, rule: .dp6,
    what:
      "SecItemDelete deleted an item while it was locked, and then SecItemAdd failed with errSecInteractionNotAllowed: neither the old item nor the new one is stored.",
    remedy:
      "Change an item with SecItemUpdate, which fails and keeps it, and try again in protectedDataDidBecomeAvailable."
  )

  static let lockedItemDeleted = Finding(
    .keychainLockedItemDeleted, rule: .dp6,
    what:
      "SecItemCopyMatching failed with errSecInteractionNotAllowed because the item was locked, and then SecItemDelete deleted it.",
    remedy:
      "Only errSecItemNotFound means that there is no item. After errSecInteractionNotAllowed wait for protectedDataDidBecomeAvailable and read again."
  )

  static func foreignGroup(_ group: String, of groups: [String], _ call: String) -> Finding {
    Finding(
      .keychainForeignGroup, rule: .dp7,
      what:
        "\(call) was called for the access group \(group), which is not one of the app's, \(groups.joined(separator: ", ")): items of other groups are not found, and none can be stored there.",
      remedy:
        "Add the group in Xcode under Keychain Sharing; in a test, pass the entitlement keychain-access-groups to install, and application-identifier if the group begins with the team of the app."
    )
  }

  static let certificateNotStored = Finding(
    .keychainCertificate, rule: nil,
    what:
      "SecItemAdd was called for a certificate or an identity, which the simulator does not have.",
    remedy:
      "It failed with errSecUnimplemented. Store the data of the certificate as a generic password, or test this part on a device."
  )
}

extension AppleDevice {
  /// The keychain, with the items of all apps.
  package final var keychain: KeychainService { self[KeychainService.self] }
}

extension Finding.Kind {
  /// A certificate or an identity was added, which the simulation does not store.
  public static let keychainCertificate = Self("keychain.certificate")
  /// An access group of the keychain was used that the app does not belong to.
  public static let keychainForeignGroup = Self("keychain.foreign-group")
  /// An item of the keychain was read while it was locked.
  public static let keychainItemLocked = Self("keychain.item-locked")
  /// An item of the keychain was deleted that could not be read while the device was locked.
  public static let keychainLockedItemDeleted = Self("keychain.locked-item-deleted")
}
