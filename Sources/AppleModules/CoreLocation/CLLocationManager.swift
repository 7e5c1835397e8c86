import Foundation
internal import SimulatedOS

/// Starts and stops location services for the app. Create and use it on the main thread: the
/// delegate is called on the main queue.
///
/// Standard updates and ranging end with it; regions, significant changes and visits stay.
open class CLLocationManager: NSObject {
  /// Weak, as at Apple.
  open weak var delegate: (any CLLocationManagerDelegate)?
  /// The last position: that which was delivered, else what the system knows.
  open var location: CLLocation? { delivered ?? client.lastFix.map { CLLocation($0, in: process) } }
  /// The last heading that was delivered.
  open internal(set) var heading: CLHeading?

  let process: AppProcess
  let client: LocationClient
  private let receiver: LocationManagerReceiver
  private var request = LocationRequest() { didSet { client.configure(request) } }
  var delivered: CLLocation?
  var ranging = RangingRequests()
  var isUpdating = false
  /// Counts the calls of `requestLocation`; nil while none waits.
  var oneFix: Int?
  private var oneFixes = 0

  public override init() {
    process = AppProcess.calling("CLLocationManager was made")
    receiver = LocationManagerReceiver()
    client = process.app.device.location.openManager(for: process, receiver)
    super.init()
    receiver.manager = self
  }

  deinit { client.close() }

  // MARK: Authorization

  open var authorizationStatus: CLAuthorizationStatus { .init(client.authorization) }
  open var accuracyAuthorization: CLAccuracyAuthorization {
    client.isPrecise ? .fullAccuracy : .reducedAccuracy
  }
  /// Always false: apps have no widgets here.
  open var isAuthorizedForWidgetUpdates: Bool { false }
  /// False while the user has switched location off for the whole device.
  open class func locationServicesEnabled() -> Bool {
    AppProcess.current?.app.device.location.isEnabled ?? true
  }
  /// The older form of the property.
  @available(*, deprecated, message: "use the property of a manager")
  open class func authorizationStatus() -> CLAuthorizationStatus {
    guard let app = AppProcess.current?.app else { return .notDetermined }
    return .init(app.device.location.authorization(of: app))
  }

  /// Asks the user. Needs NSLocationWhenInUseUsageDescription, else nothing happens (a finding).
  open func requestWhenInUseAuthorization() { client.requestAuthorization(.whenInUse) }
  /// Asks the user. Needs NSLocationAlwaysAndWhenInUseUsageDescription.
  open func requestAlwaysAuthorization() { client.requestAuthorization(.always) }

