import YobanAppleSystem
import YobanSimulatedDevices
import YobanVirtualTime

/// The system's side of a `CLMonitor`: its conditions, stored under its name across all launches of
/// the app (BC15); see `LocationService.openMonitor`.
///
/// While an event of a condition waits for the app, later changes of the condition are not queued;
/// they are delivered afterwards as one change (Apple's page of `CLMonitor`).
package final class NamedMonitor {
  final class Condition {
    let identifier: String
    let kind: RegionDescription.Kind
    fileprivate(set) var tracker: RegionTracker?
    /// The last event delivered to the app; at first the state that the app assumed.
    fileprivate(set) var lastEvent: MonitorEvent
    fileprivate(set) var pending: MonitorEvent?

    init(_ identifier: String, _ kind: RegionDescription.Kind, _ event: MonitorEvent) {
      self.identifier = identifier
      self.kind = kind
      lastEvent = event
    }
  }

  let name: String
  private unowned let service: LocationService
  unowned let record: LocationRecord
  private(set) var conditions: [Condition] = []
  /// The process that holds the monitor open; nil between launches.
  private(set) var process: AppProcess?
  private weak var receiver: (any MonitorEventReceiver)?
  private var isIterating = false

  init(_ name: String, _ service: LocationService, _ record: LocationRecord) {
    self.name = name
    self.service = service
    self.record = record
  }

  /// The identifiers of all conditions, in the order in which they were added.
  package var identifiers: [String] { conditions.map(\.identifier) }

  /// Returns the record of a condition; nil if there is no condition with this identifier.
  package func record(_ identifier: String) -> MonitorRecord? {
    conditions.first { $0.identifier == identifier }
      .map { MonitorRecord(condition: $0.kind, lastEvent: $0.lastEvent) }
  }

  // MARK: Launches

  func attach(_ process: AppProcess, _ receiver: any MonitorEventReceiver) {
    self.process = process
    self.receiver = receiver
    isIterating = false
  }

  func detach() {
    process = nil
    receiver = nil
    isIterating = false
  }

  /// Starts the iteration of events: delivers waiting events now, and later ones as they happen.
  package func startEvents() {
    isIterating = true
    offerAll()
  }

  /// Ends the iteration of events: later events wait for the next iteration. Does nothing if the
  /// process has ended.
  package func stopEvents(of process: AppProcess) {
    if process === self.process { isIterating = false }
  }

  /// Closes the monitor when it is deallocated; its name can be opened again. Does nothing if the
  /// process has ended.
  package func close(for process: AppProcess) {
    if process === self.process { detach() }
  }

  /// Whether an event waits and the app does not iterate events.
  var isNeglected: Bool { !isIterating && conditions.contains { $0.pending != nil } }

  // MARK: Conditions

  /// Monitors a condition; one with the same identifier is replaced.
  ///
  /// The 21st condition is not monitored: its event is `unmonitored` with `conditionLimitExceeded`
  /// (BC15).
  ///
  /// - Parameter state: the state that the app assumes; only a different state causes an event.
  package func add(
    _ kind: RegionDescription.Kind, _ identifier: String, assuming state: MonitorState
  ) {
    remove(identifier)
    let event = MonitorEvent(identifier: identifier, state: state, instant: service.now)
    let condition = Condition(identifier, kind, event)
    let isBeyondLimit = service.monitoredCount(record) >= service.policy.regionLimit
    conditions.append(condition)
    post(.monitoringStarted("\(name)/\(identifier)"))
    if isBeyondLimit {
      service.reportLimit(record, "CLMonitor.add(_:identifier:)")
      return change(condition, to: .unmonitored, [.conditionLimitExceeded])
    }
    let tracker = RegionTracker.make(kind, service) { [unowned self, unowned condition] in
      change(condition, to: $0.state == .inside ? .satisfied : .unsatisfied)
    }
    condition.tracker = tracker
    service.watch(tracker, for: record)
    permissionChanged()
  }

  package func remove(_ identifier: String) {
    guard let i = conditions.firstIndex(where: { $0.identifier == identifier }) else { return }
    if let tracker = conditions.remove(at: i).tracker { service.unwatch(tracker) }
    post(.monitoringStopped("\(name)/\(identifier)"))
  }

  /// Reports conditions as unmonitored if their trackers were barred by a change of permission.
  func permissionChanged() {
    let diagnostics = service.diagnostics(of: record).intersection([
      .authorizationDenied, .authorizationDeniedGlobally, .authorizationRestricted,
      .accuracyLimited,
    ])
    guard !diagnostics.isEmpty else { return }
    for condition in conditions where condition.tracker?.phase == .barred {
      change(condition, to: .unmonitored, diagnostics)
    }
  }

  // MARK: Events

  private func change(
    _ condition: Condition, to state: MonitorState, _ diagnostics: LocationDiagnostics = []
  ) {
    let refinement: BeaconConstraint? =
      if state == .satisfied, case .beacon(let constraint) = condition.kind,
        let beacon = condition.tracker?.receivedBeacon, beacon != constraint
      { beacon } else { nil }
    let event = MonitorEvent(
      identifier: condition.identifier, state: state, instant: service.now,
      refinement: refinement,
      diagnostics: service.policy.supportsServiceSessions ? diagnostics : [])
    // A waiting `unmonitored` event does not block later events.
    if condition.pending?.state == .unmonitored { condition.pending = nil }
    guard condition.pending == nil, event.state != condition.lastEvent.state else { return }
    condition.pending = event
    post(.condition("\(name)/\(condition.identifier)", state: "\(state)"))
    offer(condition, wakes: state == .satisfied || state == .unsatisfied)
  }

  /// Tries to deliver waiting events after the user answered or the app became active.
  func deliverPending() { for condition in conditions { offer(condition, wakes: true) } }

  /// Delivers waiting events if the app may receive them now, without waking it.
  func offerAll() { for condition in conditions { offer(condition, wakes: false) } }

  private func offer(_ condition: Condition, wakes: Bool) {
    guard let event = condition.pending else { return }
    let what = "\(name)/\(condition.identifier)"
    if event.state != .unmonitored {
      if service.lacksAlwaysSession(record) {
        if wakes { service.reportMissingSession(of: record, for: what) }
        return
      }
      switch service.delivery(to: record) {
      case .now: break
      case .wake: if wakes { service.grantWake(to: record, for: what) }
      case .launch:
        if wakes { service.launch(record, for: what) }
        return
      case .hold, .drop: return
      case .ask: return service.askForUpgrade(record)
      }
    }
    guard isIterating, let process, process.isRunning, !service.needsServiceSession(process)
    else { return }
    process.process.onMain { [weak self, weak condition] in
      guard let self, let condition, isIterating, let event = condition.pending else { return }
      condition.pending = nil
      condition.lastEvent = event
      receiver?.received(event)
      catchUp(condition)
    }
  }

  /// Reports a change that happened while the event waited.
  private func catchUp(_ condition: Condition) {
    switch condition.tracker?.known {
    case .inside: change(condition, to: .satisfied)
    case .outside: change(condition, to: .unsatisfied)
    case .unknown, nil: break
    }
  }

  private func post(_ event: TraceEvent.LocationEvent) {
    service.device.post(.location(event), process: record.name)
  }
}
