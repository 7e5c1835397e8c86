import CoreLocation
import Foundation
import UIKit
import YobanTesting

/// A location manager with a delegate that prints its callbacks.
final class LocationListener: NSObject, CLLocationManagerDelegate {
  let manager = CLLocationManager()
  private let name: String

  /// - Parameter name: The prefix of every line, to distinguish managers.
  init(_ name: String = "") {
    self.name = name.isEmpty ? "" : "\(name) "
    super.init()
    manager.delegate = self
  }

  private func say(_ words: String) { print(name + words) }

  /// The application state during the callback.
  private var state: String {
    MainActor.assumeIsolated {
      switch UIApplication.shared.applicationState {
      case .active: "active"
      case .inactive: "inactive"
      case .background: "background"
      @unknown default: "?"
      }
    }
  }

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    let accuracy = manager.accuracyAuthorization == .fullAccuracy ? "" : " reduced"
    say("authorization \(manager.authorizationStatus.rawValue)\(accuracy)")
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    say("update \(locations.count)")
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    say("failed \((error as? CLError)?.code.rawValue ?? -1)")
  }

  func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {
    let isOver = visit.departureDate != .distantFuture
    say("\(isOver ? "left" : "arrived") \(state)")
  }

  func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {
    say("heading \(Int(newHeading.magneticHeading.rounded()))")
  }

  // MARK: Regions

  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
    say("started \(region.identifier)")
  }

  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    say("enter \(region.identifier) \(state)")
  }

  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    say("exit \(region.identifier) \(state)")
  }

  func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
  ) {
    let words =
      switch state {
      case .unknown: "unknown"
      case .inside: "inside"
      case .outside: "outside"
      }
    say("\(words) \(region.identifier) \(self.state)")
  }

  func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?,
    withError error: any Error
  ) {
    say(
      "monitoring \(region?.identifier ?? "-") failed \((error as? CLError)?.code.rawValue ?? -1)")
  }

  // MARK: Ranging

  private func words(_ beacons: [CLBeacon]) -> String {
    beacons.map { "\($0.major).\($0.minor) \($0.proximity.rawValue)" }.joined(separator: ", ")
  }

  func locationManager(
    _ manager: CLLocationManager, didRange beacons: [CLBeacon],
    satisfying beaconConstraint: CLBeaconIdentityConstraint
  ) {
    say("range [\(words(beacons))]")
  }

  func locationManager(
    _ manager: CLLocationManager, didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint,
    error: any Error
  ) {
    say("ranging failed \((error as? CLError)?.code.rawValue ?? -1)")
  }

  func locationManager(
    _ manager: CLLocationManager, didRangeBeacons beacons: [CLBeacon], in region: CLBeaconRegion
  ) {
    say("range in \(region.identifier) [\(words(beacons))]")
  }

  func locationManager(
    _ manager: CLLocationManager, rangingBeaconsDidFailFor region: CLBeaconRegion,
    withError error: any Error
  ) {
    say("ranging in \(region.identifier) failed \((error as? CLError)?.code.rawValue ?? -1)")
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

let beaconUUID = UUID(uuidString: "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0")!

/// An Info.plist with all keys for location.
let locationPlist = InfoPlist([
  "UIBackgroundModes": ["location"], "NSLocationWhenInUseUsageDescription": "test",
  "NSLocationAlwaysAndWhenInUseUsageDescription": "test",
  "NSBluetoothAlwaysUsageDescription": "test",
  "NSLocationTemporaryUsageDescriptionDictionary": ["nearby": "test"],
])

/// Returns a beacon region that is the same in every launch of the app.
func doorRegion() -> CLBeaconRegion { CLBeaconRegion(uuid: beaconUUID, identifier: "door") }

/// Returns a fixture whose app creates and retains a listener at each launch.
func locationScript(
  _ launched: @escaping @MainActor @Sendable (LocationListener) -> Void = { _ in }
) -> AppFixture {
  var appFixture = AppFixture { _ in
    let listener = LocationListener()
    Kept.of("listener", listener)
    launched(listener)
  }
  appFixture.plist = locationPlist
  return appFixture
}

extension WorldFixture {
  /// Runs a closure with the listener of the app's current launch.
  func tap(_ body: @escaping @MainActor @Sendable (LocationListener) -> Void) async {
    await touch { body(Kept.get("listener")!) }
  }

  /// The lines without those about authorization.
  var eventLines: [String] { world.log.texts.filter { !$0.contains("authorization ") } }
}

/// Starts an app that has a permission, near a beacon that is still switched off.
func startLocationApp(
  _ appFixture: AppFixture, iOS version: SystemVersion = 17,
  _ status: LocationAuthorization = .always
) async throws -> (WorldFixture, Accessory) {
  let fixture = try await startApp(appFixture, iOS: version, opened: false)
  let beacon = try fixture.world.addBeacon("beacon", uuid: beaconUUID, major: 1, minor: 2)
  beacon.place = Place(x: 2)
  fixture.phone.location.setAuthorization(status, for: fixture.app)
  await fixture.phone.open(fixture.app)
  return (fixture, beacon)
}
