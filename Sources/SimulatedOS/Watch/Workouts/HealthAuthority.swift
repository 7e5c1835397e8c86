/// `HKAuthorizationStatus`: whether an app may share data of a type.
public enum HealthAuthorization: Int, Sendable, Hashable {
  case notDetermined = 0
  case sharingDenied = 1
  case sharingAuthorized = 2
}

/// Which types of health data the user lets one app write and read. Pure.
///
/// An app never learns whether it may read.
struct HealthAuthority: Equatable {
  private(set) var shared: [String: Bool] = [:]
  private(set) var readable: [String: Bool] = [:]

  /// Whether the user must be asked, because they have not been about some of these types.
  func mustAsk(share: [String], read: [String]) -> Bool {
    share.contains { shared[$0] == nil } || read.contains { readable[$0] == nil }
  }

  /// The user answers about the types that they were not asked about before.
  mutating func answered(_ answer: HealthAnswer, share: [String], read: [String]) {
    for type in share where shared[type] == nil { shared[type] = answer.shares(type) }
    for type in read where readable[type] == nil { readable[type] = answer.reads(type) }
  }

  /// The user changes it in the settings.
  mutating func set(_ isAllowed: Bool, sharing type: String) { shared[type] = isAllowed }

  func status(_ type: String) -> HealthAuthorization {
    shared[type].map { $0 ? .sharingAuthorized : .sharingDenied } ?? .notDetermined
  }
}

/// What the user answers when an app asks for health data.
public enum HealthAnswer: Sendable, Hashable {
  case allowsAll
  case deniesAll
  /// Allows to share just these types, by identifier, and to read all.
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
