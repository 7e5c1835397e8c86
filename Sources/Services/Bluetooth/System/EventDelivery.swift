import YobanSimulatedDevices

/// The way in which an event is delivered to an app, which depends on the app's state (BT8, BT9,
/// BT27, L18). Deciding it has no side effects.
enum EventDelivery: Equatable {
  /// The event is added to the app's queue now.
  case now
  /// As `now`, and the app gets run time: it is resumed if it was suspended (BT9).
  case wake
  /// The event waits until the app enters the foreground (BT8), or creates its manager again
  /// (BT25).
  case hold
  /// The event waits, and the system launches the app for it (BT25).
  case relaunch

  enum Urgency: Equatable {
    /// The answer to a request from the app.
    case answer
    /// An event that the app did not request.
    case event
  }

  /// - Parameters:
  ///   - state: the state of the app, as the system sees it.
  ///   - hasManager: false while only the system's record of a manager exists.
  ///   - isKeptRunning: whether a session of the app keeps it running in the background (WK2, WK5).
  ///   - mayWake: false if Background App Refresh is off and this prevents wakes (L18).
  static func decide(
    _ urgency: Urgency, _ state: AppState, hasManager: Bool, hasBackgroundMode: Bool,
    isKeptRunning: Bool = false, mayWake: Bool
  ) -> EventDelivery {
    guard hasManager else { return state == .notRunning && mayWake ? .relaunch : .hold }
    switch state {
    case .active, .inactive: return .now
    case .background, .suspended:
      if hasBackgroundMode, mayWake { return .wake }
      if isKeptRunning, state == .background { return .now }
      switch urgency {
      case .answer: return .now  // a suspended process receives it when it is resumed
      case .event: return .hold
      }
    case .notRunning: return .hold
    }
  }
}
