import YobanAppleSystem
import YobanSimulatedDevices
import YobanVirtualTime

// Widgets: what the user does.
extension AppleDevice {
  /// The user adds a widget of an app to the Home Screen or the Lock Screen. The system asks the app's extension for a
  /// timeline at once (WI1).
  ///
  /// ```swift
  /// let widget = phone.addWidget("Night", "systemSmall", of: app)
  /// try await world.pass(.seconds(1))
  /// #expect(widget.texts == ["0 h"])
  /// ```
  ///
  /// The user must have opened the app once. If the test has installed no extension, the trace still has an event for
  /// each reload, and the widget shows nothing.
  ///
  /// - Parameters:
  ///   - kind: the kind, as in the extension's `StaticConfiguration(kind:…)`.
  ///   - family: the name of the case of `WidgetFamily`: on a watch one of those with `accessory`.
  ///     Default: `systemSmall`, and `accessoryRectangular` on a watch.
  ///   - configuration: what the user has chosen, a `WidgetConfigurationIntent` of the extension; nil for its default.
  @discardableResult
  public func addWidget(
    _ kind: String, _ family: String? = nil, of app: InstalledApp,
    configuration: (any Sendable)? = nil
  ) -> PlacedWidget {
    let family = family ?? (self is Watch ? "accessoryRectangular" : "systemSmall")
    let policy = widgets.policy
    if !(self is Watch ? policy.existOnWatch : policy.exists) {
      Misuse.report(
        "\(name) has a system without widgets: they exist from iOS 14 (WI1) and watchOS 9 on (WI11)."
      )
    }
    let isForWatch = family.hasPrefix("accessory")
    if self is Watch ? !isForWatch : family == "accessoryCorner" {
      Misuse.report(
        "\(name) has no widgets of the family \(family): a watch has accessoryCircular, accessoryRectangular, accessoryInline and accessoryCorner, and an iPhone all but the last."
      )
    }
    let limit = self is Watch ? policy.reloadsPerDayOnWatch : policy.reloadsPerDay
    let widget = PlacedWidget(
      app, kind, family, configuration, WidgetMachine(policy, limit: limit))
    place(widget, "adds the widget")
    return widget
  }

  /// The user adds a control of an app to Control Center, the Lock Screen or the Action button, or on a watch to the
  /// Smart Stack. The system asks the app's extension for its value at once (WI10).
  ///
  /// ```swift
  /// let control = phone.addControl("Recording", of: app)
  /// try await world.pass(.seconds(1))
  /// #expect(control.isOn == false)
  /// try await phone.tap(control)
  /// ```
  ///
  /// - Parameters:
  ///   - kind: the kind, as in the extension's `StaticControlConfiguration(kind:…)`.
  ///   - configuration: what the user has chosen, a `ControlConfigurationIntent` of the extension; nil for its default.
  @discardableResult
  public func addControl(
    _ kind: String, of app: InstalledApp, configuration: (any Sendable)? = nil
  ) -> PlacedControl {
    let policy = widgets.policy
    if !(self is Watch ? policy.controlsExistOnWatch : policy.controlsExist) {
      Misuse.report(
        "\(name) has a system without controls: they exist from iOS 18 and watchOS 26 on (WI10).")
    }
    let control = PlacedControl(
      app, kind, "control", configuration, WidgetMachine(policy, limit: nil))
    place(control, "adds the control")
    return control
  }

  private func place(_ widget: PlacedWidget, _ what: String) {
    userComes()
    let app = widget.app
    if app.lastOpened == nil {
      Misuse.report(
        "\(app.definition.name) was never opened on \(name): its widgets and controls are in the gallery after the first launch (WI1)."
      )
    }
    post(.user("\(what) \(widget.kind) of \(app.definition.name)"))
    widgets.place(widget)
  }

  /// The user removes a widget or a control.
  public func removeWidget(_ widget: PlacedWidget) {
    userComes()
    post(
      .user(
        "removes the \(widget.isControl ? "control" : "widget") \(widget.kind) of \(widget.app.definition.name)"
      ))
    widgets.remove(widget)
  }
}
