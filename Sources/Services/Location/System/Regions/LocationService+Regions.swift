import YobanAppleSystem
import YobanSimulatedDevices
import YobanSimulatedRadio
import YobanVirtualTime

/// Region monitoring (BC1 to BC3, BC6, BC7, BC10 to BC12, BC16).
extension LocationService {
  /// The app's regions, including those of earlier launches, in the order of registration.
  package func monitoredRegions(of app: InstalledApp) -> [RegionDescription] {
    record(of: app).regions.map(\.description)
  }

  /// Returns the number of regions and conditions of an app together (BC1).
  func monitoredCount(_ record: LocationRecord) -> Int {
    record.trackers.count - record.quietRegions.count
  }

  /// Monitors a region until it is stopped, across launches, reboots and system updates. A region
  /// with the same identifier is replaced (BC2). The 21st region fails (BC1).
  package func startMonitoring(_ region: RegionDescription, _ manager: ManagerSession) {
    let process = manager.process
    let record = record(of: process.app)
    firstUse(process)
    if record.registrationRate.note(at: now) {
      process.report(.regionsWithoutEnd(region.identifier, RegistrationRate.max))
    }
    if isRefused(process.app) {
      manager.notify { $0.monitoringFailed(region, .regionMonitoringDenied) }
    }
    if case .circle(_, _, let radius) = region.kind, !(radius <= policy.maximumRegionRadius) {
      return fail(region, manager)
    }
    if let i = record.regions.firstIndex(where: { $0.description.replaces(region) }) {
      // Removed and added again (BC2, BC10).
      let old = record.regions.remove(at: i)
      unwatch(old.tracker)
      if old.description == region, old.launch != process.app.launchCount {
        process.report(.regionReregistered(region.identifier))
      }
    } else if monitoredCount(record) >= policy.regionLimit {
      reportLimit(record, "startMonitoring(for:)")
      return fail(region, manager)
    }
    let monitored = MonitoredRegion(region, launch: process.app.launchCount, self) {
      [weak self, weak record] region, transition in
      if let record { self?.notify(transition, region, record) }
    }
    record.regions.append(monitored)
    process.post(.location(.monitoringStarted(region.identifier)))
    manager.notify { $0.startedMonitoring(region) }
    watch(monitored.tracker, for: record)
  }

  private func fail(_ region: RegionDescription, _ manager: ManagerSession) {
    let failure = LocationFailure.regionMonitoringFailure
    manager.process.post(
      .location(.monitoringFailed(region.identifier, error: failure.rawValue)))
    manager.notify { $0.monitoringFailed(region, failure) }
  }

  func reportLimit(_ record: LocationRecord, _ call: String) {
    device.post(.finding(.regionLimit(call, policy.regionLimit)), process: record.name)
  }

  package func stopMonitoring(_ region: RegionDescription, _ app: InstalledApp) {
    let record = record(of: app)
    guard let i = record.regions.firstIndex(where: { $0.description.replaces(region) }) else {
      return
    }
    unwatch(record.regions.remove(at: i).tracker)
    post(.monitoringStopped(region.identifier), record)
  }

  /// Delivers the region's known state to the manager that requested it, `unknown` if the system
  /// knows none (BC7).
  package func requestState(_ region: RegionDescription, _ manager: ManagerSession) {
    let monitored = record(of: manager.process.app).regions.first {
      $0.description.replaces(region)
    }
    let state = monitored?.tracker.known ?? .unknown
    let description = monitored?.description ?? region
    post(determined: state, region, record(of: manager.process.app))
    manager.notify { $0.determined(state, description) }
  }

  // MARK: Monitoring

  private func mayWatch(_ record: LocationRecord) -> Bool {
    permission(of: record.app) != .none && isPrecise(record.app)
  }

  func watch(_ tracker: RegionTracker, for record: LocationRecord) {
    add(tracker)
    if mayWatch(record) { tracker.begin() } else { tracker.bar() }
  }

  func unwatch(_ tracker: RegionTracker) {
    tracker.end()
    remove(tracker)
  }

