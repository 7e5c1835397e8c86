internal import SimulatedOS

/// The system's way to the diagnostics of a session. Each iteration begins with the latest one.
///
/// Sendable: belongs to one simulation, of which one thread runs at a time.
final class DiagnosticsReceiver: LocationSessionEventReceiver, @unchecked Sendable {
  private var latest: LocationDiagnostics?
  private var iterations: [Iteration] = []
  private var isFinished = false

  private struct Iteration {
    weak var events: EventQueue<LocationDiagnostics>?
  }

  func diagnosed(_ diagnostics: LocationDiagnostics) {
    latest = diagnostics
    iterations.removeAll { $0.events == nil }
    for iteration in iterations { iteration.events?.give(diagnostics) }
  }

  /// The session is over; its iterations end.
  ///
  /// - Returns: whether it was not over already.
  func finish() -> Bool {
    guard !isFinished else { return false }
    isFinished = true
    for iteration in iterations { iteration.events?.finish() }
    iterations.removeAll()
    return true
  }

  func makeEventQueue() -> EventQueue<LocationDiagnostics> {
    let events = EventQueue<LocationDiagnostics>()
    if let latest { events.give(latest) }
    if isFinished { events.finish() } else { iterations.append(Iteration(events: events)) }
    return events
  }
}
