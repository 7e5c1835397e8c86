import YobanVirtualTime

/// The properties of one `CLLocationManager`, with values as Core Location defines them.
package struct LocationRequest: Sendable, Hashable {
  /// In meters; negative for the "best" constants.
  package var desiredAccuracy = -1.0
  /// In meters; negative for no filter (`kCLDistanceFilterNone`).
  package var distanceFilter = -1.0
  package var pausesAutomatically = true
  package var allowsBackgroundUpdates = false
  package var showsBackgroundIndicator = false
  package var activity = LocationActivity.other

  package init() {}
}

/// `CLActivityType`: the app's purpose for positions. It only affects automatic pauses (LOC5).
package enum LocationActivity: Int, Sendable, Hashable, CaseIterable {
  case other = 1
  case automotiveNavigation
  case fitness
  case otherNavigation
  case airborne

  /// Whether updates are paused only if the device does not move for an extended time.
  var isOfVehicle: Bool { self == .automotiveNavigation || self == .airborne }
}

/// The standard location updates of one manager. It decides when they keep the process running
/// (LOC1 to LOC4, LOC8). Pure.
struct LocationSession {
  enum State: Equatable {
    case idle
    case updating(startedInForeground: Bool)
    /// Paused by the system; nothing resumes it while the app is suspended (LOC3).
    case paused
  }

  /// The conditions of the app that affect whether it is kept running.
  struct App {
    var hasBackgroundMode: Bool
    var authorization: LocationAuthorization
    /// Whether the app also monitors significant changes (LOC4).
    var monitorsChanges = false
  }

  let policy: LocationPolicy
  var request = LocationRequest()
  /// The run time that the system grants at a time as long as nothing ends it. When it has passed, it is granted again.
  static let extensionWithoutEnd = Duration.seconds(3600)
  private(set) var state = State.idle
  /// The time of the last renewal of the keep-alive.
  private(set) var renewedAt = VirtualInstant.start
  /// The duration of the keep-alive after a renewal (drawn once per start); nil if it needs no renewal.
  private var endurance: Duration?
  /// Whether the 30 minutes have passed, so that the process is not kept running any more (LOC8).
  private(set) var isExhausted = false

  init(policy: LocationPolicy) { self.policy = policy }

  mutating func start(inForeground: Bool, endurance: Duration?, at now: VirtualInstant) {
    if case .updating = state { return }
    state = .updating(startedInForeground: inForeground)
    self.endurance = endurance
    renewedAt = now
    isExhausted = false
  }

  mutating func stop() { state = .idle }

  /// Renews the keep-alive when a background task begins, or the app enters background.
  mutating func renew(at now: VirtualInstant) {
    guard !isExhausted else { return }
    renewedAt = now
  }

  mutating func enterForeground(at now: VirtualInstant) {
    isExhausted = false
    renewedAt = now
    // In the foreground, paused updates resume.
    if state == .paused { state = .updating(startedInForeground: true) }
    if case .updating = state { state = .updating(startedInForeground: true) }
  }

  /// Pauses updates after the device has been still for long enough. Returns whether they were
  /// paused now (LOC3).
  ///
  /// - Parameter isLong: whether it has been still for longer than a vehicle's usual stop (LOC5).
  mutating func pauseIfStill(isLong: Bool = true) -> Bool {
    guard case .updating = state, request.pausesAutomatically,
      isLong || !request.activity.isOfVehicle
    else { return false }
    state = .paused
    return true
  }

  mutating func exhaust() { isExhausted = true }

  /// The reason why active updates do not keep a process running in the background.
  enum Obstacle: Equatable {
    case noBackgroundMode
    /// `allowsBackgroundLocationUpdates` is false (LOC1).
    case noConsent
    case notAllowed
    /// With While Using, updates must be started in the foreground (LOC2).
    case startedInBackground
    /// A distance filter or a coarse accuracy, while the indicator is hidden and significant changes are monitored
    /// (LOC4).
    case filtered
  }

  func obstacle(_ app: App) -> Obstacle? {
    guard case .updating(let startedInForeground) = state else { return nil }
    guard app.hasBackgroundMode else { return .noBackgroundMode }  // LOC1
    guard request.allowsBackgroundUpdates || !policy.needsBackgroundConsent else {
      return .noConsent
    }
    switch app.authorization {
    case .notDetermined, .restricted, .denied: return .notAllowed
    case .whenInUse: guard startedInForeground else { return .startedInBackground }  // LOC2
    case .always: break
    }
    let isFiltered =
      request.distanceFilter >= 0 || request.desiredAccuracy > policy.coarsestBackgroundAccuracy
    if policy.demandsUnfilteredUpdates, app.monitorsChanges, isIndicatorHidden(app), isFiltered {
      return .filtered
    }
    return nil
  }

  /// Returns the time until which the updates keep a process running in the background; nil if they
  /// do not. If they need no renewal, it is a later time whenever it is asked for.
  func keepsRunning(_ app: App, at now: VirtualInstant) -> VirtualInstant? {
    guard case .updating = state, !isExhausted, obstacle(app) == nil else { return nil }
    return endurance.map { renewedAt + $0 } ?? now + Self.extensionWithoutEnd
  }

  /// Whether no indicator is shown. With While Using it is always shown, with Always only if the
  /// app requests it (LOC2).
  private func isIndicatorHidden(_ app: App) -> Bool {
    app.authorization == .always && !request.showsBackgroundIndicator
  }

  /// Time between two updates.
  var updateInterval: Duration {
    request.desiredAccuracy <= 10 ? policy.fineUpdateInterval : policy.coarseUpdateInterval
  }
}
