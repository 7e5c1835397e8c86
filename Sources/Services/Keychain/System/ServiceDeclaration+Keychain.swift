import YobanSimulatedDevices

extension ServiceDeclaration {
  /// The keychain.
  package static let keychain = ServiceDeclaration(
    ServiceEntry(KeychainService.init),
    rules: .keychain,
    findings: [
      .keychainCertificate, .keychainForeignGroup, .keychainItemLocked, .keychainLockedItemDeleted,
    ])
}
