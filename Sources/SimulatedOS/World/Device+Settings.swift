/// `UIApplication.backgroundRefreshStatus`.
public enum BackgroundRefreshStatus: String, Sendable, Hashable {
  case available, denied, restricted
}

extension Device {
  /// The user switches Background App Refresh on or off in Settings: for one app, or for the
  /// whole device if none is named (L18).
  public func setBackgroundRefresh(_ isOn: Bool, for app: InstalledApp? = nil) {
    let name = app.map { " for \($0.definition.name)" } ?? ""
    post(.user("switches Background App Refresh \(isOn ? "on" : "off")\(name)"))
    if let app { app.allowsBackgroundRefresh = isOn } else { allowsBackgroundRefresh = isOn }
    for app in apps { app.process?.tell { $0.backgroundRefreshStatusChanged() } }
    if !isOn {
      for app in apps where backgroundRefreshStatus(of: app) == .denied {
        transfer.backgroundUpdatesDisabled(app)
      }
    }
    conditionsChanged()
  }

  /// Whether the system may launch or resume the app for a refresh, a push and the like (L18).
  public func backgroundRefreshStatus(of app: InstalledApp) -> BackgroundRefreshStatus {
    allowsBackgroundRefresh && app.allowsBackgroundRefresh ? .available : .denied
  }

  /// As above; Low Power Mode pauses it (L19).
  func mayRefresh(_ app: InstalledApp) -> Bool {
    backgroundRefreshStatus(of: app) == .available && !power.isLowPowerMode
  }
}
