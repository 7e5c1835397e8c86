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
