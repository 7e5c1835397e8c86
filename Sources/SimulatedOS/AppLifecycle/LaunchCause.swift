/// Why a process was started.
public enum LaunchCause: Sendable, Hashable, CustomStringConvertible {
  case user
  /// An event of a region, a significant change or a visit (L13).
  case location
  /// An event of a manager that the system kept: the restore identifiers of all that it keeps for
  /// the app (BT25).
  case bluetooth(centrals: [String], peripherals: [String])
  case backgroundTransfer
  case backgroundFetch
  /// A silent push, with its payload as JSON text (L13, FT6).
  case remoteNotification(String)
  /// A task of BGTaskScheduler, by its identifier (FT2).
  case backgroundTask(String)
  /// Ahead of its use (L15).
  case prewarming

  public var description: String {
    switch self {
    case .user: "user"
    case .location: "location"
    case .bluetooth(let centrals, let peripherals):
      "bluetooth \((centrals + peripherals).joined(separator: " "))"
    case .backgroundTransfer: "background transfer"
    case .backgroundFetch: "background fetch"
    case .remoteNotification: "remote notification"
    case .backgroundTask(let identifier): "background task \(identifier)"
    case .prewarming: "prewarming"
    }
  }
}
