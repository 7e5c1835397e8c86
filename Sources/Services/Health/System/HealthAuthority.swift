/// `HKAuthorizationStatus`: whether an app may write data of a type.
public enum HealthAuthorization: Int, Sendable, Hashable {
  case notDetermined = 0
  case sharingDenied = 1
  case sharingAuthorized = 2
}

/// The permissions of one app to write and read types of health data. It has no side effects.
///
/// An app cannot find out whether it may read a type.
struct HealthAuthority: Equatable {
  private(set) var shared: [String: Bool] = [:]
  private(set) var readable: [String: Bool] = [:]

  /// Whether the user must be asked, because they were not asked about some of these types before.
  func mustAsk(share: [String], read: [String]) -> Bool {
    share.contains { shared[$0] == nil } || read.contains { readable[$0] == nil }
  }

  /// Stores the user's answer for the types that they were not asked about before.
  mutating func answered(_ answer: HealthAnswer, share: [String], read: [String]) {
    for type in share where shared[type] == nil { shared[type] = answer.shares(type) }
    for type in read where readable[type] == nil { readable[type] = answer.reads(type) }
  }

  /// Stores a change that the user made in the settings.
  mutating func set(_ isAllowed: Bool, sharing type: String) { shared[type] = isAllowed }

  func status(_ type: String) -> HealthAuthorization {
    shared[type].map { $0 ? .sharingAuthorized : .sharingDenied } ?? .notDetermined
  }
}

/// The user's answer when an app requests access to health data.
public enum HealthAnswer: Sendable, Hashable {
  case allowsAll
  case deniesAll
  /// Allows the app to write only these types, given by identifier, and to read all types.
  case allowsSharing([String])

  func shares(_ type: String) -> Bool {
    switch self {
    case .allowsAll: true
    case .deniesAll: false
    case .allowsSharing(let types): types.contains(type)
    }
  }

  func reads(_ type: String) -> Bool { self != .deniesAll }
}
