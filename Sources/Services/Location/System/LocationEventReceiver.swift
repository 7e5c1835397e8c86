/// The callbacks from the system to a `CLLocationManager`, on the process's main queue.
package protocol LocationEventReceiver: AnyObject {
  /// Whether the manager has a delegate. Without one, the event that the app was launched for is
  /// lost (BC9).
  var hasDelegate: Bool { get }

  /// The status or the accuracy may have changed. Called soon after the manager was made, and at
  /// each change.
  func authorizationChanged()

  // MARK: Standard updates, significant changes, visits, heading

  /// New positions were delivered, the newest last.
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
  /// Called after `entered` and `exited`, and in response to a state request (BC3, BC7).
  func determined(_ state: RegionState, _ region: RegionDescription)
  func monitoringFailed(_ region: RegionDescription?, _ failure: LocationFailure)

  // MARK: Ranging

  /// Called each second. The nearest beacon is first, those not received are last; the list may be
  /// empty (BC8).
  func ranged(_ beacons: [RangedBeacon], _ constraint: BeaconConstraint)
  func rangingFailed(_ constraint: BeaconConstraint, _ failure: LocationFailure)
}

/// The callbacks from the system to a Location Push Service Extension, on its process's main queue.
package protocol LocationPushReceiver: AnyObject {
  /// Delivers a push; its payload is JSON text. The completion can be called on any thread of the process.
  func received(_ payload: String, completion: @escaping () -> Void)
  /// Called when the time for the push is nearly over.
  func willTerminate()
}

/// The callbacks from the system to a `CLMonitor`, on the process's main queue.
package protocol MonitorEventReceiver: AnyObject {
  func received(_ event: MonitorEvent)
}

/// The callbacks from the system to `CLLocationUpdate.liveUpdates()`, on the process's main queue.
package protocol LiveUpdatesEventReceiver: AnyObject {
  func received(_ update: LiveUpdate)
}

/// The callbacks from the system to a `CLServiceSession` or a `CLBackgroundActivitySession`, on the
/// process's main queue: once soon after the session was made, and at each change.
package protocol LocationSessionEventReceiver: AnyObject {
  func diagnosed(_ diagnostics: LocationDiagnostics)
}
