import Foundation

// A simulated device has no account of iCloud, as a device whose user is not signed in.

extension FileManager {
  /// Nil: no user is signed in to iCloud.
  public var ubiquityIdentityToken: (any NSCoding & NSCopying & NSObjectProtocol)? { nil }

  /// Returns nil: without an account, an app has no container in iCloud.
  public func url(forUbiquityContainerIdentifier containerIdentifier: String?) -> URL? { nil }

  public func isUbiquitousItem(at url: URL) -> Bool { false }

  /// - Throws: the error of a device whose user is not signed in.
  public func setUbiquitous(_ flag: Bool, itemAt url: URL, destinationURL: URL) throws {
    throw CocoaError(.ubiquitousFileUnavailable)
  }

  public func startDownloadingUbiquitousItem(at url: URL) throws {
    throw CocoaError(.ubiquitousFileUnavailable)
  }

  public func evictUbiquitousItem(at url: URL) throws {
    throw CocoaError(.ubiquitousFileUnavailable)
  }
}

extension NSNotification.Name {
  /// Never posted: no user signs in.
  public static let NSUbiquityIdentityDidChange = NSNotification.Name(
    "NSUbiquityIdentityDidChangeNotification")
}

extension NSDictionary {
  /// The size among the attributes of a file, in bytes; 0 if there is none.
  public func fileSize() -> UInt64 {
    (self[FileAttributeKey.size.rawValue] as? NSNumber)?.uint64Value
      ?? (self[FileAttributeKey.size] as? NSNumber)?.uint64Value ?? 0
  }
  public func fileModificationDate() -> Date? {
    self[FileAttributeKey.modificationDate] as? Date
  }
  public func fileCreationDate() -> Date? { self[FileAttributeKey.creationDate] as? Date }
  public func fileType() -> String? {
    (self[FileAttributeKey.type] as? FileAttributeType)?.rawValue
      ?? self[FileAttributeKey.type] as? String
  }
}
