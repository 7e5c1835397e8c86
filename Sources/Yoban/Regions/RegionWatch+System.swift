#if !os(watchOS)
  import CoreLocation
  import Foundation
  import UIKit

  /// Passes events of the system to the machine.
  extension RegionWatch {
    func authorizationChanged() {
      guard let access else { return findOutWhyDenied() }
      accessChanged(access)
    }

    func enteredForeground() {
      perform(machine.enteredForeground(monitored: monitored.own, now: Date()))
    }

    func entered(_ name: String) {
      perform(machine.entered(name, whileNotRunning: wasLaunchedForIt, now: Date()))
    }

    func exited(_ name: String) {
      perform(machine.exited(name, whileNotRunning: wasLaunchedForIt, now: Date()))
    }

    func determined(_ name: String, _ presence: RegionPresence) {
      perform(
        machine.determined(name, presence, whileNotRunning: wasLaunchedForIt, now: Date()))
    }

    func started(_ name: String) { perform(machine.started(name)) }

    func monitoringFailed(_ name: String?, _ code: Int) {
      perform(machine.monitoringFailed(name, code: code))
    }

    func ranged(_ beacons: [ReceivedBeacon], _ constraint: CLBeaconIdentityConstraint) {
      for name in machine.ranging.keys.sorted() where self.constraint(name) == constraint {
        perform(machine.ranged(name, beacons, now: Date()))
      }
    }

    func rangingFailed(_ constraint: CLBeaconIdentityConstraint, _ code: Int) {
      for name in machine.ranging.keys.sorted() where self.constraint(name) == constraint {
        perform(machine.rangingFailed(name, code: code, now: Date()))
      }
    }

    /// Whether an event is the reason for the launch: it arrives right after a launch in
    /// the background.
    private var wasLaunchedForIt: Bool {
      created.duration(to: .now) < .seconds(2)
        && UIApplication.shared.applicationState == .background
    }

    // MARK: Permission

    /// The current permission; nil if it is denied and the reason is not known yet.
    var access: RegionWatchMachine.Access? {
      switch manager.authorizationStatus {
      case .notDetermined: .notDetermined
      case .restricted: .restricted
      case .denied: nil
      case .authorizedAlways:
        manager.accuracyAuthorization == .reducedAccuracy ? .reducedAccuracy : .always
      case .authorizedWhenInUse:
        manager.accuracyAuthorization == .reducedAccuracy ? .reducedAccuracy : .whenInUse
      @unknown default: .denied
      }
    }

    /// Whether the system watches regions now; the delegate may be notified of a change later.
    var isAllowedNow: Bool { access == .always }

    /// Finds out the reason on another thread, because the call may take long.
    func findOutWhyDenied() {
      Task {
        let isOn = await Task.detached { CLLocationManager.locationServicesEnabled() }.value
        accessChanged(access ?? (isOn ? .denied : .servicesOff))
      }
    }

    private func accessChanged(_ access: RegionWatchMachine.Access) {
      perform(machine.accessChanged(access, monitored: monitored.own, now: Date()))
    }
  }
#endif
