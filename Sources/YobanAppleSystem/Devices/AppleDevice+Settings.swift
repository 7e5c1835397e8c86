import YobanSimulatedDevices

/// `UIApplication.backgroundRefreshStatus`.
public enum BackgroundRefreshStatus: String, Sendable, Hashable {
  case available, denied, restricted
}

extension AppleDevice {
  /// Turns Background App Refresh on or off, as the user does in Settings: for one app, or for the
  /// whole device if `app` is nil (L18).
  public func setBackgroundRefresh(_ isOn: Bool, for app: InstalledApp? = nil) {
    let name = app.map { " for \($0.definition.name)" } ?? ""
    post(.user("switches Background App Refresh \(isOn ? "on" : "off")\(name)"))
    if let app { app.allowsBackgroundRefresh = isOn } else { allowsBackgroundRefresh = isOn }
    for app in apps { app.process?.notify { $0.backgroundRefreshStatusChanged() } }
    if !isOn {
      for app in apps where backgroundRefreshStatus(of: app) == .denied {
        notifyServices { $0.backgroundRefreshDenied(app) }
      }
    }
    conditionsChanged()
  }

  /// See `InstalledApp.backgroundRefreshStatus`.
  package func backgroundRefreshStatus(of app: InstalledApp) -> BackgroundRefreshStatus {
    allowsBackgroundRefresh && app.allowsBackgroundRefresh ? .available : .denied
  }

  /// Returns whether Background App Refresh is available to the app and not paused by Low Power
  /// Mode (L18, L19).
  package func mayRefresh(_ app: InstalledApp) -> Bool {
    backgroundRefreshStatus(of: app) == .available && !power.isLowPowerMode
  }
}

extension InstalledApp {
  /// Whether the system may launch or resume the app in the background, for example for a refresh or a push
  /// (L18).
  public var backgroundRefreshStatus: BackgroundRefreshStatus {
    onApple("Background App Refresh", otherwise: .denied) { $0.backgroundRefreshStatus(of: self) }
  }
}
