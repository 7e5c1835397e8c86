import Foundation
import YobanAppleSystem
import YobanNetwork
import YobanSimulatedDevices
import YobanVirtualTime

/// The token for pushes to all widgets of an app, or to one control.
final class WidgetPushRegistration {
  let app: InstalledApp
  /// The control; nil for the widgets of the app.
  let control: PlacedControl?
  /// Nil until the extension has it.
  var token: Data?
  /// Whether the token waits until the device is online and was unlocked.
  var awaitsToken = false
  /// Whether a push waits until the device is online.
  var hasPush = false

  init(_ app: InstalledApp, _ control: PlacedControl?) {
    (self.app, self.control) = (app, control)
  }

  /// The name in traces.
  static func name(_ app: InstalledApp, _ control: PlacedControl?) -> String {
    control?.name ?? "the widgets of \(app.definition.name)"
  }
}

// Pushes that reload the widgets of an app (WI12), or a control (WI13).
extension WidgetService {
  /// The token for pushes to the widgets of an app, which its extension sends to the server; nil until the extension
  /// has it, and while the user has added no widget with a push handler (WI12).
  ///
  /// That of a control is its `pushToken`.
  public func pushToken(of app: InstalledApp) -> Data? { registration(of: app, nil)?.token }

  func registration(of app: InstalledApp, _ control: PlacedControl?) -> WidgetPushRegistration? {
    registrations.first { $0.app === app && $0.control === control }
  }

  private func havePushes(controls: Bool) -> Bool {
    guard controls else { return policy.pushesExist }
    return device is Watch ? policy.controlsExistOnWatch : policy.controlsExist
  }

  // MARK: Tokens

  /// The extension was asked for a timeline of the widget: the system knows now whether it has a push handler.
  func noteHandler(_ hasHandler: Bool, of widget: PlacedWidget, in process: AppProcess) {
    guard hasHandler != widget.supportsPushes, havePushes(controls: widget.isControl) else {
      return
    }
    guard hasHandler else { return endPushes(to: widget) }
    // Apple's page for controls does not say which target needs the capability.
    let targets = widget.isControl ? [process.app, widget.app] : [process.app]
    guard targets.contains(where: { $0.definition.entitlements.contains(Entitlement.pushes) })
    else {
      return process.reportOnce(.widgetPushesNotEntitled(forControls: widget.isControl))
    }
    widget.supportsPushes = true
    let control = widget as? PlacedControl
    if let known = registration(of: widget.app, control) {
      // One more widget has the token of the others.
      if known.token != nil { callHandlers(of: widget) }
      return
    }
    let new = WidgetPushRegistration(widget.app, control)
    registrations.append(new)
    giveToken(new)
  }

  private func giveToken(_ registration: WidgetPushRegistration) {
    simulation.schedule(at: now + policy.pushTokenDelay) { [weak self, weak registration] in
      guard let self, let registration, registrations.contains(where: { $0 === registration })
      else { return }
      guard device.isOnline, device.isUnlocked else {
        registration.awaitsToken = true
        return
      }
      registration.token = Data(pushTokens.bytes(32))
      let (app, control) = (registration.app, registration.control)
      post(.token(WidgetPushRegistration.name(app, control)), app)
      let widget: PlacedWidget? = control ?? pushed(of: app, controls: false).first
      if let widget { callHandlers(of: widget) }
    }
  }

  /// The widget is gone, or has no push handler any more. The token ends with the last widget, or with the control.
  func endPushes(to widget: PlacedWidget) {
    guard widget.supportsPushes else { return }
    widget.supportsPushes = false
    let control = widget as? PlacedControl
    guard let registration = registration(of: widget.app, control) else { return }
    if registration.token != nil { callHandlers(of: widget) }
    if control != nil || pushed(of: widget.app, controls: false).isEmpty {
      registrations.removeAll { $0 === registration }
    }
  }

  /// The app is deleted: no handler is called.
  func forgetPushes(to app: InstalledApp) {
    registrations.removeAll { $0.app === app }
    for widget in placed(of: app) { widget.supportsPushes = false }
  }

  /// The widgets of an app, or its controls, that support pushes.
  private func pushed(of app: InstalledApp, controls: Bool) -> [PlacedWidget] {
    placed(of: app).filter { $0.supportsPushes && $0.isControl == controls }
  }

  // MARK: The handlers

  /// Calls the push handlers of all extensions that have such widgets, or such controls, because of one that has a
  /// new token, was added or is gone.
  private func callHandlers(of changed: PlacedWidget) {
    let app = changed.app
    let widgets = pushed(of: app, controls: changed.isControl)
    let concerned = widgets + [changed]
    for provider in app.widgetExtensions
    where concerned.contains(where: { $0.provider === provider }) {
      if changed.isControl {
        let controls = widgets.compactMap { $0 as? PlacedControl }.filter { $0.pushToken != nil }
        call(provider) { $0.pushTokensChanged(controls) }
      } else if let token = pushToken(of: app) {
        call(provider) { $0.pushTokenChanged(token, widgets) }
      }
    }
  }

  /// Launches or resumes the extension, gives it run time, and calls its widgets.
  private func call(
    _ provider: InstalledApp, _ body: @escaping (any WidgetEventReceiver) -> Void
  ) {
    guard device.isUp, device.isUnlocked else { return }
    if provider.needsLaunch { device.launch(provider, .widgetPushToken) }
    guard let process = provider.process else { return }
    process.grant(.widgetPushToken, until: now + policy.pushHandlerTime)
    process.process.onMain { [weak self] in
      if let receiver = self?.receivers.first(where: { $0.process === process })?.receiver {
        body(receiver)
      }
    }
  }

  // MARK: Pushes

  /// A server has sent a push to the widgets of the app, or to a control.
  func push(to app: InstalledApp, _ control: PlacedControl?) {
    let name = WidgetPushRegistration.name(app, control)
    func ignore(_ why: String) { post(.ignored(name, why: why), app) }
    guard havePushes(controls: control != nil) else {
      return ignore("the system has no pushes for \(control == nil ? "widgets" : "controls")")
    }
    guard device.apps.contains(where: { $0 === app }) else { return ignore("the app is deleted") }
    if let control, !placed.contains(where: { $0 === control }) {
      return ignore("the user has removed it")
    }
    guard let registration = registration(of: app, control), registration.token != nil else {
      return ignore("the extension has no token for it")
    }
    registration.hasPush = true
    guard device.isOnline else { return post(.held(name, why: "the device is offline"), app) }
    deliver(registration)
  }

  private func deliver(_ registration: WidgetPushRegistration) {
    registration.hasPush = false
    let app = registration.app
    let widgets: [PlacedWidget] =
      if let control = registration.control {
        [control]
      } else {
        pushed(of: app, controls: false)
      }
    for widget in widgets { reload(widget, app.isInFront ? .pushInFront : .push) }
  }

  /// Continues with tokens and pushes that waited, if they can be given now.
  func continuePushes() {
    guard device.isOnline else { return }
    for registration in registrations {
      if registration.awaitsToken, device.isUnlocked {
        registration.awaitsToken = false
        giveToken(registration)
      }
      if registration.hasPush { deliver(registration) }
    }
  }
}