  /// Asks the user for the exact location, until the app is left.
  ///
  /// - Parameters:
  ///   - purposeKey: of NSLocationTemporaryUsageDescriptionDictionary in Info.plist.
  ///   - completion: takes nil if it was given; `CLError.promptDeclined` if the user said no, or
  ///     was not asked; `denied` without permission.
  open func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String, completion: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    client.requestTemporaryFullAccuracy(purposeKey: purposeKey) { failure in
      completion?(failure.map { CLError($0) })
    }
  }
  open func requestTemporaryFullAccuracyAuthorization(withPurposeKey purposeKey: String) {
    requestTemporaryFullAccuracyAuthorization(withPurposeKey: purposeKey, completion: nil)
  }

  // MARK: Standard updates

  open var desiredAccuracy: CLLocationAccuracy {
    get { request.desiredAccuracy }
    set { request.desiredAccuracy = newValue }
  }
  open var distanceFilter: CLLocationDistance {
    get { request.distanceFilter }
    set { request.distanceFilter = newValue }
  }
  /// Tunes automatic pauses: later for `automotiveNavigation` and `airborne` (LOC5).
  open var activityType: CLActivityType {
    get { CLActivityType(rawValue: request.activity.rawValue) ?? .other }
    set { request.activity = LocationActivity(rawValue: newValue.rawValue) ?? .other }
  }
  /// True unless the app says otherwise (LOC3).
  open var pausesLocationUpdatesAutomatically: Bool {
    get { request.pausesAutomatically }
    set { request.pausesAutomatically = newValue }
  }
  open var showsBackgroundLocationIndicator: Bool {
    get { request.showsBackgroundIndicator }
    set { request.showsBackgroundIndicator = newValue }
  }
  /// False unless the app says otherwise. Setting it without the background mode `location` ends
  /// the app with an exception (LOC1).
  open var allowsBackgroundLocationUpdates: Bool {
    get { request.allowsBackgroundUpdates }
    set {
      if newValue, !process.app.definition.infoPlist.backgroundModes.contains("location") {
        AppProcess.raiseInconsistency(
          "allowsBackgroundLocationUpdates needs UIBackgroundModes to contain location")
      }
      request.allowsBackgroundUpdates = newValue
    }
  }

  /// Begins to deliver positions. A request of `requestLocation` that waits is forgotten.
  ///
  /// Without permission the delegate hears `CLError.denied`.
  open func startUpdatingLocation() {
    oneFix = nil
    isUpdating = true
    client.start()
  }

  /// Ends updates, and takes back a request of `requestLocation`.
  open func stopUpdatingLocation() {
    oneFix = nil
    isUpdating = false
    client.stop()
  }

  /// Asks for one position. Without a delegate it ends the app with an exception; on a device the
  /// delegate must implement `didUpdateLocations` and `didFailWithError`.
  ///
  /// Without permission it hears `CLError.denied`, and `CLError.locationUnknown` if no position is
  /// found within 10 s (the length is assumed; Apple: "in a timely manner").
  open func requestLocation() {
    guard delegate != nil else {
      AppProcess.raiseInconsistency("Delegate must respond to locationManager:didUpdateLocations:")
    }
    guard oneFix == nil else { return }
    oneFixes += 1
    oneFix = oneFixes
    client.start()
    let number = oneFixes
    nonisolated(unsafe) weak let manager = self  // used on the main queue only
    DispatchQueue.main.asyncAfter(deadline: .now() + 10) {
      guard let manager, manager.oneFix == number else { return }
      manager.failed(.locationUnknown)
    }
  }

  // MARK: Regions

  /// Metres.
  open var maximumRegionMonitoringDistance: CLLocationDistance { client.maximumRegionRadius }

  /// The regions of the app, whichever manager, and whichever launch, they come from. New objects
  /// each time.
  open var monitoredRegions: Set<CLRegion> { Set(client.monitoredRegions.map(CLRegion.make)) }

  /// Watches a region over relaunches, reboots and updates of the system, until it is stopped.
  ///
  /// One with the same type and identifier is replaced (BC2). All managers of the app hear of it.
  /// The 21st fails with `CLError.regionMonitoringFailure` (BC1).
  open func startMonitoring(for region: CLRegion) {
    if let region = region.plain { client.startMonitoring(region) }
  }

  open func stopMonitoring(for region: CLRegion) {
    if let region = region.plain { client.stopMonitoring(region) }
  }

  /// Asks for the state that the system knows; `didDetermineState` tells it (BC7).
  open func requestState(for region: CLRegion) {
    if let region = region.plain { client.requestState(region) }
  }

  // MARK: Ranging

  /// What `startRangingBeacons(satisfying:)` was called for.
  open var rangedBeaconConstraints: Set<CLBeaconIdentityConstraint> { Set(ranging.constraints) }

  /// Reports beacons each second, while the process runs (BC8).
  open func startRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
    perform(ranging.start(constraint))
  }
  open func stopRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
    perform(ranging.stop(constraint))
  }

  @available(*, deprecated, message: "use rangedBeaconConstraints")
  open var rangedRegions: Set<CLRegion> { Set(ranging.regions) }

  @available(*, deprecated, message: "use startRangingBeacons(satisfying:)")
  open func startRangingBeacons(in region: CLBeaconRegion) {
    perform(ranging.start(region.copy() as! CLBeaconRegion))
  }
  @available(*, deprecated, message: "use stopRangingBeacons(satisfying:)")
  open func stopRangingBeacons(in region: CLBeaconRegion) { perform(ranging.stop(region)) }

  private func perform(_ actions: [RangingRequests.Action]) {
    for action in actions {
      switch action {
      case .start(let constraint): client.startRanging(constraint.plain)
      case .stop(let constraint): client.stopRanging(constraint.plain)
      }
    }
  }

  // MARK: Significant changes and visits

  /// The app is woken or launched for them (LOC7), in later launches too, until they are stopped.
  open func startMonitoringSignificantLocationChanges() { client.startSignificantChanges() }
  open func stopMonitoringSignificantLocationChanges() { client.stopSignificantChanges() }
  /// As for significant changes (LOC7).
  open func startMonitoringVisits() { client.startVisits() }
  open func stopMonitoringVisits() { client.stopVisits() }

  // MARK: Heading

  /// Degrees that the heading must change to be told; `kCLHeadingFilterNone` for any.
  open var headingFilter: CLLocationDegrees = 1
  /// Whose top the heading counts from. Only the four upright ones are taken.
  open var headingOrientation = CLDeviceOrientation.portrait {
    didSet {
      switch headingOrientation {
      case .portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight: break
      case .unknown, .faceUp, .faceDown: headingOrientation = oldValue
      }
    }
  }
  open func startUpdatingHeading() { client.startHeading() }
  open func stopUpdatingHeading() { client.stopHeading() }

  // MARK: Location pushes

  /// Fails with the error that an app without the entitlement gets: it cannot be had here.
  open func startMonitoringLocationPushes(
    completion: (@Sendable (Data?, (any Error)?) -> Void)? = nil
  ) {
    process.process.onMain {
      completion?(nil, CLLocationPushServiceError(.missingEntitlement))
    }
  }
  open func stopMonitoringLocationPushes() {}

  // MARK: What a device can do

  open class func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
    switch ObjectIdentifier(regionClass) {
    case ObjectIdentifier(CLCircularRegion.self): true
    case ObjectIdentifier(CLBeaconRegion.self): isRangingAvailable()
    default: false
    }
  }
  /// From iOS 7 on; every simulated phone has Bluetooth Low Energy.
  open class func isRangingAvailable() -> Bool {
    AppProcess.current.map { $0.app.device.profile.version >= 7 } ?? true
  }
  open class func significantLocationChangeMonitoringAvailable() -> Bool { true }
  open class func headingAvailable() -> Bool { true }

  // MARK: Deferred updates

  /// False, as on every device since iOS 13 (LOC6).
  @available(*, deprecated, message: "remove it: updates are not deferred any more")
  open class func deferredLocationUpdatesAvailable() -> Bool { false }
  /// No effect (LOC6).
  @available(*, deprecated, message: "remove it: updates are not deferred any more")
  open func allowDeferredLocationUpdates(
    untilTraveled distance: CLLocationDistance, timeout: TimeInterval
  ) {}
  /// No effect (LOC6).
  @available(*, deprecated, message: "remove it: updates are not deferred any more")
  open func disallowDeferredLocationUpdates() {}
}
