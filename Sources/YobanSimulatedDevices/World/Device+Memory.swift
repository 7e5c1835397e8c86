extension Device {
  /// Removes an app from memory without notice, as under memory pressure (L8).
  public func jetsam(_ app: InstalledApp) { app.process?.kill(.jetsam) }

  /// Sends a memory warning to every running app (`applicationDidReceiveMemoryWarning`).
  public func warnOfLowMemory() {
    post(.power("memory warning"))
    for app in appsAndExtensions { app.process?.warnOfLowMemory() }
  }

  /// Simulates memory pressure: sends a memory warning, and then removes `count` apps from memory
  /// without notice, suspended apps first, the app in front last (L8).
  public func memoryPressure(removing count: Int) {
    warnOfLowMemory()
    let order: [AppState] = [.suspended, .notRunning, .background, .inactive, .active]
    let victims = order.flatMap { state in
      appsAndExtensions.filter { $0.process != nil && $0.state == state }
    }
    for app in victims.prefix(count) { jetsam(app) }
  }

  /// Kills an app with a code, for reasons that are not simulated, such as `thermal` (L10).
  public func kill(_ app: InstalledApp, _ code: TerminationCode) {
    app.process?.kill(.killed(code, "killed by the scenario"))
  }

  /// Prewarms an app: starts its process before it is needed, as the system may do from iOS 15 on
  /// (L15). The process waits before UIApplicationMain until something launches the app; with
  /// `LifecyclePolicy.prewarmingLaunches` it runs through didFinishLaunching and is then suspended.
  ///
  /// Does nothing if the app has a process, was force-quit, or the system does not prewarm.
  public func prewarm(_ app: InstalledApp) {
    guard mayPrewarm(app) else { return }
    let isAhead = choose(
      .prewarming, of: app, default: policy(LifecyclePolicy.self).prewarmingLaunches)
    launch(app, .prewarming, runsAhead: isAhead)
  }

  private func mayPrewarm(_ app: InstalledApp) -> Bool {
    profile.platform == .iOS && policy(LifecyclePolicy.self).prewarms && app.process == nil
      && !app.isForceQuit
  }

  /// Prewarms apps of the user before the first unlock after a boot, if the system decides to.
  func prewarmAfterBoot() {
    for app in apps where app.lastOpened != nil && mayPrewarm(app) {
      let choice = choose(.bootPrewarming, of: app, in: 0...2, default: 0)
      if choice > 0 { launch(app, .prewarming, runsAhead: choice == 2) }
    }
  }
}
