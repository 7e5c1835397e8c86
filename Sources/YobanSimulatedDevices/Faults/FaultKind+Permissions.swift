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
      .app(
        if: { $0.isGranted(permission) },
        lasting: { $0.platform?.takeAway(permission, from: $0) }))
  }
}
