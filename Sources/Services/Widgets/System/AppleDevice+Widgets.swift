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
  ///   - family: the name of the case of `WidgetFamily`.
  ///   - configuration: what the user has chosen, a `WidgetConfigurationIntent` of the extension; nil for its default.
  @discardableResult
  public func addWidget(
    _ kind: String, _ family: String = "systemSmall", of app: InstalledApp,
    configuration: (any Sendable)? = nil
  ) -> PlacedWidget {
    userComes()
    if app.lastOpened == nil {
      Misuse.report(
        "\(app.definition.name) was never opened on \(name): its widgets are in the gallery after the first launch (WI1)."
      )
    }
    if !widgets.policy.exists {
      Misuse.report("\(name) has a system without widgets: they exist from iOS 14 on (WI1).")
    }
    post(.user("adds the widget \(kind) of \(app.definition.name)"))
    let widget = PlacedWidget(app, kind, family, configuration, WidgetMachine(widgets.policy))
    widgets.place(widget)
    return widget
  }

  /// The user removes a widget.
  public func removeWidget(_ widget: PlacedWidget) {
    userComes()
    post(.user("removes the widget \(widget.kind) of \(widget.app.definition.name)"))
    widgets.remove(widget)
  }
}
