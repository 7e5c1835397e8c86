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
  /// Something came from the counterpart of a watch or phone (WC2, WC3).
  case watchConnectivity
  /// The phone app started a workout on the watch.
  case workout
  /// The app ended while its workout session went on (WK2).
  case workoutRecovery
  /// An extended runtime session begins, such as a smart alarm (WK5).
  case extendedRuntime
  /// A background refresh task of watchOS (WK9).
  case watchRefresh
  /// Android starts a component: `activity`, `service`, `receiver` or `job`, and its class.
  case component(String)
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
    case .watchConnectivity: "watch connectivity"
    case .workout: "workout"
    case .workoutRecovery: "workout recovery"
    case .extendedRuntime: "extended runtime session"
    case .watchRefresh: "background refresh"
    case .component(let component): component
    case .prewarming: "prewarming"
    }
  }
}
