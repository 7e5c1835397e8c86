import CoreLocation
import UIKit

/// Watches the region of one beacon.
@MainActor final class BeaconWatcher: NSObject {
  private let manager = CLLocationManager()
  private let region: CLBeaconRegion
  private let settings: Settings

  init(_ settings: Settings) {
    self.settings = settings
    region = CLBeaconRegion(uuid: settings.beacon, identifier: "door")
    super.init()
    manager.delegate = self
    if manager.authorizationStatus == .notDetermined {
      manager.requestAlwaysAuthorization()
    } else {
      watch()
    }
  }

  /// Registers the region once: the system keeps it and delivers its events to the next launch,
  /// too.
  private func watch() {
    let isKnown = manager.monitoredRegions.contains { $0.identifier == region.identifier }
    if !isKnown || settings.registersAgain { manager.startMonitoring(for: region) }
    if settings.ranges { manager.startRangingBeacons(satisfying: region.beaconIdentityConstraint) }
  }
}

extension BeaconWatcher: @preconcurrency CLLocationManagerDelegate {
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    if manager.authorizationStatus == .authorizedAlways, manager.monitoredRegions.isEmpty {
      watch()
    }
  }

  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    log("didEnterRegion \(region.identifier)")
  }

  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    log("didExitRegion \(region.identifier)")
  }

  func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
  ) {
    let name =
      switch state {
      case .inside: "inside"
      case .outside: "outside"
      case .unknown: "unknown"
      @unknown default: "unknown"
      }
    log("didDetermineState \(name) \(region.identifier)")
  }

  func locationManager(
    _ manager: CLLocationManager, didRange beacons: [CLBeacon],
    satisfying beaconConstraint: CLBeaconIdentityConstraint
  ) {
    log("didRange \(beacons.count)")
  }

  func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
  ) {
    log("monitoringDidFail \((error as NSError).code)")
  }
}
