import CoreLocation
import UIKit

/// Watches the region of one beacon.
@MainActor final class BeaconWatcher: NSObject {
  private let manager = CLLocationManager()
  private let region: CLBeaconRegion?
  private let settings: Settings
  /// Whether the user has started to watch in this launch and the permission is still missing.
  private var isStarting = false
  /// The presence at the beacon, as the system reported it last.
  private(set) var presence = CLRegionState.unknown
  /// The last entries and exits in words, the newest first, also those of earlier launches.
  private(set) var visits = VisitFile.read()
  /// The last problem, in words.
  private(set) var problem: String?
  /// Called after every change.
  var onChange: (() -> Void)?

  init(_ settings: Settings) {
    self.settings = settings
    region = settings.beacon.map { CLBeaconRegion(uuid: $0, identifier: "door") }
    super.init()
    manager.delegate = self
  }

  /// Whether the system watches the region.
  var isWatching: Bool {
    manager.monitoredRegions.contains { $0.identifier == region?.identifier }
  }

  /// The system keeps the region and delivers its events to every launch. An app may register it again.
  func applicationDidFinishLaunching() {
    guard let region, isWatching else { return }
    if settings.registersAgain { manager.startMonitoring(for: region) }
    if settings.ranges { manager.startRangingBeacons(satisfying: region.beaconIdentityConstraint) }
  }

  /// Starts to watch the region. The first start asks for the permission.
  func start() {
    guard region != nil else {
      return changed("The setting BeaconUUID is missing. Enter a UUID in Info.plist.")
    }
    isStarting = true
    if manager.authorizationStatus == .notDetermined {
      manager.requestAlwaysAuthorization()
    } else {
      watch()
    }
    changed(problem)
  }

  func stop() {
    isStarting = false
    if let region {
      manager.stopMonitoring(for: region)
      manager.stopRangingBeacons(satisfying: region.beaconIdentityConstraint)
    }
    presence = .unknown
    changed(nil)
  }

  private func watch() {
    guard let region else { return }
    switch manager.authorizationStatus {
    case .authorizedAlways:
      isStarting = false
      manager.startMonitoring(for: region)
      if settings.ranges {
        manager.startRangingBeacons(satisfying: region.beaconIdentityConstraint)
      }
      changed(nil)
    case .authorizedWhenInUse:
      changed("Location is allowed only while you use the app. Allow it always in Settings.")
    case .denied, .restricted: changed("Location is not allowed. Allow it in Settings.")
    case .notDetermined: break
    @unknown default: break
    }
  }

  private func noteVisit(_ what: String) {
    let time = Date().formatted(date: .omitted, time: .shortened)
    visits = ["\(time) \(what)"] + visits.prefix(19)
    do {
      try VisitFile.write(visits)
      changed(nil)
    } catch {
      changed("The visit cannot be stored: \(error.localizedDescription)")
    }
  }

  private func changed(_ problem: String?) {
    self.problem = problem
    onChange?()
  }
}

extension BeaconWatcher: @preconcurrency CLLocationManagerDelegate {
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    if isStarting { watch() }
  }

  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    log("didEnterRegion \(region.identifier)")
    noteVisit("came to the beacon")
  }

  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    log("didExitRegion \(region.identifier)")
    noteVisit("left the beacon")
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
    presence = state
    onChange?()
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
    changed("The system cannot watch the beacon: \(error.localizedDescription)")
  }
}
