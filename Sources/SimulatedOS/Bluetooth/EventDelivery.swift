/// What becomes of an event for an app, by the state that the app is in (BT8, BT9, BT27,
/// L18). Pure.
enum EventDelivery: Equatable {
  /// It goes to the app's queue now.
  case now
  /// As `now`, and the app gets run time: it is resumed if it was suspended (BT9).
  case wake
  /// It waits until the app comes to foreground (BT8), or makes its manager again (BT25).
  case hold
  /// It waits, and the system launches the app for it (BT25).
  case relaunch

  enum Urgency: Equatable {
    /// The answer to a request of the app.
    case answer
    /// Something that happened by itself.
    case event
  }

  /// - Parameters:
  ///   - state: of the app, as the system sees it.
  ///   - hasManager: false while nothing but the system's record of a manager is left.
  ///   - isKeptRunning: whether a session of the app has it run in background (WK2, WK5).
  ///   - mayWake: false if Background App Refresh is off, and that counts (L18).
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
      case .answer: return .now  // a frozen process gets it when it runs again
      case .event: return .hold
      }
    case .notRunning: return .hold
    }
  }
}
