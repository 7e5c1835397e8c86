import VirtualTime

extension Device {
  /// Has the system perform a background fetch of an app now, as Xcode's "Simulate Background
  /// Fetch" does. Needs the background mode `fetch`, else nothing happens.
  ///
  /// The app is launched or woken in background and has up to about 30 s (L12), less if it calls
  /// the completion handler earlier.
  public func performBackgroundFetch(_ app: InstalledApp) {
    guard app.definition.infoPlist.backgroundModes.contains("fetch"), !app.isInFront else { return }
    if app.process == nil { launch(app, .backgroundFetch) }
    guard let process = app.process else { return }
    process.grantForEvents(.fetch, until: world.now + profile.lifecycle.backgroundWake)
    process.afterLaunch { [unowned process] port in
      port.performFetch { process.grant(.fetch, until: nil) }
      process.post(.callback(.performFetch, seen: process.visibleState))
    }
  }
}
