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
  /// The intent runs in the process of the extension, or in that of the app if it has `openAppWhenRun` or is a
  /// `LiveActivityIntent`.
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
    let isInApp = Intent.openAppWhenRun || intent is any LiveActivityIntent
    return try await perform(intent, name, in: isInApp ? widget.app : provider) {
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
