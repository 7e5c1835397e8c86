// Code as a tutorial shows it, which must compile unchanged. TutorialTests runs it.
import CoreLocation

/// Requests one position as an async function.
@MainActor
public final class LocationFetcher: NSObject, CLLocationManagerDelegate {
  private let manager = CLLocationManager()
  private var continuation: CheckedContinuation<CLLocationCoordinate2D, any Error>?

  public override init() {
    super.init()
    manager.delegate = self
  }

  public func fetch() async throws -> CLLocationCoordinate2D {
    try await withCheckedThrowingContinuation { continuation in
      self.continuation = continuation
      manager.requestWhenInUseAuthorization()
      manager.requestLocation()
    }
  }

  nonisolated public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    let (status, accuracy) = (manager.authorizationStatus, manager.accuracyAuthorization)
    if status == .authorizedWhenInUse, accuracy == .fullAccuracy { print("allowed") }
  }

  nonisolated public func locationManager(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) {
    guard let location = locations.first else { return }
    let isReal = location.sourceInformation?.isSimulatedBySoftware != true
    MainActor.assumeIsolated {
      print("real \(isReal), storey \(location.floor?.level ?? 0)")
      continuation?.resume(returning: location.coordinate)
      continuation = nil
    }
  }

  nonisolated public func locationManager(
    _ manager: CLLocationManager, didFailWithError error: any Error
  ) {
    MainActor.assumeIsolated {
      continuation?.resume(throwing: error)
      continuation = nil
    }
  }
}

@MainActor
public func describe(_ fetcher: LocationFetcher) async -> String {
  do {
    let coordinate = try await fetcher.fetch()
    return CLLocationCoordinate2DIsValid(coordinate) ? "somewhere" : "nowhere"
  } catch CLError.denied {
    return "denied"
  } catch let error as CLError where error.code == .locationUnknown {
    return "unknown"
  } catch {
    return "\(error)"
  }
}
