/// What becomes of an event of a region, a significant change or a visit (BC3, BC9, BC12, BC13,
/// L16, L18). Pure.
///
/// A force-quit makes no difference (L16).
enum LocationDelivery: Equatable {
  /// It goes to the app now.
  case now
  /// As `now`, and the app gets run time: it is resumed if it was suspended (BC8, L12).
  case wake
  /// It waits, and the system launches the app for it (BC9).
  case launch
  /// It waits until the app comes to the front.
  case hold
  /// It waits until the user has answered whether Always shall stay (BC13).
  case ask
  /// Nobody hears of it.
  case drop

  /// What is known of an app when something happens.
  struct App {
    var state: AppState
    var permission: LocationAuthority.Permission
    /// Whether updates keep it running in background, with the indicator: it is in use (LOC2).
    var isInUse = false
    /// Background App Refresh (L18).
    var mayRefresh = true
  }

  static func decide(_ app: App) -> LocationDelivery {
    if app.permission == .none { return .drop }
    switch app.state {
    case .active, .inactive: return .now
    case .background, .suspended, .notRunning: break
    }
    switch app.permission {
    case .none: return .drop
    case .whenInUse: return app.state == .background && app.isInUse ? .now : .hold
    case .provisional: return app.state == .background && app.isInUse ? .now : .ask
    case .always: break
    }
    if app.state == .background { return app.mayRefresh ? .wake : .now }
    guard app.mayRefresh else { return .hold }
    return app.state == .suspended ? .wake : .launch
  }
}
