import YobanFoundation

// The classes of keychain items, and the keys for searches and values.
//
// `nonisolated(unsafe)`, because `NSString` is not Sendable: the strings are never changed.

nonisolated(unsafe) public let kSecClass: CFString = "class"
nonisolated(unsafe) public let kSecClassGenericPassword: CFString = "genp"
nonisolated(unsafe) public let kSecClassInternetPassword: CFString = "inet"
nonisolated(unsafe) public let kSecClassCertificate: CFString = "cert"
nonisolated(unsafe) public let kSecClassKey: CFString = "keys"
nonisolated(unsafe) public let kSecClassIdentity: CFString = "idnt"

// The largest number of results.

nonisolated(unsafe) public let kSecMatchLimit: CFString = "m_Limit"
nonisolated(unsafe) public let kSecMatchLimitOne: CFString = "m_LimitOne"
nonisolated(unsafe) public let kSecMatchLimitAll: CFString = "m_LimitAll"

// The results that a call returns.

nonisolated(unsafe) public let kSecReturnData: CFString = "r_Data"
nonisolated(unsafe) public let kSecReturnAttributes: CFString = "r_Attributes"
nonisolated(unsafe) public let kSecReturnPersistentRef: CFString = "r_PersistentRef"

// The values of an item.

nonisolated(unsafe) public let kSecValueData: CFString = "v_Data"
nonisolated(unsafe) public let kSecValuePersistentRef: CFString = "v_PersistentRef"

/// Chooses the keychain on macOS. On a device there is only one, and the key has no effect.
nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = "nleg"