  /// Monitors a region for another service, such as that of notifications. The app is not notified of it (NT3).
  ///
  /// - Parameter crossed: called when the device has crossed the border of the region.
  /// - Returns: a function that ends the monitoring. `crossed` must not call it.
  package func watch(
    _ region: RegionDescription.Kind, quietlyFor app: InstalledApp,
    _ crossed: @escaping (_ isEntry: Bool) -> Void
  ) -> () -> Void {
    let record = record(of: app)
    let tracker = RegionTracker.make(region, self) { transition in
      if transition.isCrossing { crossed(transition.state == .inside) }
    }
    record.quietRegions.append(tracker)
    watch(tracker, for: record)
    return { [weak self, weak app] in
      guard let self, let app else { return }
      self.record(of: app).quietRegions.removeAll { $0 === tracker }
      unwatch(tracker)
    }
  }

  /// Starts or stops monitoring after the app's permission changed (BC12).
  func watchAgain(_ record: LocationRecord) {
    let mayWatch = mayWatch(record)
    for tracker in record.trackers {
      if !mayWatch {
        tracker.bar()
      } else if tracker.phase == .barred {
        tracker.begin()
      }
    }
    for monitor in record.monitors { monitor.permissionChanged() }
  }

  // MARK: Transitions

  private func notify(
    _ transition: RegionTransition, _ region: MonitoredRegion, _ record: LocationRecord
  ) {
    let (state, description) = (transition.state, region.description)
    guard transition.isCrossing else {
      // When monitoring begins, outside delivers nothing; inside delivers the state only (BC10).
      if state == .inside { determined(state, region, record) }
      return
    }
    let isEntry = state == .inside
    let name = description.identifier
    post(isEntry ? .entered(name) : .exited(name), record)
    post(determined: state, description, record)
    guard isEntry ? description.notifyOnEntry : description.notifyOnExit else { return }
    deliver(
      AppLocationEvent(
        name: "\(isEntry ? "entry to" : "exit from") \(name)",
        calls: [
          { isEntry ? $0.entered(description) : $0.exited(description) },
          { $0.determined(state, description) },
        ]), to: record)
  }

  private func determined(
    _ state: RegionState, _ region: MonitoredRegion, _ record: LocationRecord
  ) {
    let description = region.description
    post(determined: state, description, record)
    deliver(
      AppLocationEvent(
        name: "state of \(description.identifier)", isState: true,
        calls: [{ $0.determined(state, description) }]), to: record)
  }

  private func post(
    determined state: RegionState, _ region: RegionDescription, _ record: LocationRecord
  ) {
    post(.determined(region.identifier, state: "\(state)"), record)
  }

  // MARK: The screen

  /// Handles screen-on: the state of regions that the device is inside of may be delivered (BC6),
  /// and regions without a hardware slot are scanned for (BC1).
  package func screenCameOn() {
    guard device.isUp else { return }
    for record in records {
      for region in record.regions where region.description.notifyEntryStateOnDisplay {
        simulation.schedule(at: now + policy.displayStateDelay) {
          [weak self, weak record, weak region] in
          guard let self, let record, let region else { return }
          guard record.regions.contains(where: { $0 === region }) else { return }
          if region.tracker.known == .inside { determined(.inside, region, record) }
        }
      }
      scheduleUpgradeAnswer(record)
    }
    for tracker in trackers {
      tracker.radioChanged(nil)
      tracker.updateAtDeadline()
    }
  }

  // MARK: Changes of radio and place

  package func peerChanged(_ peer: any RadioPeer) {
    let isOwnRadio = peer === device.ownPeer
    for tracker in trackers { tracker.radioChanged(isOwnRadio ? nil : peer) }
    guard isOwnRadio else { return }
    for manager in managers { manager.ranging.conditionsChanged() }
  }

  package func placeChanged() {
    guard device.isUp else { return }
    // If several circles are crossed at the same time, the smaller ones are reported first (BC16).
    let circles = trackers.compactMap { $0 as? CircleTracker }
    for circle in circles.sorted(by: { $0.radius < $1.radius }) { circle.placeChanged() }
    for case let beacon as BeaconTracker in trackers { beacon.placeChanged() }
    for record in records { changesOfPlace(record) }
  }
}
