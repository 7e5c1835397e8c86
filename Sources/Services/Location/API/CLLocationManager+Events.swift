import Foundation
internal import YobanSimulatedApple

/// The system's events. Each method updates the manager, then calls its delegate.
extension CLLocationManager {
  func authorizationChanged() {
    note("locationManagerDidChangeAuthorization")
    delegate?.locationManagerDidChangeAuthorization(self)
  }

  // MARK: Positions

  func updated(_ fixes: [LocationFix]) {
    guard !fixes.isEmpty else { return }
    let locations = fixes.map { CLLocation($0, in: process) }
    delivered = locations.last
    endOneFix()
    note("didUpdateLocations")
    delegate?.locationManager(self, didUpdateLocations: locations)
  }

  func failed(_ failure: LocationFailure) {
    endOneFix()
    note("didFailWithError")
    delegate?.locationManager(self, didFailWithError: CLError(failure))
  }

  private func endOneFix() {
    guard oneFix != nil else { return }
    oneFix = nil
    if !isUpdating { stop() }
  }

  func paused() {
    note("locationManagerDidPauseLocationUpdates")
    delegate?.locationManagerDidPauseLocationUpdates(self)
  }

  func resumed() {
    note("locationManagerDidResumeLocationUpdates")
    delegate?.locationManagerDidResumeLocationUpdates(self)
  }

  /// Notes a call of the delegate, if there is one.
  private func note(_ method: String, _ region: RegionDescription? = nil) {
    if delegate != nil { process.noteCall(method, region?.identifier) }
  }

  func visited(_ visit: Visit) {
    note("didVisit")
    delegate?.locationManager(self, didVisit: CLVisit(visit, in: process))
  }

  func turned(_ fix: HeadingFix) {
    let heading = CLHeading(fix, heldIn: headingOrientation, in: process)
    if let last = self.heading {
      let turn = abs(heading.magneticHeading - last.magneticHeading)
      guard min(turn, 360 - turn) >= headingFilter else { return }
    }
    self.heading = heading
    delegate?.locationManager(self, didUpdateHeading: heading)
  }

  // MARK: Regions

  func startedMonitoring(_ region: RegionDescription) {
    delegate?.locationManager(self, didStartMonitoringFor: .make(region))
  }

  func entered(_ region: RegionDescription) {
    note("didEnterRegion", region)
    delegate?.locationManager(self, didEnterRegion: .make(region))
  }

  func exited(_ region: RegionDescription) {
    note("didExitRegion", region)
    delegate?.locationManager(self, didExitRegion: .make(region))
  }

  func determined(_ state: RegionState, _ region: RegionDescription) {
    note("didDetermineState", region)
    delegate?.locationManager(
      self, didDetermineState: CLRegionState(rawValue: state.rawValue)!, for: .make(region))
  }

  func monitoringFailed(_ region: RegionDescription?, _ failure: LocationFailure) {
    note("monitoringDidFailFor", region)
    delegate?.locationManager(
      self, monitoringDidFailFor: region.map(CLRegion.make), withError: CLError(failure))
  }

  // MARK: Ranging

  func ranged(_ beacons: [RangedBeacon], _ plain: BeaconConstraint) {
    let constraint = CLBeaconIdentityConstraint(plain)
    func appleBeacons() -> [CLBeacon] { beacons.map { CLBeacon($0, in: process) } }
    if ranging.constraints.contains(constraint) {
      delegate?.locationManager(self, didRange: appleBeacons(), satisfying: constraint)
    }
    for region in ranging.regions where region.beaconIdentityConstraint == constraint {
      delegate?.locationManager(self, didRangeBeacons: appleBeacons(), in: region)
    }
  }

  func rangingFailed(_ plain: BeaconConstraint, _ failure: LocationFailure) {
    let constraint = CLBeaconIdentityConstraint(plain)
    if ranging.constraints.contains(constraint) {
      delegate?.locationManager(self, didFailRangingFor: constraint, error: CLError(failure))
    }
    for region in ranging.regions where region.beaconIdentityConstraint == constraint {
      delegate?.locationManager(self, rangingBeaconsDidFailFor: region, withError: CLError(failure))
    }
  }
}

/// Delivers the system's events to a manager, without keeping it alive.
final class LocationManagerReceiver: LocationEventReceiver {
  weak var manager: CLLocationManager?

  var hasDelegate: Bool { manager?.delegate != nil }
  func authorizationChanged() { manager?.authorizationChanged() }
  func updated(_ fixes: [LocationFix]) { manager?.updated(fixes) }
  func failed(_ failure: LocationFailure) { manager?.failed(failure) }
  func paused() { manager?.paused() }
  func resumed() { manager?.resumed() }
  func visited(_ visit: Visit) { manager?.visited(visit) }
  func heading(_ fix: HeadingFix) { manager?.turned(fix) }
  func startedMonitoring(_ region: RegionDescription) { manager?.startedMonitoring(region) }
  func entered(_ region: RegionDescription) { manager?.entered(region) }
  func exited(_ region: RegionDescription) { manager?.exited(region) }
  func determined(_ state: RegionState, _ region: RegionDescription) {
    manager?.determined(state, region)
  }
  func monitoringFailed(_ region: RegionDescription?, _ failure: LocationFailure) {
    manager?.monitoringFailed(region, failure)
  }
  func ranged(_ beacons: [RangedBeacon], _ constraint: BeaconConstraint) {
    manager?.ranged(beacons, constraint)
  }
  func rangingFailed(_ constraint: BeaconConstraint, _ failure: LocationFailure) {
    manager?.rangingFailed(constraint, failure)
  }
}
