import Foundation
import YobanVirtualTime

/// `FileManager.default` of an app on a simulated device: keeps the protection of files, which
/// Foundation on Linux ignores.
///
/// Sendable: as every `FileManager`; its own state does not change.
final class ProtectedFiles: FileManager, @unchecked Sendable {
  private let app: InstalledApp
  private var protection: DataProtection { app.device.protection }

  init(_ app: InstalledApp) {
    self.app = app
    super.init()
  }

  override func urls(
    for directory: SearchPathDirectory, in domainMask: SearchPathDomainMask
  ) -> [URL] { SimulatedProcess.folders(for: directory, in: domainMask) }

  override func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String)
    throws
  {
    try super.setAttributes(attributes, ofItemAtPath: path)
    if let own = ProtectionClass(attributes) { protection.set(own, of: path) }
  }

  override func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] {
    var attributes = try super.attributesOfItem(atPath: path)
    attributes[.protectionKey] = protection.protection(of: path, in: app).type
    return attributes
  }

  override func createFile(
    atPath path: String, contents data: Data?, attributes: [FileAttributeKey: Any]? = nil
  ) -> Bool {
    if let own = ProtectionClass(attributes), !protection.lock.allows(.create, own) { return false }
    guard super.createFile(atPath: path, contents: data, attributes: attributes) else {
      return false
    }
    if let own = ProtectionClass(attributes) { protection.set(own, of: path) }
    return true
  }

  override func createDirectory(
    atPath path: String, withIntermediateDirectories: Bool,
    attributes: [FileAttributeKey: Any]? = nil
  ) throws {
    try super.createDirectory(
      atPath: path, withIntermediateDirectories: withIntermediateDirectories, attributes: attributes
    )
    if let own = ProtectionClass(attributes) { protection.set(own, of: path) }
  }
}

extension ProtectionClass {
  /// The class among the attributes of a file; nil if there is none.
  fileprivate init?(_ attributes: [FileAttributeKey: Any]?) {
    guard let type = attributes?[.protectionKey] as? FileProtectionType else { return nil }
    self.init(type)
  }
}
