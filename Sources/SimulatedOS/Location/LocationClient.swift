/// The requests of one `CLLocationManager`; see `LocationService.openManager`.
///
/// Held by the manager. Each call does nothing, and is a finding, if the process that it was made
/// for has ended. Answers come through the manager's `LocationEventReceiver`, never before the call returns.
public struct LocationClient {
  let manager: ManagerSession
  public let process: AppProcess

  private var service: LocationService { manager.service }
  private func isAlive(_ call: String) -> Bool {
    process.isAlive(for: "CLLocationManager.\(call)")
  }

  // MARK: Authorization

  /// What the app reads; `denied` while location services are off for the whole device.
  public var authorization: LocationAuthorization { service.authorization(of: process.app) }
  /// False if the user gave an approximate location only (iOS 14).
  public var isPrecise: Bool { service.isPrecise(process.app) }

  /// Asks the user, if it was not asked before. Without its text in Info.plist nothing happens (a
  /// finding).
  public func requestAuthorization(_ wanted: LocationRequestLevel) {
    guard isAlive(wanted.call) else { return }
    service.requestAuthorization(wanted, process)
  }

  /// Asks the user for a precise location until the app is left (iOS 14).
  ///
  /// - Parameters:
  ///   - purposeKey: of NSLocationTemporaryUsageDescriptionDictionary in Info.plist.
  ///   - completion: called on the main queue: nil if it was given, `promptDeclined` if the user
  ///     said no or was not asked, `denied` without permission.
  public func requestTemporaryFullAccuracy(
    purposeKey: String, completion: @escaping (LocationFailure?) -> Void
  ) {
    guard isAlive("requestTemporaryFullAccuracyAuthorization") else { return }
    service.requestTemporaryFullAccuracy(purposeKey, process, completion)
  }

  // MARK: Standard updates

  /// The last position that the system computed; nil if there is none, or no permission.
  public var lastFix: LocationFix? { service.lastFix(for: process.app) }

  public func configure(_ request: LocationRequest) {
    guard isAlive("a property") else { return }
    manager.configure(request)
  }

  /// Begins to deliver positions, until `stop`. Without permission `failed(.denied)` comes.
  public func start() {
    guard isAlive("startUpdatingLocation()") else { return }
    manager.start()
  }

  public func stop() {
    guard isAlive("stopUpdatingLocation()") else { return }
    manager.stop()
  }

  // MARK: Significant changes, visits, heading

  /// The app is launched for them, in this launch and later ones, until `stop` (LOC7).
  public func startSignificantChanges() {
    guard isAlive("startMonitoringSignificantLocationChanges()") else { return }
    manager.setSignificantChanges(true)
  }

  public func stopSignificantChanges() {
    guard isAlive("stopMonitoringSignificantLocationChanges()") else { return }
    manager.setSignificantChanges(false)
  }

  /// As for significant changes (LOC7).
  public func startVisits() {
    guard isAlive("startMonitoringVisits()") else { return }
    manager.setVisits(true)
  }

  public func stopVisits() {
    guard isAlive("stopMonitoringVisits()") else { return }
    manager.setVisits(false)
  }

  /// Tells the heading soon, and whenever it changes.
  public func startHeading() {
    guard isAlive("startUpdatingHeading()") else { return }
    manager.setHeading(true)
  }

  public func stopHeading() {
    guard isAlive("stopUpdatingHeading()") else { return }
    manager.setHeading(false)
  }

  // MARK: Regions

  /// The longest radius that can be monitored, metres.
  public var maximumRegionRadius: Double { service.policy.maximumRegionRadius }

  /// The regions of the app, of earlier launches too, in the order of their registration.
  public var monitoredRegions: [RegionDescription] { service.monitoredRegions(of: process.app) }

  /// Watches a region over launches, reboots and updates of the system, until it is stopped. One with
  /// the same identifier is replaced (BC2). The 21st fails (BC1).
  public func startMonitoring(_ region: RegionDescription) {
    guard isAlive("startMonitoring(for:)") else { return }
    service.startMonitoring(region, manager)
  }

  public func stopMonitoring(_ region: RegionDescription) {
    guard isAlive("stopMonitoring(for:)") else { return }
    service.stopMonitoring(region, process.app)
  }

  /// Tells this manager the state that the system knows, `unknown` if there is none (BC7).
  public func requestState(_ region: RegionDescription) {
    guard isAlive("requestState(for:)") else { return }
    service.requestState(region, manager)
  }

  // MARK: Ranging

  /// In the order in which they were started.
  public var rangedConstraints: [BeaconConstraint] { manager.ranging.constraints }

  /// Reports the beacons each second while the process runs, until it is stopped (BC8). Does
  /// nothing if the constraint is ranged already.
  public func startRanging(_ constraint: BeaconConstraint) {
    guard isAlive("startRangingBeacons(satisfying:)") else { return }
    manager.ranging.start(constraint)
  }

  public func stopRanging(_ constraint: BeaconConstraint) {
    guard isAlive("stopRangingBeacons(satisfying:)") else { return }
    manager.ranging.stop(constraint)
  }

  // MARK: End

  /// The manager was deallocated: updates and ranging stop; regions, significant changes and visits
  /// stay.
  public func close() {
    guard process.process.state != .dead else { return }
    service.close(manager)
  }
}

/// What an app asks the user for.
public enum LocationRequestLevel: Sendable, Hashable {
  case whenInUse, always

  var call: String {
    switch self {
    case .whenInUse: "requestWhenInUseAuthorization()"
    case .always: "requestAlwaysAuthorization()"
    }
  }
}
