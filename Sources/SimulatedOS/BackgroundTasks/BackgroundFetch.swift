import VirtualTime

extension Device {
  /// Has the system perform a background fetch of an app now, as Xcode's "Simulate Background
  /// Fetch" does. Needs the background mode `fetch`, else nothing happens.
  ///
  /// The app is launched or woken in background and has about 30 s to call the completion handler;
  /// else it is killed with 0x2182bad4 (FT1).
  public func performBackgroundFetch(_ app: InstalledApp) {
    guard app.definition.infoPlist.backgroundModes.contains("fetch"), !app.isInFront else { return }
    if app.needsLaunch { launch(app, .backgroundFetch) }
    guard let process = app.process else { return }
    let done = process.grantForAnswer(
      .fetch, within: profile.lifecycle.backgroundWake, orKilledFor: .backgroundFetch,
      "a background fetch")
    process.afterLaunch { [unowned process] port in
      port.performFetch { _ in done() }
      process.post(.callback(.performFetch, seen: process.visibleState))
    }
  }
}
