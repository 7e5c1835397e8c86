import YobanSimulatedDevices
import YobanVirtualTime

/// The ranging of one manager: each second a report for each constraint, while the process runs
/// (BC8).
///
/// The timer runs in the process: it stops while the process is suspended, and continues on resume.
package final class Ranging: EventSink {
  private struct Ranged {
    var constraint: BeaconConstraint
    var machine: RangingMachine
    /// Whether the app was notified that ranging is unavailable, which happens once per failure.
    var hasFailed = false
  }

  private unowned let manager: ManagerSession
  private var ranged: [Ranged] = []
  private var tick: EventToken?
  /// The number of the valid tick. A tick that waits for a suspended process cannot be canceled, so
  /// ticks with other numbers are ignored.
  private var tickNumber = 0
  private var lastTick = VirtualInstant.start

  init(_ manager: ManagerSession) { self.manager = manager }

  private var service: LocationService { manager.service }
  var constraints: [BeaconConstraint] { ranged.map(\.constraint) }

  /// Reports the beacons each second while the process runs, until `stop` (BC8). Does nothing if
  /// the constraint is ranged already.
  package func start(_ constraint: BeaconConstraint) {
    guard !constraints.contains(constraint) else { return }
    service.firstUse(manager.process)
    ranged.append(
      Ranged(constraint: constraint, machine: RangingMachine(policy: service.policy)))
    manager.process.post(.location(.rangingStarted(constraint.words)))
    failIfUnavailable()
    guard tick == nil else { return }
    lastTick = service.now
    schedule()
  }

  package func stop(_ constraint: BeaconConstraint) {
    guard let i = ranged.firstIndex(where: { $0.constraint == constraint }) else { return }
    ranged.remove(at: i)
    manager.process.post(.location(.rangingStopped(constraint.words)))
    if ranged.isEmpty { cancel() }
  }

  func stopAll() { for constraint in constraints { stop(constraint) } }

  /// Handles a change of permission, accuracy or radio.
  func conditionsChanged() { failIfUnavailable() }

  private func cancel() {
    if let tick { service.simulation.cancel(tick) }
    tick = nil
    tickNumber += 1
  }

  private func schedule() {
    tick = service.simulation.schedule(
      at: service.now + service.policy.rangingPeriod, self, tickNumber, in: manager.process.process)
  }

  package func handleEvent(_ number: Int) {
    guard number == tickNumber else { return }
    tick = nil
    guard !ranged.isEmpty else { return }
    schedule()
    // A report covers only one second, also after the process was suspended.
    let start = max(lastTick, service.now - service.policy.rangingPeriod)
    lastTick = service.now
    guard service.rangingFailure(manager.process.app) == nil,
      service.permission(of: manager.process.app) != .none
    else { return }
    for i in ranged.indices {
      let beacons = ranged[i].machine.report(
        service.packets(ranged[i].constraint, after: start), at: service.now)
      let constraint = ranged[i].constraint
      manager.notify { $0.ranged(beacons, constraint) }
    }
  }

  private func failIfUnavailable() {
    let failure = service.rangingFailure(manager.process.app)
    for i in ranged.indices {
      guard let failure else {
        ranged[i].hasFailed = false
        continue
      }
      if ranged[i].hasFailed { continue }
      ranged[i].hasFailed = true
      let constraint = ranged[i].constraint
      manager.notify { $0.rangingFailed(constraint, failure) }
    }
  }
}

extension LocationService {
  /// Returns the reason why an app cannot range beacons now; nil also if the user was not asked yet
  /// (BC12).
  func rangingFailure(_ app: InstalledApp) -> LocationFailure? {
    switch authorization(of: app) {
    case .denied, .restricted: .denied
    case .notDetermined, .whenInUse, .always:
      radioIsOn && isPrecise(app) ? nil : .rangingUnavailable
    }
  }

  /// Returns the received packets of all matching beacons, after `start` and until now.
  func packets(
    _ constraint: BeaconConstraint, after start: VirtualInstant
  ) -> [RangingMachine.Heard] {
    senders(constraint) { $0.mayReceive($1) }.map { sender in
      let count = sender.packets(after: start, upTo: now)
      return RangingMachine.Heard(
        beacon: sender.beacon, packets: (0..<count).compactMap { _ in receives(sender) })
    }
  }
}
