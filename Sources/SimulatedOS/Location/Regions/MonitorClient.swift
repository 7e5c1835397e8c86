import VirtualTime

/// What became of a condition, as `CLMonitor.Event` has it (BC15).
public struct MonitorEvent: Sendable, Hashable {
  public var identifier: String
  public var state: MonitorState
  public var instant: VirtualInstant
  /// The beacon that satisfied a condition for many.
  public var refinement: BeaconConstraint?
  /// Why the condition is not watched (iOS 18).
  public var diagnostics: LocationDiagnostics = []

  public init(
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
public enum MonitorState: Int, Sendable, Hashable {
  case unknown, satisfied, unsatisfied, unmonitored
}

/// A condition with the last event that the app was told of it: `CLMonitor.Record`.
public struct MonitorRecord: Sendable, Hashable {
  public var condition: RegionDescription.Kind
  public var lastEvent: MonitorEvent
}

/// The requests of one `CLMonitor`; see `LocationService.openMonitor`. Conditions outlive the
/// process under the monitor's name.
///
/// Held by the monitor. Each call does nothing, and is a finding, if its process has ended.
public struct MonitorClient {
  let monitor: NamedMonitor
  public let process: AppProcess

  private func isAlive(_ call: String) -> Bool { process.isAlive(for: "CLMonitor.\(call)") }

  public var name: String { monitor.name }
  /// Of all conditions, in the order in which they were added.
  public var identifiers: [String] { monitor.identifiers }
  /// Nil if there is no condition of this name.
  public func record(_ identifier: String) -> MonitorRecord? { monitor.record(identifier) }

  /// Watches a condition; one of the same name is replaced.
  ///
  /// The 21st is not watched: its event is `unmonitored` with `conditionLimitExceeded` (BC15).
  ///
  /// - Parameter state: what the app takes it to be: an event comes only for another one.
  public func add(
    _ condition: RegionDescription.Kind, identifier: String, assuming state: MonitorState = .unknown
  ) {
    guard isAlive("add(_:identifier:assuming:)") else { return }
    monitor.add(condition, identifier, assuming: state)
  }

  public func remove(_ identifier: String) {
    guard isAlive("remove(_:)") else { return }
    monitor.remove(identifier)
  }

  /// The app iterates the events: those that waited come now, then each as it happens.
  public func startEvents() {
    guard isAlive("events") else { return }
    monitor.setIterating(true)
  }

  /// The app does not iterate any more: events wait for the next time.
  public func stopEvents() {
    guard process.process.state != .dead else { return }
    monitor.setIterating(false)
  }

  /// The monitor was deallocated; its name may be opened again.
  public func close() {
    guard process.process.state != .dead else { return }
    monitor.detach()
  }
}
