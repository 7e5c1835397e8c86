import SimulatedDevices

/// `CLLocationUpdate.LiveConfiguration`.
public enum LiveConfiguration: Int, Sendable, Hashable {
  case `default`, automotiveNavigation, otherNavigation, fitness, airborne
}

/// One element of `CLLocationUpdate.liveUpdates()`.
public struct LiveUpdate: Sendable, Hashable {
  /// The position; nil if the update has only diagnostics.
  public var fix: LocationFix?
  /// Whether the device lies still; no more updates are delivered until it moves.
  public var isStationary = false
  /// The diagnostics, from iOS 18 on.
  public var diagnostics: LocationDiagnostics = []
}

/// One iteration of `CLLocationUpdate.liveUpdates()`; see `LocationService.startLiveUpdates`.
public struct LiveUpdatesClient {
  let session: LiveSession
  public let process: AppProcess

  /// Ends the iteration.
  public func stop() {
    guard process.process.state != .dead else { return }
    session.stop()
  }
}

/// A `CLBackgroundActivitySession`. It keeps an app that uses location running in background and
/// shows the indicator (LOC9); see `LocationService.beginBackgroundActivity`.
public struct BackgroundActivityClient {
  let session: ActivitySession
  public let process: AppProcess

  /// Ends the session when it is invalidated or deallocated.
  public func end() {
    guard process.process.state != .dead else { return }
    session.end()
  }
}

/// The authorization that a `CLServiceSession` requires.
public enum ServiceSessionGoal: Int, Sendable, Hashable {
  case none, whenInUse, always
}

/// A `CLServiceSession`; see `LocationService.beginServiceSession` (LOC9, iOS 18).
public struct ServiceSessionClient {
  let session: ServiceSession
  public let process: AppProcess

  /// Ends the session when it is invalidated or deallocated.
  public func end() {
    guard process.process.state != .dead else { return }
    session.end()
  }
}
