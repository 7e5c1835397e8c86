// Code as a tutorial shows it, which must compile unchanged. TutorialTests runs it.
import CoreLocation

/// A delegate for iOS 13 and earlier.
public class LocationTracker: NSObject, CLLocationManagerDelegate {
  public let locationManager = CLLocationManager()
  var lastLocation: CLLocation?

  public override init() {
    super.init()
    locationManager.delegate = self
    locationManager.desiredAccuracy = kCLLocationAccuracyHundredMeters
    locationManager.distanceFilter = kCLDistanceFilterNone
    locationManager.activityType = .otherNavigation
    locationManager.pausesLocationUpdatesAutomatically = false
    if #available(iOS 9.0, *) { locationManager.allowsBackgroundLocationUpdates = true }
  }

  public func start() {
    guard CLLocationManager.locationServicesEnabled() else { return }
    switch locationManager.authorizationStatus {
    case .notDetermined: locationManager.requestAlwaysAuthorization()
    case .restricted, .denied: print("no permission")
    case .authorizedAlways, .authorizedWhenInUse: locationManager.startUpdatingLocation()
    @unknown default: break
    }
  }

  public func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
  ) {
    print("status", status.rawValue)
    if status == .authorizedAlways { manager.startUpdatingLocation() }
  }

  public func locationManager(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) {
    guard let location = locations.last, location.horizontalAccuracy >= 0 else { return }
    if let last = lastLocation, location.distance(from: last) < 10 { return }
    lastLocation = location
    let coordinate = location.coordinate
    print(String(format: "%.4f %.4f", coordinate.latitude, coordinate.longitude))
  }

  public func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
    if let error = error as? CLError, error.code == .denied {
      manager.stopUpdatingLocation()
      print("denied")
      return
    }
    switch (error as NSError).code {
    case CLError.locationUnknown.rawValue: print("unknown")
    case CLError.Code.network.rawValue: print("network")
    default: print(error.localizedDescription)
    }
  }
}
