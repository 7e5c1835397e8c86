import Foundation
import Security

/// A store of credentials as in Swift 5 tutorials.
public struct CredentialStore {
  public enum StoreError: Error, Equatable {
    case noPassword
    case unexpectedPasswordData
    case unhandled(OSStatus, String)
  }

  public struct Credentials: Codable, Equatable {
    public var username: String
    public var password: String

    public init(username: String, password: String) {
      self.username = username
      self.password = password
    }
  }

  private let server: String

  public init(server: String) { self.server = server }

  public func save(_ credentials: Credentials) throws {
    let password = credentials.password.data(using: String.Encoding.utf8)!
    var query: [String: Any] = [
      kSecClass as String: kSecClassInternetPassword,
      kSecAttrAccount as String: credentials.username,
      kSecAttrServer as String: server,
      kSecAttrProtocol as String: kSecAttrProtocolHTTPS,
      kSecAttrPort as String: 443,
      kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
      kSecValueData as String: password,
    ]
    var status = SecItemAdd(query as CFDictionary, nil)
    if status == errSecDuplicateItem {
      query.removeValue(forKey: kSecValueData as String)
      let update = [kSecValueData: password] as [CFString: Any]
      status = SecItemUpdate(query as CFDictionary, update as CFDictionary)
    }
    guard status == errSecSuccess else { throw error(status) }
  }

  public func load() throws -> Credentials {
    let query: [String: Any] = [
      kSecClass as String: kSecClassInternetPassword,
      kSecAttrServer as String: server,
      kSecMatchLimit as String: kSecMatchLimitOne,
      kSecReturnAttributes as String: true,
      kSecReturnData as String: true,
    ]
    var item: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &item)
    guard status != errSecItemNotFound else { throw StoreError.noPassword }
    guard status == errSecSuccess else { throw error(status) }
    guard let existingItem = item as? [String: Any],
      let passwordData = existingItem[kSecValueData as String] as? Data,
      let password = String(data: passwordData, encoding: String.Encoding.utf8),
      let account = existingItem[kSecAttrAccount as String] as? String,
      existingItem[kSecAttrPort as String] as? Int == 443
    else { throw StoreError.unexpectedPasswordData }
    return Credentials(username: account, password: password)
  }

  public func delete() throws {
    let query: [String: Any] = [
      kSecClass as String: kSecClassInternetPassword, kSecAttrServer as String: server,
    ]
    let status = SecItemDelete(query as CFDictionary)
    guard status == errSecSuccess || status == errSecItemNotFound else { throw error(status) }
  }

  private func error(_ status: OSStatus) -> StoreError {
    .unhandled(status, SecCopyErrorMessageString(status, nil) as String? ?? "Unknown error")
  }
}
