import YobanAppleSystem
import YobanSimulatedDevices
import YobanVirtualTime

// Pushes for widgets and controls: what the server does.
extension AppleDevice {
  /// Sends a push to the widgets of an app from a server, with `apns-push-type: widgets` and `content-changed` in `aps`
  /// (WI12).
  ///
  /// ```swift
  /// let token = phone.widgets.pushToken(of: app)   // as soon as a widget with a push handler was added
  /// phone.pushWidgets(of: app)
  /// ```
  ///
  /// The extension is asked for new timelines of the app's widgets with a push handler, as far as their
  /// budgets allow it. While the
  /// device is offline, one push waits. A push that has no effect is an event of the trace with the reason.
  public func pushWidgets(of app: InstalledApp) {
    guard isOwn(app, "pushWidgets(of:)") else { return }
    widgets.push(to: app, nil)
  }

  /// Sends a push to one control from a server, with `apns-push-type: controls` and `content-changed` in `aps` (WI13).
  ///
  /// The extension is asked for the value of the control. While the device is offline, one push waits. A push that has
  /// no effect is an event of the trace with the reason.
  public func pushControl(_ control: PlacedControl) {
    guard isOwn(control.app, "pushControl(_:)") else { return }
    widgets.push(to: control.app, control)
  }

  private func isOwn(_ app: InstalledApp, _ call: String) -> Bool {
    if app.device !== self {
      Misuse.report(
        "\(app.definition.name) is an app of \(app.device.name), not of \(name): call \(call) of \(app.device.name)."
      )
      return false
    }
    if let host = app.host {
      Misuse.report(
        "\(app.definition.name) is an extension of \(host.definition.name): give \(call) the app.")
      return false
    }
    return true
  }
}
