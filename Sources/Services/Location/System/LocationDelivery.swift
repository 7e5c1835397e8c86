import YobanSimulatedDevices

/// The decision on how an event of a region, a significant change or a visit is delivered to an app
/// (BC3, BC9, BC12, BC13, L16, L18). Pure.
///
/// A force-quit makes no difference (L16).
enum LocationDelivery: Equatable {
  /// Deliver the event to the app now.
  case now
  /// As `now`, and give the app run time; a suspended app is resumed (BC8, L12).
  case wake
  /// Keep the event, and launch the app for it (BC9).
  case launch
  /// Keep the event until the app is in the foreground.
  case hold
  /// Keep the event until the user has answered whether to keep Always (BC13).
  case ask
  /// Do not deliver the event.
  case drop

  /// The conditions of an app at the time of the event.
  struct App {
    var state: AppState
    var permission: LocationAuthority.Permission
    /// Whether location updates keep it running in the background with the indicator, so that it
    /// counts as in use (LOC2).
    var isInUse = false
    /// Whether Background App Refresh is available to it (L18).
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
