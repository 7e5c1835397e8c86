extension Device {
  /// Removes an app from memory without notice, as under memory pressure (L8).
  public func jetsam(_ app: InstalledApp) { app.process?.kill(.jetsam) }

  /// Tells every app that runs to free memory: `applicationDidReceiveMemoryWarning`.
  public func warnOfLowMemory() {
    post(.power("memory warning"))
    for app in apps { app.process?.warnOfLowMemory() }
  }

  /// Memory is short: after a warning, apps are removed without notice until so many are gone, the
  /// suspended ones first, the one in front last (L8).
  public func memoryPressure(removing count: Int) {
    warnOfLowMemory()
    let order: [AppState] = [.suspended, .notRunning, .background, .inactive, .active]
    let victims = order.flatMap { state in apps.filter { $0.process != nil && $0.state == state } }
    for app in victims.prefix(count) { jetsam(app) }
  }

  /// The system kills an app with a code that nothing simulated leads to, such as `thermal` (L10).
  public func kill(_ app: InstalledApp, _ code: TerminationCode) {
    app.process?.kill(.killed(code, "killed by the scenario"))
  }

  /// Starts an app's process ahead of its use, as the system may from iOS 15 on (L15). It waits just
  /// before UIApplicationMain until something launches the app; with
  /// `LifecyclePolicy.prewarmingLaunches` it runs on through didFinishLaunching and is suspended.
  ///
  /// Nothing happens if the app has a process, was force-quit, or the system does not prewarm.
  public func prewarm(_ app: InstalledApp) {
    guard profile.lifecycle.prewarms, app.process == nil, !app.isForceQuit else { return }
    launch(app, .prewarming)
  }
}
