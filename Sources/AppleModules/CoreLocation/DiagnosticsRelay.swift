internal import SimulatedOS

/// The system's way to the diagnostics of a session. Each iteration begins with the latest one.
///
/// Sendable: belongs to one simulation, of which one thread runs at a time.
final class DiagnosticsRelay: LocationSessionPort, @unchecked Sendable {
  private var latest: LocationDiagnostics?
  private var iterations: [Iteration] = []
  private var isFinished = false

  private struct Iteration {
    weak var feed: Feed<LocationDiagnostics>?
  }

  func diagnosed(_ diagnostics: LocationDiagnostics) {
    latest = diagnostics
    iterations.removeAll { $0.feed == nil }
    for iteration in iterations { iteration.feed?.give(diagnostics) }
  }

  /// The session is over; its iterations end.
  ///
  /// - Returns: whether it was not over already.
  func finish() -> Bool {
    guard !isFinished else { return false }
    isFinished = true
    for iteration in iterations { iteration.feed?.finish() }
    iterations.removeAll()
    return true
  }

  func makeFeed() -> Feed<LocationDiagnostics> {
    let feed = Feed<LocationDiagnostics>()
    if let latest { feed.give(latest) }
    if isFinished { feed.finish() } else { iterations.append(Iteration(feed: feed)) }
    return feed
  }
}
