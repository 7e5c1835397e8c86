import Foundation
internal import YobanSimulatedApple

/// Starts and stops location services for the app. Create and use it on the main thread: the
/// delegate is called on the main queue.
///
/// Standard updates and ranging end when the manager is released. Monitoring of regions,
/// significant changes and visits continues.
open class CLLocationManager: NSObject {
  /// A weak reference, as at Apple.
  open weak var delegate: (any CLLocationManagerDelegate)?
  /// The position last delivered to this manager; before the first, the last one that the system
  /// knows.
  open var location: CLLocation? {
    delivered ?? system.service.lastFix(for: app).map { CLLocation($0, in: process) }
  }
  /// The heading last delivered.
  open internal(set) var heading: CLHeading?

  private let system: ServiceHandle<LocationService>
  private let session: ManagerSession
  private let receiver = LocationManagerReceiver()
  private var request = LocationRequest() {
    didSet { system("a property") { _ in session.configure(request) } }
  }
  var delivered: CLLocation?
  var ranging = RangingRequests()
  var isUpdating = false
  /// The number of the pending `requestLocation` call; nil if none is pending.
  var oneFix: Int?
  private var oneFixes = 0

  var process: AppProcess { system.process }
  private var app: InstalledApp { process.app }

  public override init() {
    let process = AppProcess.callingOnPhone("CLLocationManager was created")
    system = ServiceHandle(process.app.appleDevice.location, of: process, for: "CLLocationManager")
    session = ManagerSession(system.service, process, receiver)
    super.init()
    receiver.manager = self
    system("init") { $0.open(session) }
  }

  deinit { system.service.close(session) }

  // MARK: Authorization

  open var authorizationStatus: CLAuthorizationStatus {
    SystemAPI.authorizationStatus.reportIfTooNew()
    return .init(system.service.authorization(of: app))
  }
  open var accuracyAuthorization: CLAccuracyAuthorization {
    SystemAPI.accuracyAuthorization.reportIfTooNew()
    return system.service.isPrecise(app) ? .fullAccuracy : .reducedAccuracy
  }
  /// Always false: widgets are not simulated.
  open var isAuthorizedForWidgetUpdates: Bool { false }
  /// Returns false while the user has switched off location services for the whole device.
  open class func locationServicesEnabled() -> Bool {
    AppProcess.current?.app.appleDevice.location.isEnabled ?? true
  }
  /// The older form of the instance property.
  @available(*, deprecated, message: "use the property of a manager")
  open class func authorizationStatus() -> CLAuthorizationStatus {
    guard let app = AppProcess.current?.app else { return .notDetermined }
    return .init(app.appleDevice.location.authorization(of: app))
  }

  /// Requests the permission from the user. Without NSLocationWhenInUseUsageDescription in
  /// Info.plist, it has no effect, and a finding is reported.
  open func requestWhenInUseAuthorization() {
    system("requestWhenInUseAuthorization()") { $0.requestAuthorization(.whenInUse, process) }
  }
  /// Requests the permission from the user. Requires NSLocationAlwaysAndWhenInUseUsageDescription
  /// in Info.plist.
  open func requestAlwaysAuthorization() {
    system("requestAlwaysAuthorization()") { $0.requestAuthorization(.always, process) }
  }

