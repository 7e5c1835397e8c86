import Foundation
internal import SimulatedOS

/// Whether and when an app may know where the device is.
public enum CLAuthorizationStatus: Int32, Sendable {
  case notDetermined = 0
  case restricted = 1
  case denied = 2
  case authorizedAlways = 3
  case authorizedWhenInUse = 4
}

public enum CLAccuracyAuthorization: Int, Sendable {
  case fullAccuracy = 0
  case reducedAccuracy = 1
}

/// What the person does, which tunes automatic pauses only (LOC5).
public enum CLActivityType: Int, Sendable {
  case other = 1
  case automotiveNavigation = 2
  case fitness = 3
  case otherNavigation = 4
  case airborne = 5
}

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
  private var wantsOneFix = false

  public override init() {
    guard let process = AppProcess.current else {
      preconditionFailure("CLLocationManager was made outside an app: run the app on a simulated device")
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

  open var authorizationStatus: CLAuthorizationStatus {
    switch service.authorization(of: process.app) {
    case .notDetermined: .notDetermined
    case .restricted: .restricted
    case .denied: .denied
    case .always: .authorizedAlways
    case .whenInUse: .authorizedWhenInUse
    }
  }
  open var accuracyAuthorization: CLAccuracyAuthorization { .fullAccuracy }
  open class func locationServicesEnabled() -> Bool { true }

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
        return process.kill(.crash(
          "NSInternalInconsistencyException: allowsBackgroundLocationUpdates needs UIBackgroundModes to contain location"))
      }
      request.allowsBackgroundUpdates = newValue
    }
  }

  open func startUpdatingLocation() { service.start(client) }
  open func stopUpdatingLocation() { service.stop(client) }

  /// One position, then stops.
  open func requestLocation() {
    wantsOneFix = true
    service.start(client)
  }

  // MARK: What the system says

  fileprivate func authorizationChanged() { delegate?.locationManagerDidChangeAuthorization(self) }
  fileprivate func paused() { delegate?.locationManagerDidPauseLocationUpdates(self) }
  fileprivate func resumed() { delegate?.locationManagerDidResumeLocationUpdates(self) }

  fileprivate func updated(_ fix: LocationFix) {
    let location = CLLocation(
      coordinate: .init(latitude: fix.latitude, longitude: fix.longitude), altitude: 20,
      horizontalAccuracy: fix.horizontalAccuracy, verticalAccuracy: 10, course: -1, speed: 0, timestamp: Date())
    self.location = location
    if wantsOneFix {
      wantsOneFix = false
      service.stop(client)
    }
    delegate?.locationManager(self, didUpdateLocations: [location])
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

/// What a location manager tells. All methods are optional at Apple.
public protocol CLLocationManagerDelegate: NSObjectProtocol {
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
  func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager)
  func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager)
}

extension CLLocationManagerDelegate {
  public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {}
  public func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {}
  public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
  public func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) {}
  public func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager) {}
}
