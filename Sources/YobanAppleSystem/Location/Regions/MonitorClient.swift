import YobanSimulatedDevices
import YobanVirtualTime

/// A state change of a condition, as in `CLMonitor.Event` (BC15).
package struct MonitorEvent: Sendable, Hashable {
  package var identifier: String
  package var state: MonitorState
  package var instant: VirtualInstant
  /// The beacon that satisfied a condition that matches several beacons.
  package var refinement: BeaconConstraint?
  /// The reasons why the condition is not monitored (iOS 18).
  package var diagnostics: LocationDiagnostics = []

  package init(
    identifier: String, state: MonitorState, instant: VirtualInstant,
    refinement: BeaconConstraint? = nil, diagnostics: LocationDiagnostics = []
  ) {
    self.identifier = identifier
    self.state = state
    self.instant = instant
    self.refinement = refinement
    self.diagnostics = diagnostics
  }
}

/// `CLMonitor.Event.State`.
package enum MonitorState: Int, Sendable, Hashable {
  case unknown, satisfied, unsatisfied, unmonitored
}

/// A condition with its last event delivered to the app, as in `CLMonitor.Record`.
package struct MonitorRecord: Sendable, Hashable {
  package var condition: RegionDescription.Kind
  package var lastEvent: MonitorEvent
}

/// The calls that one `CLMonitor` makes to the system; see `LocationService.openMonitor`.
/// Conditions are stored under the monitor's name and outlive the process.
///
/// The monitor holds it. If its process has ended, a call does nothing and reports a finding.
package struct MonitorClient {
  let monitor: NamedMonitor
  package let process: AppProcess

  private func isAlive(_ call: String) -> Bool { process.isAlive(for: "CLMonitor.\(call)") }

  package var name: String { monitor.name }
  /// The identifiers of all conditions, in the order in which they were added.
  package var identifiers: [String] { monitor.identifiers }
  /// Returns the record of a condition; nil if there is no condition with this identifier.
  package func record(_ identifier: String) -> MonitorRecord? { monitor.record(identifier) }

  /// Monitors a condition; one with the same identifier is replaced.
  ///
  /// The 21st condition is not monitored: its event is `unmonitored` with `conditionLimitExceeded`
  /// (BC15).
  ///
  /// - Parameter state: the state that the app assumes; only a different state causes an event.
  package func add(
    _ condition: RegionDescription.Kind, identifier: String, assuming state: MonitorState = .unknown
  ) {
    guard isAlive("add(_:identifier:assuming:)") else { return }
    monitor.add(condition, identifier, assuming: state)
  }

  package func remove(_ identifier: String) {
    guard isAlive("remove(_:)") else { return }
    monitor.remove(identifier)
  }

  /// Starts the iteration of events: delivers waiting events now, and later ones as they happen.
  package func startEvents() {
    guard isAlive("events") else { return }
    monitor.setIterating(true)
  }

  /// Ends the iteration of events: later events wait for the next iteration.
  package func stopEvents() {
    guard process.process.state != .dead else { return }
    monitor.setIterating(false)
  }

  /// Closes the monitor when it is deallocated; its name can be opened again.
  package func close() {
    guard process.process.state != .dead else { return }
    monitor.detach()
  }
}
