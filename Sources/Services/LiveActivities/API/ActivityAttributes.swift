/// The data of a Live Activity: what never changes is in the type, what changes in its `ContentState`.
///
/// Both together may have 4 KB as JSON (LA3).
public protocol ActivityAttributes: Decodable, Encodable {
  associatedtype ContentState: Decodable, Encodable, Hashable
}

/// The state of a Live Activity (LA2, LA4, LA5).
@nonexhaustive public enum ActivityState: Sendable, Codable, Hashable {
  /// It is scheduled and not started (iOS 26).
  case pending
  /// It is shown, and can be updated.
  case active
  /// It is shown, and nothing changes its content any more.
  case ended
  /// It is not shown any more.
  case dismissed
  /// The time until which its content holds has passed (iOS 16.2).
  case stale
}

/// Whether a Live Activity stays when the user leaves the app (iOS 18).
@nonexhaustive public enum ActivityStyle: Hashable, Sendable {
  case standard
  /// It ends when the user leaves the app or locks the phone.
  case transient
}

/// The time at which an ended Live Activity leaves the Lock Screen (LA5).
public struct ActivityUIDismissalPolicy: Equatable, Sendable {
  enum Kind: Equatable {
    case byDefault, immediate
    case after(Date)
  }

  let kind: Kind

  /// After four hours.
  public static let `default` = ActivityUIDismissalPolicy(kind: .byDefault)
  /// At once.
  public static let immediate = ActivityUIDismissalPolicy(kind: .immediate)
  /// At the date, and after four hours at the latest.
  public static func after(_ date: Date) -> ActivityUIDismissalPolicy { .init(kind: .after(date)) }
}

/// The source of updates besides the app.
public struct PushType: Equatable, Hashable, Sendable {
  enum Kind: Hashable {
    case token
    case channel(String)
  }

  let kind: Kind

  /// Pushes to the token of the activity (LA6).
  public static let token = PushType(kind: .token)
  /// Pushes to all that follow a channel (iOS 18).
  public static func channel(_ channelId: String) -> PushType { .init(kind: .channel(channelId)) }
}
