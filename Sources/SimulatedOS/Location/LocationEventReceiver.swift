/// What a `CLLocationManager` takes from the system. Called on the process's main queue.
public protocol LocationEventReceiver: AnyObject {
  /// Whether the app would hear of an event: one that it was launched for is lost without (BC9).
  var hasDelegate: Bool { get }

  /// The status, or the accuracy, may be another: soon after the manager was made, and at changes.
  func authorizationChanged()

  // MARK: Standard updates, significant changes, visits, heading

  /// The newest last.
  func updated(_ fixes: [LocationFix])
  func failed(_ failure: LocationFailure)
  func paused()
  func resumed()
  func visited(_ visit: Visit)
  func heading(_ fix: HeadingFix)

  // MARK: Regions

  func startedMonitoring(_ region: RegionDescription)
  func entered(_ region: RegionDescription)
  func exited(_ region: RegionDescription)
  /// After `entered` and `exited`, and as the answer to a request (BC3, BC7).
  func determined(_ state: RegionState, _ region: RegionDescription)
  func monitoringFailed(_ region: RegionDescription?, _ failure: LocationFailure)

  // MARK: Ranging

  /// Each second; the list may be empty. The nearest first, those not heard last (BC8).
  func ranged(_ beacons: [RangedBeacon], _ constraint: BeaconConstraint)
  func rangingFailed(_ constraint: BeaconConstraint, _ failure: LocationFailure)
}

/// What a `CLMonitor` takes from the system. Called on the process's main queue.
public protocol MonitorEventReceiver: AnyObject {
  func received(_ event: MonitorEvent)
}

/// What `CLLocationUpdate.liveUpdates()` takes from the system. Called on the process's main queue.
public protocol LiveUpdatesEventReceiver: AnyObject {
  func received(_ update: LiveUpdate)
}

/// What a `CLServiceSession` or a `CLBackgroundActivitySession` takes from the system. Called on
/// the process's main queue, once soon after the session was made, and at each change.
public protocol LocationSessionEventReceiver: AnyObject {
  func diagnosed(_ diagnostics: LocationDiagnostics)
}
