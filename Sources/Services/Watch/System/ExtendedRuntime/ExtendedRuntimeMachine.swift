import YobanPlatformProfiles
import YobanVirtualTime

/// The kinds of extended runtime sessions, named by their background modes (WK5, documented).
package enum ExtendedRuntimeKind: String, Sendable, Hashable, CaseIterable {
  case selfCare = "self-care"
  case mindfulness = "mindfulness"
  case physicalTherapy = "physical-therapy"
  case alarm = "alarm"

  /// Whether the session runs only while its app is frontmost; otherwise it runs in the background,
  /// too.
  package var isFrontmost: Bool {
    switch self {
    case .selfCare, .mindfulness: true
    case .physicalTherapy, .alarm: false
    }
  }

  /// Returns the longest time for which a session of this kind may run.
  package func limit(_ policy: WatchPolicy) -> Duration {
    switch self {
    case .selfCare: policy.selfCareLimit
    case .mindfulness: policy.mindfulnessLimit
    case .physicalTherapy: policy.physicalTherapyLimit
    case .alarm: policy.alarmLimit
    }
  }
}

/// `WKExtendedRuntimeSessionErrorCode`.
package enum ExtendedRuntimeError: Int, Error, Sendable, Hashable, CaseIterable {
  case unknown = 1
  case scheduledTooFarInAdvance = 2
  case mustBeActiveToStartOrSchedule = 3
  case notYetStarted = 4
  case exceededResourceLimits = 5
  case backgroundRefreshDisabled = 6
  case notApprovedToStartSession = 7
  case notApprovedToSchedule = 8
}

/// `WKExtendedRuntimeSessionInvalidationReason`.
package enum ExtendedRuntimeEnd: Sendable, Hashable {
  case none
  case sessionInProgress
  case expired
  case resignedFrontmost
  case suppressedBySystem
  case error(ExtendedRuntimeError)

  /// The raw value of Apple's reason.
  package var rawValue: Int {
    switch self {
    case .none: 0
    case .sessionInProgress: 1
    case .expired: 2
    case .resignedFrontmost: 3
    case .suppressedBySystem: 4
    case .error: -1
    }
  }
}

/// The state machine of one extended runtime session (WK5). It has no side effects.
struct ExtendedRuntimeMachine: Equatable {
  enum State: Equatable {
    case notStarted
    /// A smart alarm is scheduled to begin at this time.
    case scheduled(at: VirtualInstant)
    case running(until: VirtualInstant)
    case invalid(ExtendedRuntimeEnd)
  }

  /// The state of the app when it starts a session.
  struct Surroundings: Equatable {
    var isActive = true
    /// Whether another session of the app is scheduled or running.
    var hasAnother = false
    var mayRefresh = true
  }

  enum Action: Equatable {
    case didStart
    case willExpire
    case invalidated(ExtendedRuntimeEnd)
  }

  /// The only kind that Info.plist names; nil if it names none, or more than one.
  let kind: ExtendedRuntimeKind?
  let policy: WatchPolicy
  private(set) var state = State.notStarted
  /// The latest time at which the session ends; nil before it ran. It keeps its value after the
  /// end.
  private(set) var expires: VirtualInstant?
  private var wasScheduled = false
  private var hasWarned = false

  init(kind: ExtendedRuntimeKind?, policy: WatchPolicy) {
    self.kind = kind
    self.policy = policy
  }

  var isRunning: Bool { if case .running = state { true } else { false } }
  var isScheduled: Bool { if case .scheduled = state { true } else { false } }

  /// `start()`.
  mutating func start(_ around: Surroundings, at now: VirtualInstant) -> [Action] {
    guard state == .notStarted else { return [] }
    guard kind != nil else { return invalidate(.error(.notApprovedToStartSession)) }
    guard around.isActive else { return invalidate(.error(.mustBeActiveToStartOrSchedule)) }
    guard !around.hasAnother else { return invalidate(.sessionInProgress) }
    return begin(at: now)
  }

  /// `start(at:)`: allowed only for a smart alarm, at most 36 h ahead.
  mutating func schedule(
    for date: VirtualInstant, _ around: Surroundings, at now: VirtualInstant
  ) -> [Action] {
    guard state == .notStarted else { return [] }
    guard let kind else { return invalidate(.error(.notApprovedToStartSession)) }
    guard kind == .alarm else { return invalidate(.error(.notApprovedToSchedule)) }
    guard around.isActive else { return invalidate(.error(.mustBeActiveToStartOrSchedule)) }
    guard around.mayRefresh else { return invalidate(.error(.backgroundRefreshDisabled)) }
    guard !around.hasAnother else { return invalidate(.sessionInProgress) }
    guard date <= now + policy.alarmAhead else {
      return invalidate(.error(.scheduledTooFarInAdvance))
    }
    wasScheduled = true
    if date <= now { return begin(at: now) }
    state = .scheduled(at: date)
    return []
  }

  /// `invalidate()`: a session that was scheduled can be ended only while the app is active.
  mutating func invalidate(isActive: Bool) -> [Action] {
    switch state {
    case .invalid: []
    case .notStarted: invalidate(.error(.notYetStarted))
    case .scheduled, .running: wasScheduled && !isActive ? [] : invalidate(.none)
    }
  }

  /// Handles that the user left the app, or another app came to the front.
  mutating func leftFront() -> [Action] {
    guard isRunning, kind?.isFrontmost == true else { return [] }
    return invalidate(.resignedFrontmost)
  }

  /// Ends the session: the app uses too much CPU (WK6), there is no delegate, or its process ended.
  mutating func end(_ reason: ExtendedRuntimeEnd) -> [Action] {
    switch state {
    case .notStarted, .invalid: []
    case .scheduled, .running: invalidate(reason)
    }
  }

  /// Handles the arrival of `nextDeadline`.
  mutating func deadlineReached(at now: VirtualInstant) -> [Action] {
    switch state {
    case .notStarted, .invalid: return []
    case .scheduled(let start): return start <= now ? begin(at: now) : []
    case .running(let until):
      if until <= now { return invalidate(.expired) }
      guard !hasWarned, until - policy.expiryWarning <= now else { return [] }
      hasWarned = true
      return [.willExpire]
    }
  }

  /// The next time at which `deadlineReached` must be called.
  var nextDeadline: VirtualInstant? {
    switch state {
    case .notStarted, .invalid: nil
    case .scheduled(let start): start
    case .running(let until): hasWarned ? until : until - policy.expiryWarning
    }
  }

  private mutating func begin(at now: VirtualInstant) -> [Action] {
    guard let kind else { return [] }
    let until = now + kind.limit(policy)
    expires = until
    state = .running(until: until)
    return [.didStart]
  }

  private mutating func invalidate(_ reason: ExtendedRuntimeEnd) -> [Action] {
    state = .invalid(reason)
    return [.invalidated(reason)]
  }
}
