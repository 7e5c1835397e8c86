import YobanFoundation
internal import YobanSimulatedApple

/// Adds an item to the keychain.
///
/// - Parameters:
///   - attributes: the class (`kSecClass`), the attributes, and the data (`kSecValueData`) of the item.
///     Without `kSecAttrAccessible` the item is only accessible while the device is unlocked.
///   - result: the item as the `kSecReturn…` keys say; untouched if there are none.
/// - Returns: `errSecSuccess`; `errSecDuplicateItem` if an item with the same primary key exists;
///   `errSecInteractionNotAllowed` if the device is locked; `errSecMissingEntitlement` for an access
///   group that the app does not belong to; `errSecNotAvailable` for an item that needs a passcode on a
///   device without one; `errSecNoSuchAttr` or `errSecParam` for an attribute that does not fit.
@discardableResult
public func SecItemAdd(
  _ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  Keychain.perform("SecItemAdd") { (service, process) throws(KeychainError) in
    let call = try SecItemCall(attributes)
    let item = try service.add(call.query, by: process, at: Date().timeIntervalSinceReferenceDate)
    if let value = call.value(of: item) { result?.pointee = value }
  }
}

/// Finds items of the keychain.
///
/// - Parameters:
///   - query: the class, the attributes that the items have, the largest number of results
///     (`kSecMatchLimit`, 1 without it), and what is returned of them.
///   - result: one result, or an array of them if the limit is not 1; untouched without a `kSecReturn…`
///     key.
/// - Returns: `errSecSuccess`; `errSecItemNotFound`; `errSecInteractionNotAllowed` if one of the items
///   is not accessible now; `errSecParam` or `errSecNoSuchAttr` for a query that is not possible.
@discardableResult
public func SecItemCopyMatching(
  _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  Keychain.perform("SecItemCopyMatching") { (service, process) throws(KeychainError) in
    var call = try SecItemCall(query)
    if !call.hasLimit { call.query.limit = 1 }
    guard call.results.isEmpty || result != nil else { throw .param }
    let values = try service.find(call.query, by: process).compactMap { call.value(of: $0) }
    guard !call.results.isEmpty else { return }
    result?.pointee = call.query.limit == 1 ? values.first : NSArray(array: values)
  }
}

/// Changes the items of the keychain that the query describes.
///
/// - Returns: `errSecSuccess`; `errSecItemNotFound`; `errSecInteractionNotAllowed` if one of the items
///   is not accessible now; `errSecDuplicateItem` if two items would have the same primary key;
///   `errSecNoAccessForItem` for an access group that the app does not belong to; `errSecParam` or
///   `errSecNoSuchAttr` for arguments that are not possible. After an error nothing has changed.
@discardableResult
public func SecItemUpdate(
  _ query: CFDictionary, _ attributesToUpdate: CFDictionary
) -> OSStatus {
  Keychain.perform("SecItemUpdate") { (service, process) throws(KeychainError) in
    let (call, changes) = (try SecItemCall(query), try SecItemCall(attributesToUpdate))
    guard call.results.isEmpty, changes.results.isEmpty, !changes.hasLimit else { throw .param }
    try service.update(
      call.query, to: changes.query, by: process, at: Date().timeIntervalSinceReferenceDate)
  }
}

/// Deletes the items of the keychain that the query describes, also while the device is locked.
///
/// - Returns: `errSecSuccess`; `errSecItemNotFound`; `errSecParam` or `errSecNoSuchAttr` for a query
///   that is not possible, such as one with a limit.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  Keychain.perform("SecItemDelete") { (service, process) throws(KeychainError) in
    let call = try SecItemCall(query)
    guard call.query.limit == nil else { throw .param }
    try service.delete(call.query, by: process)
  }
}

extension Keychain {
  /// Performs a call of the app whose code is running.
  fileprivate static func perform(
    _ call: String, _ body: (KeychainService, AppProcess) throws(KeychainError) -> Void
  ) -> OSStatus {
    let process = AppProcess.callingOnPhone("\(call) was called")
    do {
      try body(process.app.appleDevice.keychain, process)
      return errSecSuccess
    } catch {
      return error.rawValue
    }
  }
}
