import YobanAppleSystem
import YobanSimulatedDevices
import YobanVirtualTime

/// Significant changes and visits (LOC7).
extension LocationService {
  /// Starts significant changes for an app, or ends them when no manager of its current launch
  /// wants them.
  func wantsSignificantChanges(_ isWanted: Bool, _ manager: ManagerSession) {
    let record = record(of: manager.process.app)
    if !isWanted {
      record.significant = nil
    } else if record.significant == nil {
      record.significant = SignificantChangeMachine(policy: policy)
      record.significant?.begin(device.place, at: now)
    }
    setChangeAlarm(record)
    guard manager.wantsSignificantChanges else { return }
    // The manager that made the call soon gets a first position.
    simulation.schedule(at: now + policy.firstFix) { [weak self, weak manager] in
      guard let self, let manager, manager.wantsSignificantChanges,
        permission(of: manager.process.app) != .none
      else { return }
      let fix = fix(for: record, accuracy: policy.significantAccuracy)
      manager.notify { $0.updated([fix]) }
    }
  }

  func wantsVisits(_ isWanted: Bool, _ app: InstalledApp) {
    let record = record(of: app)
    if !isWanted {
      record.visits = nil
    } else if record.visits == nil {
      record.visits = VisitMachine(policy: policy)
      record.visits?.begin(device.place, at: now)
    }
    setChangeAlarm(record)
  }

  func changesOfPlace(_ record: LocationRecord) {
    let isChange = record.significant?.moved(to: device.place, at: now) ?? false
    record.visits?.moved(to: device.place, at: now)
    if isChange { notifyOfChange(record) }
    setChangeAlarm(record)
  }

  private func setChangeAlarm(_ record: LocationRecord) {
    if let alarm = record.changeAlarm { simulation.cancel(alarm) }
    record.changeAlarm = nil
    let deadlines = [record.significant?.nextDeadline, record.visits?.nextDeadline]
    guard let next = deadlines.compactMap(\.self).min() else { return }
    record.changeAlarm = simulation.schedule(at: next) { [weak self, weak record] in
      guard let self, let record else { return }
      record.changeAlarm = nil
      // While the device is off, deadlines wait for the next boot.
      guard device.isUp else { return }
      if record.significant?.deadlineReached(at: now) ?? false { notifyOfChange(record) }
      for visit in record.visits?.deadlineReached(at: now) ?? [] { notify(visit, record) }
      setChangeAlarm(record)
    }
  }

  private func notifyOfChange(_ record: LocationRecord) {
    guard device.isUp, permission(of: record.app) != .none else { return }
    post(.significantChange, record)
    let fix = fix(for: record, accuracy: policy.significantAccuracy)
    deliver(
      AppLocationEvent(
        name: "significant change", isFor: \.wantsSignificantChanges,
        calls: [{ $0.updated([fix]) }]), to: record)
  }

  private func notify(_ report: VisitMachine.Report, _ record: LocationRecord) {
    guard device.isUp, permission(of: record.app) != .none else { return }
    post(.visit(report.departure == nil ? "arrived" : "departed"), record)
    let point = World.geography.coordinate(of: report.place)
    let visit = Visit(
      latitude: point.latitude, longitude: point.longitude,
      horizontalAccuracy: isPrecise(record.app) ? policy.visitAccuracy : policy.reducedAccuracy,
      arrival: report.arrival, departure: report.departure)
    deliver(
      AppLocationEvent(name: "visit", isFor: \.getsVisits, calls: [{ $0.visited(visit) }]),
      to: record)
  }
}
