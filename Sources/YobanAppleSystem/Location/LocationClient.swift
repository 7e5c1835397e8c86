import YobanSimulatedDevices

/// The calls that one `CLLocationManager` makes to the system; see `LocationService.openManager`.
///
/// The manager holds it. If the process that it was made for has ended, a call does nothing and
/// reports a finding. Results are delivered to the manager's `LocationEventReceiver`, never before
/// the call returns.
package struct LocationClient {
  let manager: ManagerSession
  package let process: AppProcess

  private var service: LocationService { manager.service }
  private func isAlive(_ call: String) -> Bool {
    process.isAlive(for: "CLLocationManager.\(call)")
  }

  // MARK: Authorization

  /// The authorization that the app reads; `denied` while location services are off for the whole
  /// device.
  package var authorization: LocationAuthorization { service.authorization(of: process.app) }
  /// Whether the app gets precise positions; false if the user allowed only an approximate location
  /// (iOS 14).
  package var isPrecise: Bool { service.isPrecise(process.app) }

  /// Asks the user for authorization, unless the user was asked before. Without the usage
  /// description in Info.plist it does nothing and reports a finding.
  package func requestAuthorization(_ wanted: LocationRequestLevel) {
    guard isAlive(wanted.call) else { return }
    service.requestAuthorization(wanted, process)
  }

  /// Asks the user for a precise location until the app's process ends (iOS 14).
  ///
  /// - Parameters:
  ///   - purposeKey: a key of NSLocationTemporaryUsageDescriptionDictionary in Info.plist.
  ///   - completion: called on the main queue, with nil if the user agreed, `promptDeclined` if the
  ///     user declined or was not asked, `denied` without permission.
  package func requestTemporaryFullAccuracy(
    purposeKey: String, completion: @escaping (LocationFailure?) -> Void
  ) {
    guard isAlive("requestTemporaryFullAccuracyAuthorization") else { return }
    service.requestTemporaryFullAccuracy(purposeKey, process, completion)
  }

  // MARK: Standard updates

  /// The last position that the system computed; nil if there is none, or without permission.
  package var lastFix: LocationFix? { service.lastFix(for: process.app) }

  package func configure(_ request: LocationRequest) {
    guard isAlive("a property") else { return }
    manager.configure(request)
  }

  /// Delivers positions until `stop`. Without permission, `failed(.denied)` is delivered.
  package func start() {
    guard isAlive("startUpdatingLocation()") else { return }
    manager.start()
  }

  package func stop() {
    guard isAlive("stopUpdatingLocation()") else { return }
    manager.stop()
  }

  // MARK: Significant changes, visits, heading

  /// Starts significant changes. The system launches the app for them until
  /// `stopSignificantChanges` (LOC7).
  package func startSignificantChanges() {
    guard isAlive("startMonitoringSignificantLocationChanges()") else { return }
    manager.setSignificantChanges(true)
  }

  package func stopSignificantChanges() {
    guard isAlive("stopMonitoringSignificantLocationChanges()") else { return }
    manager.setSignificantChanges(false)
  }

  /// Starts visits. The system launches the app for them until `stopVisits` (LOC7).
  package func startVisits() {
    guard isAlive("startMonitoringVisits()") else { return }
    manager.setVisits(true)
  }

  package func stopVisits() {
    guard isAlive("stopMonitoringVisits()") else { return }
    manager.setVisits(false)
  }

  /// Delivers the heading soon, and again whenever it changes.
  package func startHeading() {
    guard isAlive("startUpdatingHeading()") else { return }
    manager.setHeading(true)
  }

  package func stopHeading() {
    guard isAlive("stopUpdatingHeading()") else { return }
    manager.setHeading(false)
  }

  // MARK: Regions

  /// The longest radius that can be monitored, in meters.
  package var maximumRegionRadius: Double { service.policy.maximumRegionRadius }

  /// The app's regions, including those of earlier launches, in the order of registration.
  package var monitoredRegions: [RegionDescription] { service.monitoredRegions(of: process.app) }

  /// Monitors a region until it is stopped, across launches, reboots and system updates. A region
  /// with the same identifier is replaced (BC2). The 21st region fails (BC1).
  package func startMonitoring(_ region: RegionDescription) {
    guard isAlive("startMonitoring(for:)") else { return }
    service.startMonitoring(region, manager)
  }

  package func stopMonitoring(_ region: RegionDescription) {
    guard isAlive("stopMonitoring(for:)") else { return }
    service.stopMonitoring(region, process.app)
  }

  /// Delivers the region's known state to this manager, `unknown` if the system knows none (BC7).
  package func requestState(_ region: RegionDescription) {
    guard isAlive("requestState(for:)") else { return }
    service.requestState(region, manager)
  }

  // MARK: Ranging

  /// The ranged constraints, in the order in which they were started.
  package var rangedConstraints: [BeaconConstraint] { manager.ranging.constraints }

  /// Reports the beacons each second while the process runs, until `stopRanging` (BC8). Does
  /// nothing if the constraint is ranged already.
  package func startRanging(_ constraint: BeaconConstraint) {
    guard isAlive("startRangingBeacons(satisfying:)") else { return }
    manager.ranging.start(constraint)
  }

  package func stopRanging(_ constraint: BeaconConstraint) {
    guard isAlive("stopRangingBeacons(satisfying:)") else { return }
    manager.ranging.stop(constraint)
  }

  // MARK: End

  /// Ends the manager's use when it is deallocated. Updates and ranging stop; regions, significant
  /// changes and visits continue.
  package func close() {
    guard process.process.state != .dead else { return }
    service.close(manager)
  }
}

/// The authorization that an app requests from the user.
package enum LocationRequestLevel: Sendable, Hashable {
  case whenInUse, always

  var call: String {
    switch self {
    case .whenInUse: "requestWhenInUseAuthorization()"
    case .always: "requestAlwaysAuthorization()"
    }
  }
}
