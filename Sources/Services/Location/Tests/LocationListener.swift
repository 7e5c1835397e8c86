import CoreLocation
import Foundation
import UIKit
import YobanTesting

/// A location manager of an app, with a delegate that prints its callbacks.
///
/// Sendable: used only by code of its own process, which never runs concurrently.
final class LocationListener: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
  let manager = CLLocationManager()
  /// The beginning of each printed line, which tells managers apart.
  private let prefix: String
  private(set) var lastLocation: CLLocation?
  private(set) var lastRanged: [CLBeacon] = []

  init(_ prefix: String = "") {
    self.prefix = prefix
    super.init()
    manager.delegate = self
  }

  private func say(_ line: String) { print(prefix + line) }

  private func code(of error: any Error) -> Int { (error as? CLError)?.code.rawValue ?? -1 }

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    let isPrecise = manager.accuracyAuthorization == .fullAccuracy
    say("\(manager.authorizationStatus)\(isPrecise ? "" : " approximately")")
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    lastLocation = locations.last
    say("fix \(Int(locations.last!.horizontalAccuracy))")
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    say("failed \(code(of: error))")
  }

  func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) { say("paused") }
  func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager) { say("resumed") }

  func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {
    say("visit \(visit.departureDate == .distantFuture ? "arrived" : "departed")")
  }

  func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {
    say("heading \(Int(newHeading.trueHeading.rounded()))")
  }

  // MARK: Regions

  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
    say("monitoring \(region.identifier)")
  }

  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    say("enter \(region.identifier)")
  }

  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    say("exit \(region.identifier)")
  }

  func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
  ) {
    say("\(state) \(region.identifier)")
  }

  func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?,
    withError error: any Error
  ) {
    say("monitoring failed \(region?.identifier ?? "?") \(code(of: error))")
  }

  // MARK: Ranging

  func locationManager(
    _ manager: CLLocationManager, didRange beacons: [CLBeacon],
    satisfying beaconConstraint: CLBeaconIdentityConstraint
  ) {
    lastRanged = beacons
    say("ranged \(beacons.count)")
  }

  func locationManager(
    _ manager: CLLocationManager, didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint,
    error: any Error
  ) {
    say("ranging failed \(code(of: error))")
  }

  func locationManager(
    _ manager: CLLocationManager, didRangeBeacons beacons: [CLBeacon], in region: CLBeaconRegion
  ) {
    say("ranged \(beacons.count) in \(region.identifier)")
  }

  func locationManager(
    _ manager: CLLocationManager, rangingBeaconsDidFailFor region: CLBeaconRegion,
    withError error: any Error
  ) {
    say("ranging in \(region.identifier) failed \(code(of: error))")
  }
}

/// Methods that were replaced in iOS 13, so that they can be used without a warning.
protocol RegionRanging: AnyObject {
  var rangedRegions: Set<CLRegion> { get }
  func startRangingBeacons(in region: CLBeaconRegion)
  func stopRangingBeacons(in region: CLBeaconRegion)
  func allowDeferredLocationUpdates(
    untilTraveled distance: CLLocationDistance, timeout: TimeInterval)
  static func deferredLocationUpdatesAvailable() -> Bool
  static func authorizationStatus() -> CLAuthorizationStatus
}

extension CLLocationManager: RegionRanging {}
