import CoreLocation

/// An iBeacon tutorial for iOS 13: monitors a region, and ranges while inside.
public final class BeaconFinder: NSObject, CLLocationManagerDelegate {
  let locationManager = CLLocationManager()
  let region: CLBeaconRegion
  public var lastProximity: CLProximity = .unknown

  public init(uuid: UUID) {
    region = CLBeaconRegion(uuid: uuid, identifier: "shop")
    super.init()
    locationManager.delegate = self
    locationManager.requestAlwaysAuthorization()
  }

  public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    guard manager.authorizationStatus == .authorizedAlways else { return }
    guard CLLocationManager.isMonitoringAvailable(for: CLBeaconRegion.self) else { return }
    region.notifyOnEntry = true
    region.notifyOnExit = true
    if !manager.monitoredRegions.contains(region) { manager.startMonitoring(for: region) }
  }

  public func locationManager(
    _ manager: CLLocationManager, didStartMonitoringFor region: CLRegion
  ) {
    print("watching \(region.identifier)")
    manager.requestState(for: region)
  }

  public func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
  ) {
    guard let region = region as? CLBeaconRegion else { return }
    switch state {
    case .inside:
      if CLLocationManager.isRangingAvailable() {
        manager.startRangingBeacons(satisfying: region.beaconIdentityConstraint)
      }
    case .outside: manager.stopRangingBeacons(satisfying: region.beaconIdentityConstraint)
    case .unknown: print("who knows")
    @unknown default: break
    }
  }

  public func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    print("welcome to the \(region.identifier)")
  }

  public func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    print("good bye")
  }

  public func locationManager(
    _ manager: CLLocationManager, didRange beacons: [CLBeacon],
    satisfying beaconConstraint: CLBeaconIdentityConstraint
  ) {
    guard let nearest = beacons.first(where: { $0.proximity != .unknown }) else { return }
    guard nearest.proximity != lastProximity else { return }
    lastProximity = nearest.proximity
    let shelf = CLBeaconMajorValue(truncating: nearest.major)
    switch nearest.proximity {
    case .immediate: print("at shelf \(shelf), item \(nearest.minor.intValue)")
    case .near: print("near shelf \(shelf)")
    case .far: print("shelf \(shelf) is somewhere")
    case .unknown: break
    @unknown default: break
    }
  }

  public func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: Error
  ) {
    print("Monitoring failed for region with identifier: \(region?.identifier ?? "-")")
  }

  public func locationManager(
    _ manager: CLLocationManager, didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint,
    error: Error
  ) {
    print("Ranging failed: \((error as NSError).code)")
  }
}

/// The same in the style of iOS 7, with regions only.
@available(*, deprecated, message: "as it was before iOS 13")
public class OldBeaconViewModel: NSObject, CLLocationManagerDelegate {
  private let manager = CLLocationManager()
  private let beaconRegion = CLBeaconRegion(
    proximityUUID: UUID(uuidString: "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0")!, major: 1,
    identifier: "com.example.old")
  private var distances: [String] = []

  public required override init() {
    super.init()
    manager.delegate = self
    if CLLocationManager.authorizationStatus() == .notDetermined {
      manager.requestWhenInUseAuthorization()
    }
    manager.startRangingBeacons(in: beaconRegion)
  }

  public func locationManager(
    _ manager: CLLocationManager, didRangeBeacons beacons: [CLBeacon], in region: CLBeaconRegion
  ) {
    guard let beacon = beacons.first, beacon.accuracy >= 0 else { return }
    let text = nameForProximity(beacon.proximity)
    if distances.last != text { print("\(region.identifier): \(text)") }
    distances.append(text)
    if distances.count == 3 { manager.stopRangingBeacons(in: region) }
  }

  public func locationManager(
    _ manager: CLLocationManager, rangingBeaconsDidFailFor region: CLBeaconRegion,
    withError error: Error
  ) {
    print("ranging failed \((error as? CLError)?.code == .denied)")
  }

  private func nameForProximity(_ proximity: CLProximity) -> String {
    switch proximity {
    case .unknown: return "Unknown"
    case .immediate: return "Immediate"
    case .near: return "Near"
    case .far: return "Far"
    @unknown default: return "?"
    }
  }
}

protocol ViewModel: NSObject { init() }

@available(*, deprecated, message: "as it was before iOS 13")
extension OldBeaconViewModel: ViewModel {}

/// Creates a view model without a deprecation warning.
public func oldBeaconViewModel() -> NSObject {
  (NSClassFromString("TutorialsSwift5.OldBeaconViewModel") as! any ViewModel.Type).init()
}
