/// A permission that the user gives an app, and can withdraw in the settings. The service that needs it declares
/// it.
public struct PrivacyPermission: Sendable, Hashable, CustomStringConvertible {
  /// Such as `bluetooth`.
  public let name: String
  /// Whether an Apple system ends a running app when the user changes the permission (L20).
  package let endsApp: Bool
  /// Android's permissions that the user decides about together, without `android.permission.`.
  package let androidNames: [String]

  package init(_ name: String, endsApp: Bool, androidNames: [String]) {
    (self.name, self.endsApp, self.androidNames) = (name, endsApp, androidNames)
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

extension FaultKind {
  /// The user withdraws a permission for 10 minutes.
  ///
  /// - Parameter what: what the permission is for, in words.
  package static func withdrawal(
    of permission: PrivacyPermission, _ name: String, for what: String, weaker: [FaultKind] = []
  ) -> FaultKind {
    FaultKind(
      name, "loses the permission for \(what) for 10 minutes", for: .seconds(600),
      traits: [.needsUser, .optional], weaker: weaker,
      .app(if: { $0.device.isGranted(permission, to: $0) }) { app in
        app.device.withdraw(permission, from: app)
        return { app.device.giveBack(permission, to: app) }
      })
  }
}
