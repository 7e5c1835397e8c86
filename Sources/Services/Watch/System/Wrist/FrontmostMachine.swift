import YobanVirtualTime

/// The state machine of the app that a watch shows while the wrist is down (WK1). It has no side
/// effects.
///
/// The app in front stays frontmost for a while after the wrist went down. If the wrist is raised
/// within that time, the app becomes active again; otherwise the watch shows the clock. A workout
/// session, or an extended session of a frontmost kind, keeps the app frontmost for as long as it
/// runs.
struct FrontmostMachine: Equatable {
  enum State: Equatable {
    case wristUp
    /// The wrist is down, and an app stays frontmost until this time.
    case frontmost(until: VirtualInstant)
    /// The wrist is down, and no app is in front.
    case clock
  }

  enum Action: Equatable {
    /// The app in front becomes inactive.
    case resignActive
    /// The frontmost app becomes active.
    case becomeActive
    /// The frontmost app goes to background.
    case enterBackground
  }

  private(set) var state = State.wristUp

  /// Lowers the wrist.
  ///
  /// - Parameter timeout: the time for which the app in front stays frontmost; nil if no app is in
  ///   front.
  mutating func lower(frontmostFor timeout: Duration?, at now: VirtualInstant) -> [Action] {
    switch state {
    case .frontmost, .clock: return []
    case .wristUp: break
    }
    guard let timeout else {
      state = .clock
      return []
    }
    state = .frontmost(until: now + timeout)
    return [.resignActive]
  }

  /// Raises the wrist.
  mutating func raise() -> [Action] {
    defer { state = .wristUp }
    switch state {
    case .wristUp, .clock: return []
    case .frontmost: return [.becomeActive]
    }
  }

  /// Handles that time has passed, or that a session that kept the app frontmost has ended.
  ///
  /// - Parameter isKept: whether a session keeps the app frontmost.
  mutating func reconsider(isKept: Bool, at now: VirtualInstant) -> [Action] {
    guard case .frontmost(let until) = state, until <= now, !isKept else { return [] }
    state = .clock
    return [.enterBackground]
  }

  /// Handles the end of the frontmost app's process.
  mutating func appEnded() { if case .frontmost = state { state = .clock } }

  /// The time at which `reconsider` must be called if no session keeps the app frontmost.
  var deadline: VirtualInstant? {
    if case .frontmost(let until) = state { until } else { nil }
  }
}
