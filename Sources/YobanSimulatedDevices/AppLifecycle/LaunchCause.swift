/// The reason why a process was launched.
public enum LaunchCause: Sendable, Hashable, CustomStringConvertible {
  case user
  /// An event of a region, a significant change or a visit (L13).
  case location
  /// A Bluetooth event of a preserved manager, with the restore identifiers of all managers that
  /// the system preserves for the app (BT25).
  case bluetooth(centrals: [String], peripherals: [String])
  case backgroundTransfer
  case backgroundFetch
  /// A silent push, with its payload as JSON text (L13, FT6).
  case remoteNotification(String)
  /// A task of BGTaskScheduler, by its identifier (FT2).
  case backgroundTask(String)
  /// Data arrived from the paired watch or phone (WC2, WC3).
  case watchConnectivity
  /// The phone app started a workout on the watch.
  case workout
  /// The app ended while its workout session continued (WK2).
  case workoutRecovery
  /// Health data that the app observes in the background has changed (HK2).
  case healthUpdate
  /// An extended runtime session begins, such as a smart alarm (WK5).
  case extendedRuntime
  /// A background refresh task of watchOS (WK9).
  case watchRefresh
  /// The user chose an action of a notification that does not open the app, by its identifier (NT7).
  case notificationAction(String)
  /// Android starts a component: `activity`, `service`, `receiver` or `job`, with its class name.
  case component(String)
  /// The system starts the process before it is needed (L15).
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
    case .healthUpdate: "health update"
    case .extendedRuntime: "extended runtime session"
    case .watchRefresh: "background refresh"
    case .notificationAction(let action): "notification action \(action)"
    case .component(let component): component
    case .prewarming: "prewarming"
    }
  }
}
