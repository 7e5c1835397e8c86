import VirtualTime

/// Which app a watch shows while the wrist is down, and until when (WK1). Pure.
///
/// The app in front stays frontmost for a while after the wrist went down; if the wrist comes up
/// within it, the app is active again, else the watch shows the clock. A workout session, or an
/// extended session of a frontmost kind, keeps it frontmost for as long as it runs.
struct FrontmostMachine: Equatable {
  enum State: Equatable {
    case wristUp
    /// The wrist is down, with an app that stays frontmost until then.
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

  /// The wrist goes down.
  ///
  /// - Parameter timeout: how long the app in front stays frontmost; nil if none is in front.
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

  /// The wrist comes up.
  mutating func raise() -> [Action] {
    defer { state = .wristUp }
    switch state {
    case .wristUp, .clock: return []
    case .frontmost: return [.becomeActive]
    }
  }

  /// Time has passed, or a session that kept the app frontmost has ended.
  ///
  /// - Parameter isKept: whether a session keeps the app frontmost.
  mutating func reconsider(isKept: Bool, at now: VirtualInstant) -> [Action] {
    guard case .frontmost(let until) = state, until <= now, !isKept else { return [] }
    state = .clock
    return [.enterBackground]
  }

  /// The frontmost app is gone: its process ended.
  mutating func appEnded() { if case .frontmost = state { state = .clock } }

  /// When `reconsider` has something to do, if no session keeps the app frontmost.
  var deadline: VirtualInstant? {
    if case .frontmost(let until) = state { until } else { nil }
  }
}
