/// A permission that the user gives an app, and can withdraw in the settings. The service that needs it declares
/// it.
public struct PrivacyPermission: Sendable, Hashable, CustomStringConvertible {
  /// Such as `bluetooth`.
  public let name: String
  /// Whether an Apple system ends a running app when the user changes the permission (L20).
  package let endsApp: Bool
  /// Android's permissions that the user decides about together, without `android.permission.`.
  package let androidNames: [String]
  /// The keys of an Apple app's Info.plist for the texts that the user reads, in all versions.
  package let usageKeys: [String]

  package init(_ name: String, endsApp: Bool, androidNames: [String], usageKeys: [String] = []) {
    (self.name, self.endsApp) = (name, endsApp)
    (self.androidNames, self.usageKeys) = (androidNames, usageKeys)
  }

  public var description: String { name }
}

/// A service of an Apple system that an app uses only with a permission.
package protocol PermissionKeeper: SystemService {
  var permission: PrivacyPermission { get }
  func isPermitted(_ app: InstalledApp) -> Bool
  /// Changes the answer of the user, as in Settings.
  func setPermitted(_ isPermitted: Bool, _ app: InstalledApp)
}
