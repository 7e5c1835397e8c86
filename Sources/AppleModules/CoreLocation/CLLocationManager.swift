import Foundation
internal import SimulatedOS

/// Starts and stops location updates. Create and use it on the main thread: the delegate is called
/// on the main queue.
open class CLLocationManager: NSObject {
  /// Weak, as at Apple.
  open weak var delegate: (any CLLocationManagerDelegate)?
  /// The last position that was delivered.
  open private(set) var location: CLLocation?

  private let process: AppProcess
  private var request = LocationRequest() { didSet { service.configure(client, request) } }
  private var client: LocationClient!
  private var port: Port?
  private var isUpdating = false
  /// Counts the calls of `requestLocation`; nil while none waits.
  private var oneFix: Int?
  private var oneFixes = 0

  public override init() {
    guard let process = AppProcess.current else {
      preconditionFailure(
        "CLLocationManager was made outside an app: run the app on a simulated device")
    }
    self.process = process
    super.init()
    let port = Port(self)
    self.port = port
    client = service.connect(process, port)
  }

  deinit { service.disconnect(client) }

  private var service: LocationService { process.app.device.location }

  // MARK: Authorization

  open var authorizationStatus: CLAuthorizationStatus { Self.status(of: process) }

  private static func status(of process: AppProcess) -> CLAuthorizationStatus {
    switch process.app.device.location.authorization(of: process.app) {
    case .notDetermined: .notDetermined
    case .restricted: .restricted
    case .denied: .denied
    case .always: .authorizedAlways
    case .whenInUse: .authorizedWhenInUse
    }
  }
  open var accuracyAuthorization: CLAccuracyAuthorization { .fullAccuracy }
  open class func locationServicesEnabled() -> Bool { true }
  /// The older form of the property.
  @available(*, deprecated, message: "use the property of a manager")
  open class func authorizationStatus() -> CLAuthorizationStatus {
    AppProcess.current.map(status) ?? .notDetermined
  }

  /// Asks the person. Needs NSLocationWhenInUseUsageDescription, else nothing happens (a finding).
  open func requestWhenInUseAuthorization() { service.requestAuthorization(always: false, process) }
  /// Asks the person. Needs NSLocationAlwaysAndWhenInUseUsageDescription.
  open func requestAlwaysAuthorization() { service.requestAuthorization(always: true, process) }

  // MARK: Standard updates

  open var desiredAccuracy: CLLocationAccuracy {
    get { request.desiredAccuracy }
    set { request.desiredAccuracy = newValue }
  }
  open var distanceFilter: CLLocationDistance {
    get { request.distanceFilter }
    set { request.distanceFilter = newValue }
  }
  open var activityType = CLActivityType.other
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
        (AppProcess.current ?? process).kill(
          .crash(
            "NSInternalInconsistencyException: allowsBackgroundLocationUpdates needs UIBackgroundModes to contain location"
          ))
        exit(1)  // of a process that has ended: leaves the calling thread where it is
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
    service.start(client)
    failIfDenied()
  }

  /// Ends updates, and takes back a request of `requestLocation`.
  open func stopUpdatingLocation() {
    oneFix = nil
    isUpdating = false
    service.stop(client)
  }

  /// Asks for one position. The delegate must implement `didUpdateLocations` and `didFailWithError`.
  ///
  /// Without permission it hears `CLError.denied`, and `CLError.locationUnknown` if no position is
  /// found within 10 s (the length is assumed; Apple: "in a timely manner").
  open func requestLocation() {
    guard oneFix == nil else { return }
    oneFixes += 1
    oneFix = oneFixes
    service.start(client)
    failIfDenied()
    let number = oneFixes
    nonisolated(unsafe) weak let manager = self  // used on the main queue only
    DispatchQueue.main.asyncAfter(deadline: .now() + 10) {
      guard let manager, manager.oneFix == number else { return }
      manager.endOneFix()
      manager.fail(.locationUnknown)
    }
  }

  private func endOneFix() {
    oneFix = nil
    if !isUpdating { service.stop(client) }
  }

  // MARK: What the system says

  fileprivate func authorizationChanged() {
    delegate?.locationManagerDidChangeAuthorization(self)
    failIfDenied()
  }

  fileprivate func paused() { delegate?.locationManagerDidPauseLocationUpdates(self) }
  fileprivate func resumed() { delegate?.locationManagerDidResumeLocationUpdates(self) }

  fileprivate func updated(_ fix: LocationFix) {
    let location = CLLocation(
      coordinate: .init(latitude: fix.latitude, longitude: fix.longitude), altitude: 20,
      horizontalAccuracy: fix.horizontalAccuracy, verticalAccuracy: 10, course: -1,
      courseAccuracy: -1, speed: 0,
      speedAccuracy: 1, timestamp: Date(),
      sourceInfo: .init(softwareSimulationState: false, andExternalAccessoryState: false))
    self.location = location
    if oneFix != nil { endOneFix() }
    delegate?.locationManager(self, didUpdateLocations: [location])
  }

  private func failIfDenied() {
    guard isUpdating || oneFix != nil else { return }
    switch authorizationStatus {
    case .denied, .restricted: break
    case .notDetermined, .authorizedAlways, .authorizedWhenInUse: return
    }
    if oneFix != nil { endOneFix() }
    process.process.onMain { [weak self] in self?.fail(.denied) }
  }

  private func fail(_ code: CLError.Code) {
    delegate?.locationManager(self, didFailWithError: CLError(code))
  }

  /// The system's way to a manager, without keeping it alive.
  private final class Port: LocationPort {
    weak var owner: CLLocationManager?
    init(_ owner: CLLocationManager) { self.owner = owner }
    func authorizationChanged() { owner?.authorizationChanged() }
    func updated(_ fix: LocationFix) { owner?.updated(fix) }
    func paused() { owner?.paused() }
    func resumed() { owner?.resumed() }
  }
}
