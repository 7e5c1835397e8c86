internal import YobanSimulatedApple

/// Receives the diagnostics of a session from the system. Each iteration begins with the latest
/// one.
final class DiagnosticsReceiver: LocationSessionEventReceiver, @unchecked SimulationConfined {
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

  /// Ends the session and its iterations.
  ///
  /// - Returns: False if it had ended before.
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
