import AppIntents
import YobanSimulatedApple

extension AppleDevice {
  /// The user performs an intent of the app: with Siri, in Shortcuts, by a control, a button of a Live Activity or the
  /// Action button (AI1). Returns when it has finished.
  ///
  /// ```swift
  /// let result = try await phone.perform(StopRecording(), of: app)
  /// ```
  ///
  /// The intent's parameters have the values that the test gives them. It runs in the process of the app, which is
  /// launched in background if it does not run, or opened first if the intent has `openAppWhenRun`.
  ///
  /// - Throws: what `perform()` throws, or `IntentNotFinished`: after 30 s (AI2), at the end of the process, and if
  ///   the device is off, was not unlocked since its boot, or has a system without App Intents.
  @discardableResult
  public func perform<Intent: AppIntent>(_ intent: Intent, of app: InstalledApp) async throws
    -> Intent.PerformResult
  {
    let name = Intent.persistentIdentifier
    userComes()
    post(.user("performs the intent \(name) of \(app.definition.name)"))
    return try await perform(intent, name, in: app)
  }

  /// The user touches a button or a toggle of a widget (WI8). Returns when its intent has finished; the widget is
  /// reloaded then.
  ///
  /// The intent runs in the process of the extension, or in that of the app if it has `openAppWhenRun`, or starts a
  /// Live Activity, plays audio or records audio, such as a `LiveActivityIntent` or an `AudioPlaybackIntent`.
  ///
  /// - Throws: as `perform(_:of:)`, and `IntentNotFinished` if the device is locked or the widget has no extension.
  @discardableResult
  public func perform<Intent: AppIntent>(_ intent: Intent, in widget: PlacedWidget) async throws
    -> Intent.PerformResult
  {
    let name = Intent.persistentIdentifier
    userComes()
    post(.user("touches \(name) in the widget \(widget.kind) of \(widget.app.definition.name)"))
    if isLocked { throw IntentNotFinished(name, .notBegun("\(self.name) is locked")) }
    guard let provider = widget.provider else {
      throw IntentNotFinished(name, .notBegun("no extension has the widget \(widget.kind)"))
    }
    return try await perform(intent, name, by: provider, of: widget)
  }

  /// The user touches a control (WI10): a button performs its intent, and a toggle its intent with the other value.
  /// Returns when the intent has finished; the control is reloaded then.
  ///
  /// The intent runs in the process of the extension, or in that of the app, as that of a widget.
  ///
  /// - Throws: as `perform(_:of:)`, and `IntentNotFinished` if the extension has given no value yet, if a placeholder
  ///   hides the control (WI7), if it is disabled, or if the device is locked and the intent opens the app, or its
  ///   `authenticationPolicy` is not `alwaysAllowed`.
  public func tap(_ control: PlacedControl) async throws {
    userComes()
    post(.user("touches the control \(control.kind) of \(control.app.definition.name)"))
    if let obstacle = appIntents.obstacle {
      throw IntentNotFinished(control.kind, .notBegun(obstacle))
    }
    if control.isHidden {
      throw IntentNotFinished(
        control.kind,
        .notBegun("\(self.name) is locked, and the protection of the extension hides the control"))
    }
    guard let intent = control.action as? any AppIntent, let provider = control.provider else {
      throw IntentNotFinished(
        control.kind, .notBegun("the control \(control.kind) has no value, or is disabled"))
    }
    try await touch(intent, provider, control)
  }

  private func touch<Intent: AppIntent>(
    _ intent: Intent, _ provider: InstalledApp, _ control: PlacedControl
  ) async throws {
    let name = Intent.persistentIdentifier
    if isLocked, Intent.openAppWhenRun || Intent.authenticationPolicy != .alwaysAllowed {
      throw IntentNotFinished(name, .notBegun("\(self.name) is locked"))
    }
    _ = try await perform(intent, name, by: provider, of: control)
  }

  /// Performs the intent of a widget or a control in the process of its extension, or of its app (WI8).
  private func perform<Intent: AppIntent>(
    _ intent: Intent, _ name: String, by provider: InstalledApp, of widget: PlacedWidget
  ) async throws -> Intent.PerformResult {
    try await perform(intent, name, in: intent.runsInApp ? widget.app : provider) {
      self.widgets.intentEnded(in: widget)
    }
  }

  /// Performs an intent in the process of an app or of an extension, and calls `ended` if the intent has begun.
  private func perform<Intent: AppIntent>(
    _ intent: Intent, _ name: String, in app: InstalledApp, ended: () -> Void = {}
  ) async throws -> Intent.PerformResult {
    if let obstacle = appIntents.obstacle { throw IntentNotFinished(name, .notBegun(obstacle)) }
    defer { ended() }
    if Intent.openAppWhenRun { await open(app) }
    let run = appIntents.begin(
      name, of: app,
      startsLiveActivities: intent is any LiveActivityIntent
        || intent is any LiveActivityStartingIntent)
    return try await intent.performed(by: run, appIntents)
  }
}

extension AppIntent {
  /// Whether the intent of a widget or a control runs in the process of the app, and not of the extension (WI8).
  fileprivate var runsInApp: Bool {
    Self.openAppWhenRun || self is any LiveActivityIntent || self is any LiveActivityStartingIntent
      || self is any AudioPlaybackIntent || self is any AudioStartingIntent
      || self is any AudioRecordingIntent
  }
}
