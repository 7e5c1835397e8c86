import YobanSimulatedOS

/// Tracks the state of each process over the events.
///
/// Takes events in order and returns the state to show beside each, without side effects.
struct StateTracker {
  private var states: [Key: AppState] = [:]

  private struct Key: Hashable {
    var device: String
    var process: String
  }

  /// Returns the state of the event's process at this event; nil for an event of a device, and
  /// before the first state is known.
  ///
  /// A callback shows the state that the app read inside it, which may differ from the system's.
  mutating func state(at event: TraceEvent) -> AppState? {
    guard let process = event.process else { return nil }
    let key = Key(device: event.device, process: process)
    if case .callback(_, let seen) = event.kind.app { return seen }
    if case .state(let state) = event.kind.app { states[key] = state }
    if case .terminated = event.kind.app { states[key] = .notRunning }
    return states[key]
  }
}