  /// Requests full accuracy from the user, until the user leaves the app.
  ///
  /// - Parameters:
  ///   - purposeKey: A key of NSLocationTemporaryUsageDescriptionDictionary in Info.plist.
  ///   - completion: Receives nil if the user agreed, `CLError.promptDeclined` if the user declined
  ///     or was not asked, `denied` if the app has no permission.
  open func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String, completion: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    SystemAPI.temporaryFullAccuracy.reportIfTooNew()
    system("requestTemporaryFullAccuracyAuthorization") {
      $0.requestTemporaryFullAccuracy(purposeKey, process) { failure in
        completion?(failure.map { CLError($0) })
      }
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
  /// Influences automatic pauses: they begin later for `automotiveNavigation` and `airborne`
  /// (LOC5).
  open var activityType: CLActivityType {
    get { CLActivityType(rawValue: request.activity.rawValue) ?? .other }
    set { request.activity = LocationActivity(rawValue: newValue.rawValue) ?? .other }
  }
  /// Whether updates pause while the device does not move. Default: true (LOC3).
  open var pausesLocationUpdatesAutomatically: Bool {
    get { request.pausesAutomatically }
    set { request.pausesAutomatically = newValue }
  }
  open var showsBackgroundLocationIndicator: Bool {
    get { request.showsBackgroundIndicator }
    set { request.showsBackgroundIndicator = newValue }
  }
  /// Whether updates continue in the background. Default: false. Setting it to true without the
  /// background mode `location` raises an exception, which terminates the app (LOC1).
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

  /// Starts to deliver positions. Cancels a pending `requestLocation` call.
  ///
  /// Without permission, the delegate receives `CLError.denied`.
  open func startUpdatingLocation() {
    oneFix = nil
    isUpdating = true
    start()
  }

  /// Stops updates and cancels a pending `requestLocation` call.
  open func stopUpdatingLocation() {
    oneFix = nil
    isUpdating = false
    stop()
  }

  private func start() { system("startUpdatingLocation()") { _ in session.start() } }
  func stop() { system("stopUpdatingLocation()") { _ in session.stop() } }

  /// Requests one position. Raises an exception, which terminates the app, if there is no delegate.
  /// On a device, the delegate must implement `didUpdateLocations` and `didFailWithError`.
  ///
  /// Without permission, the delegate receives `CLError.denied`. If no position is found within 10
  /// s, it receives `CLError.locationUnknown` (the length is assumed; Apple: "in a timely manner").
  open func requestLocation() {
    guard delegate != nil else {
      AppProcess.raiseInconsistency("Delegate must respond to locationManager:didUpdateLocations:")
    }
    guard oneFix == nil else { return }
    oneFixes += 1
    oneFix = oneFixes
    start()
    let number = oneFixes
    nonisolated(unsafe) weak let manager = self  // used on the main queue only
    DispatchQueue.main.asyncAfter(deadline: .now() + 10) {
      guard let manager, manager.oneFix == number else { return }
      manager.failed(.locationUnknown)
    }
  }

  // MARK: Regions

  /// The largest radius of a monitored region, in meters.
  open var maximumRegionMonitoringDistance: CLLocationDistance {
    system.service.policy.maximumRegionRadius
  }

  /// The monitored regions of the app, including those of other managers and earlier launches.
  /// Contains new objects in each call.
  open var monitoredRegions: Set<CLRegion> {
    Set(system.service.monitoredRegions(of: app).map(CLRegion.make))
  }

  /// Monitors a region until it is stopped, even across relaunches, reboots and system updates.
  ///
  /// Replaces a region of the same type and identifier (BC2). All managers of the app receive its
  /// events. The 21st region fails with `CLError.regionMonitoringFailure` (BC1).
  open func startMonitoring(for region: CLRegion) {
    guard let region = region.plain else { return }
    system("startMonitoring(for:)") { $0.startMonitoring(region, session) }
  }

  open func stopMonitoring(for region: CLRegion) {
    guard let region = region.plain else { return }
    system("stopMonitoring(for:)") { $0.stopMonitoring(region, app) }
  }

  /// Requests the state that the system knows. The delegate receives `didDetermineState` (BC7).
  open func requestState(for region: CLRegion) {
    guard let region = region.plain else { return }
    system("requestState(for:)") { $0.requestState(region, session) }
  }

  // MARK: Ranging

  /// The constraints of `startRangingBeacons(satisfying:)` that have not been stopped.
  open var rangedBeaconConstraints: Set<CLBeaconIdentityConstraint> { Set(ranging.constraints) }

  /// Reports beacons every second while the process runs (BC8).
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
      case .start(let constraint):
        system("startRangingBeacons(satisfying:)") { _ in session.ranging.start(constraint.plain) }
      case .stop(let constraint):
        system("stopRangingBeacons(satisfying:)") { _ in session.ranging.stop(constraint.plain) }
      }
    }
  }

  // MARK: Significant changes and visits

  /// Starts monitoring significant changes. The app is resumed or launched for them (LOC7), also
  /// after later launches, until the monitoring is stopped.
  open func startMonitoringSignificantLocationChanges() {
    system("startMonitoringSignificantLocationChanges()") { _ in
      session.setSignificantChanges(true)
    }
  }
  open func stopMonitoringSignificantLocationChanges() {
    system("stopMonitoringSignificantLocationChanges()") { _ in
      session.setSignificantChanges(false)
    }
  }
  /// Starts monitoring visits. The app is resumed or launched as for significant changes (LOC7).
  open func startMonitoringVisits() {
    system("startMonitoringVisits()") { _ in session.setVisits(true) }
  }
  open func stopMonitoringVisits() {
    system("stopMonitoringVisits()") { _ in session.setVisits(false) }
  }

  // MARK: Heading

  /// The smallest change of the heading, in degrees, that is delivered. `kCLHeadingFilterNone`
  /// delivers every change.
  open var headingFilter: CLLocationDegrees = 1
  /// The orientation of the device, whose upper edge defines the heading. Only the two portrait and
  /// two landscape orientations can be set.
  open var headingOrientation = CLDeviceOrientation.portrait {
    didSet {
      switch headingOrientation {
      case .portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight: break
      case .unknown, .faceUp, .faceDown: headingOrientation = oldValue
      }
    }
  }
  open func startUpdatingHeading() {
    system("startUpdatingHeading()") { _ in session.setHeading(true) }
  }
  open func stopUpdatingHeading() {
    system("stopUpdatingHeading()") { _ in session.setHeading(false) }
  }

  // MARK: Location pushes

  /// Requests the token with which a server sends pushes to the app's Location Push Service Extension (LOC12).
  ///
  /// - Parameter completion: called on the main queue: with the token once the device is online, or at once with a
  ///   `CLLocationPushServiceError`.
  open func startMonitoringLocationPushes(
    completion: (@Sendable (Data?, (any Error)?) -> Void)? = nil
  ) {
    SystemAPI.locationPushes.reportIfTooNew()
    system("startMonitoringLocationPushes(completion:)") {
      $0.startPushes(process) { result in
        switch result {
        case .success(let token): completion?(token, nil)
        case .failure(let failure):
          let code = CLLocationPushServiceError.Code(rawValue: failure.rawValue)
          completion?(nil, CLLocationPushServiceError(code ?? .unknown))
        }
      }
    }
  }
  /// The token is no longer valid.
  open func stopMonitoringLocationPushes() {
    system("stopMonitoringLocationPushes()") { $0.stopPushes(process) }
  }

  // MARK: Capabilities of the device

  open class func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
    switch ObjectIdentifier(regionClass) {
    case ObjectIdentifier(CLCircularRegion.self): true
    case ObjectIdentifier(CLBeaconRegion.self): isRangingAvailable()
    default: false
    }
  }
  /// Returns true from iOS 7 on, because every simulated phone has Bluetooth Low Energy.
  open class func isRangingAvailable() -> Bool {
    AppProcess.current.map { $0.app.device.profile.version >= 7 } ?? true
  }
  open class func significantLocationChangeMonitoringAvailable() -> Bool { true }
  open class func headingAvailable() -> Bool { true }

  // MARK: Deferred updates

  /// Returns false, as on every device since iOS 13 (LOC6).
  @available(*, deprecated, message: "remove it: updates are not deferred any more")
  open class func deferredLocationUpdatesAvailable() -> Bool { false }
  /// Has no effect (LOC6).
  @available(*, deprecated, message: "remove it: updates are not deferred any more")
  open func allowDeferredLocationUpdates(
    untilTraveled distance: CLLocationDistance, timeout: TimeInterval
  ) {}
  /// Has no effect (LOC6).
  @available(*, deprecated, message: "remove it: updates are not deferred any more")
  open func disallowDeferredLocationUpdates() {}
}
