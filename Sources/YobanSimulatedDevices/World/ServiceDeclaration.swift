/// The contents of a service's folder that other places list: its rules, findings, permissions, background modes
/// and facts.
///
/// `World.appleServices`, `World.watchServices` and `AndroidPhone.services` name the services of a device, and
/// `ServiceDeclaration.all` those of all devices, from which the lists of the contents follow.
package struct ServiceDeclaration: Sendable {
  /// The services that a device gets, in the order in which they receive events.
  package let entries: [ServiceEntry]
  package let rules: [PlatformRule]
  package let findings: [Finding.Kind]
  package let permissions: [PrivacyPermission]
  /// The values of `UIBackgroundModes` that have an effect on a simulated phone because of this service.
  package let backgroundModes: [String]
  /// Makes the rows of the policies' facts, for each platform that has them.
  package let facts: [Platform: @Sendable () -> [PlatformRow]]

  package init(
    _ entries: ServiceEntry..., rules: [PlatformRule] = [], findings: [Finding.Kind] = [],
    permissions: [PrivacyPermission] = [], backgroundModes: [String] = [],
    facts: [Platform: @Sendable () -> [PlatformRow]] = [:]
  ) {
    (self.entries, self.rules, self.findings) = (entries, rules, findings)
    (self.permissions, self.backgroundModes, self.facts) = (permissions, backgroundModes, facts)
  }
}
