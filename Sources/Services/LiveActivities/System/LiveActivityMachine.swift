import YobanVirtualTime

/// The life of one Live Activity (LA2, LA4, LA5, LA9). It has no side effects.
package struct LiveActivityMachine: Sendable, Hashable {
  package enum State: Sendable, Hashable {
    /// The system starts it at the instant.
    case pending(start: VirtualInstant)
    /// It is shown and can be updated.
    case active
    /// As `active`, but the time until which its content holds has passed.
    case stale
    /// It is shown until the instant, and cannot be updated.
    case ended(removal: VirtualInstant)
    /// It is not shown any more.
    case dismissed
  }

  /// The time for which an ended Live Activity stays on the Lock Screen.
  package enum Dismissal: Sendable, Hashable {
    /// As long as the system allows.
    case byDefault
    case immediate
    case after(VirtualInstant)
  }

  package private(set) var state: State
  /// The time at which the system ends it, while it is active.
  private var end: VirtualInstant
  /// The time until which the content holds; nil without a limit.
  private var staleAt: VirtualInstant?
  private let activeTime: Duration
  private let endedTime: Duration

  /// - Parameters:
  ///   - start: the time at which the system starts it; nil for now.
  ///   - staleAt: the time until which the content holds.
  package init(
    startingAt start: VirtualInstant? = nil, staleAt: VirtualInstant?, at now: VirtualInstant,
    _ policy: LiveActivityPolicy
  ) {
    activeTime = policy.activeTime
    endedTime = policy.endedTime
    self.staleAt = staleAt
    end = now + activeTime
    if let start, start > now { state = .pending(start: start) } else { state = .active }
    reached(now)
  }

  /// Whether it can be updated and ended.
  package var isOngoing: Bool {
    switch state {
    case .pending, .active, .stale: true
    case .ended, .dismissed: false
    }
  }

  /// Whether it is shown and counts as started.
  package var isStarted: Bool {
    switch state {
    case .active, .stale: true
    case .pending, .ended, .dismissed: false
    }
  }

  /// It has new content, which holds until `staleAt`. Without an effect after its end.
  package mutating func updated(staleAt: VirtualInstant?, at now: VirtualInstant) {
    guard isOngoing else { return }
    self.staleAt = staleAt
    if state == .stale { state = .active }
    reached(now)
  }

  /// The app or a push ends it. Without an effect after its end.
  package mutating func end(_ dismissal: Dismissal, at now: VirtualInstant) {
    guard isOngoing else { return }
    let last = now + endedTime
    switch dismissal {
    case .byDefault: state = .ended(removal: last)
    case .immediate: state = .dismissed
    case .after(let instant): state = .ended(removal: min(instant, last))
    }
    reached(now)
  }

  /// The user removes it from the Lock Screen.
  package mutating func removed() { state = .dismissed }

  /// The time has come to `now`, perhaps past several deadlines.
  package mutating func reached(_ now: VirtualInstant) {
    if case .pending(let start) = state, start <= now {
      state = .active
      end = now + activeTime
    }
    if isStarted, end <= now { state = .ended(removal: end + endedTime) }
    if state == .active, let staleAt, staleAt <= now { state = .stale }
    if case .ended(let removal) = state, removal <= now { state = .dismissed }
  }

  /// The clock was set ahead by the difference, or back: the dates of a start and of stale content are at another time.
  package mutating func clockWasSet(by difference: Duration, at now: VirtualInstant) {
    let back = Duration.zero - difference
    staleAt = staleAt.map { $0 + back }
    if case .pending(let start) = state { state = .pending(start: start + back) }
    reached(now)
  }

  /// The next time at which the state changes by itself; nil if it never does.
  package var nextDeadline: VirtualInstant? {
    switch state {
    case .pending(let start): start
    case .active: staleAt.map { min($0, end) } ?? end
    case .stale: end
    case .ended(let removal): removal
    case .dismissed: nil
    }
  }
}

extension LiveActivityMachine.State {
  /// The name that Apple's `ActivityState` has for it.
  package var name: String {
    switch self {
    case .pending: "pending"
    case .active: "active"
    case .stale: "stale"
    case .ended: "ended"
    case .dismissed: "dismissed"
    }
  }
}
