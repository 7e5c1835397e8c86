/// `CLLocationUpdate.LiveConfiguration`.
public enum LiveConfiguration: Int, Sendable, Hashable {
  case `default`, automotiveNavigation, otherNavigation, fitness, airborne
}

/// One element of `CLLocationUpdate.liveUpdates()`.
public struct LiveUpdate: Sendable, Hashable {
  /// Nil if a diagnostic is all there is to tell.
  public var fix: LocationFix?
  /// The device lies still: no more updates until it moves.
  public var isStationary = false
  /// Told from iOS 18 on.
  public var diagnostics: LocationDiagnostics = []
}

/// One iteration of `CLLocationUpdate.liveUpdates()`; see `LocationService.startLiveUpdates`.
public struct LiveUpdatesClient {
  let session: LiveSession
  public let process: AppProcess

  /// The iteration ended.
  public func stop() {
    guard process.process.state != .dead else { return }
    session.stop()
  }
}

/// A `CLBackgroundActivitySession`: keeps an app running that uses location, and shows the
/// indicator; see `LocationService.beginBackgroundActivity` (LOC9).
public struct BackgroundActivityClient {
  let session: ActivitySession
  public let process: AppProcess

  /// It was invalidated or deallocated.
  public func end() {
    guard process.process.state != .dead else { return }
    session.end()
  }
}

/// What a `CLServiceSession` declares to need.
public enum ServiceSessionGoal: Int, Sendable, Hashable {
  case none, whenInUse, always
}

/// A `CLServiceSession`; see `LocationService.beginServiceSession` (LOC9, iOS 18).
public struct ServiceSessionClient {
  let session: ServiceSession
  public let process: AppProcess

  /// It was invalidated or deallocated.
  public func end() {
    guard process.process.state != .dead else { return }
    session.end()
  }
}
