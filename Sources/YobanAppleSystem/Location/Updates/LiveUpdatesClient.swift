import YobanSimulatedDevices

/// `CLLocationUpdate.LiveConfiguration`.
package enum LiveConfiguration: Int, Sendable, Hashable {
  case `default`, automotiveNavigation, otherNavigation, fitness, airborne
}

/// One element of `CLLocationUpdate.liveUpdates()`.
package struct LiveUpdate: Sendable, Hashable {
  /// The position; nil if the update has only diagnostics.
  package var fix: LocationFix?
  /// Whether the device lies still; no more updates are delivered until it moves.
  package var isStationary = false
  /// The diagnostics, from iOS 18 on.
  package var diagnostics: LocationDiagnostics = []
}

/// One iteration of `CLLocationUpdate.liveUpdates()`; see `LocationService.startLiveUpdates`.
package struct LiveUpdatesClient {
  let session: LiveSession
  package let process: AppProcess

  /// Ends the iteration.
  package func stop() {
    guard process.process.state != .dead else { return }
    session.stop()
  }
}

/// A `CLBackgroundActivitySession`. It keeps an app that uses location running in the background
/// and shows the indicator (LOC9); see `LocationService.beginBackgroundActivity`.
package struct BackgroundActivityClient {
  let session: ActivitySession
  package let process: AppProcess

  /// Ends the session when it is invalidated or deallocated.
  package func end() {
    guard process.process.state != .dead else { return }
    session.end()
  }
}

/// The authorization that a `CLServiceSession` requires.
package enum ServiceSessionGoal: Int, Sendable, Hashable {
  case none, whenInUse, always
}

/// A `CLServiceSession`; see `LocationService.beginServiceSession` (LOC9, iOS 18).
package struct ServiceSessionClient {
  let session: ServiceSession
  package let process: AppProcess

  /// Ends the session when it is invalidated or deallocated.
  package func end() {
    guard process.process.state != .dead else { return }
    session.end()
  }
}
