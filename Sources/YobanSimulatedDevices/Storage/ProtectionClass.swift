import Foundation

/// The protection of a file's content while the device is locked (DP1).
public enum ProtectionClass: String, Sendable, Hashable, CaseIterable {
  /// `FileProtectionType.none`: accessible at any time.
  case none
  /// `FileProtectionType.completeUntilFirstUserAuthentication`: not accessible between a boot and the
  /// first unlock.
  case untilFirstUnlock
  /// `FileProtectionType.completeUnlessOpen`: cannot be opened while the device is locked; a file that
  /// is open or new can be used.
  case unlessOpen
  /// `FileProtectionType.complete`: not accessible while the device is locked.
  case complete

  /// The class of Foundation's value; nil for an unknown one.
  package init?(_ type: FileProtectionType) {
    guard let found = Self.allCases.first(where: { $0.type.rawValue == type.rawValue }) else {
      return nil
    }
    self = found
  }

  /// The class among the options of `Data.write(to:options:)`; nil if there is none.
  init?(options: UInt32) {
    switch Data.WritingOptions(rawValue: UInt(options)) {
    case .noFileProtection: self = .none
    case .completeFileProtectionUntilFirstUserAuthentication: self = .untilFirstUnlock
    case .completeFileProtectionUnlessOpen: self = .unlessOpen
    case .completeFileProtection: self = .complete
    default: return nil
    }
  }

  package var type: FileProtectionType {
    switch self {
    case .none: .none
    case .untilFirstUnlock: .completeUntilFirstUserAuthentication
    case .unlessOpen: .completeUnlessOpen
    case .complete: .complete
    }
  }
}
