import YobanPlatformProfiles
import YobanVirtualTime

/// The Doze state of an Android phone (AN8). Pure.
struct DozeStateMachine: Equatable {
  enum State: String, Equatable, CaseIterable {
    /// The screen is lit, or the phone is charging.
    case active
    /// The screen is dark and the phone is on battery, but Doze has not begun yet.
    case inactive
    case lightIdle = "light idle"
    case lightMaintenance = "light maintenance"
    case deepIdle = "deep idle"
    case deepMaintenance = "deep maintenance"
  }

  struct Surroundings: Equatable {
    var isScreenOn = true
    var isCharging = false
    var isMoving = false
  }

  let policy: AndroidPolicy
  private(set) var state = State.active
  /// The time of the next transition.
  private(set) var nextDeadline: VirtualInstant?
  private var stillSince: VirtualInstant?
  /// The number of idle periods of the current kind that have passed.
  private var periods = 0

  init(_ policy: AndroidPolicy) { self.policy = policy }

  /// - Returns: whether the state has changed.
  mutating func conditionsChanged(_ around: Surroundings, at now: VirtualInstant) -> Bool {
    let before = state
    guard !around.isScreenOn, !around.isCharging else {
      become(.active, until: nil)
      stillSince = nil
      return state != before
    }
    if around.isMoving {
      stillSince = nil
    } else if stillSince == nil {
      stillSince = now
    }
    switch state {
    case .active: become(.inactive, until: now + policy.lightDozeAfter)
    case .deepIdle, .deepMaintenance:
      // The phone was moved: deep Doze ends, light Doze continues.
      if around.isMoving { enterLightIdle(at: now) }
    case .lightIdle: nextDeadline = nextLightStep  // the time lying still may have restarted
    case .inactive, .lightMaintenance: break
    }
    return state != before
  }

  /// A deadline has passed. Returns whether the state has changed.
  mutating func deadlineReached(_ around: Surroundings, at now: VirtualInstant) -> Bool {
    let before = state
    _ = conditionsChanged(around, at: now)
    if let next = nextDeadline, next <= now, state == before { step(at: now) }
    return state != before
  }

  /// Enters deep Doze at once, if the screen is dark. Returns whether the state has changed.
  mutating func force(_ around: Surroundings, at now: VirtualInstant) -> Bool {
    guard !around.isScreenOn, state != .deepIdle else { return false }
    periods = 0
    stillSince = stillSince ?? now
    enterDeepIdle(at: now)
    return true
  }

  private mutating func step(at now: VirtualInstant) {
    let isDeepDue = stillSince.map { $0 + policy.deepDozeAfter <= now } ?? false
    switch state {
    case .active: break
    case .inactive, .lightIdle, .lightMaintenance:
      // Deep Doze takes precedence over the next step of light Doze.
      if isDeepDue {
        periods = 0
        enterDeepIdle(at: now)
      } else {
        stepLight(at: now)
      }
    case .deepIdle:
      periods += 1
      become(.deepMaintenance, until: now + policy.deepMaintenance)
    case .deepMaintenance: enterDeepIdle(at: now)
    }
  }

  private mutating func stepLight(at now: VirtualInstant) {
    switch state {
    case .inactive:
      periods = 0
      enterLightIdle(at: now)
    case .lightIdle:
      if lightEnd.map({ $0 <= now }) ?? true {
        periods += 1
        become(.lightMaintenance, until: now + policy.lightMaintenance)
      } else {
        nextDeadline = nextLightStep
      }
    case .lightMaintenance: enterLightIdle(at: now)
    case .active, .deepIdle, .deepMaintenance: break
    }
  }

  private var lightEnd: VirtualInstant?

  private var nextLightStep: VirtualInstant? {
    [lightEnd, stillSince.map { $0 + policy.deepDozeAfter }].compactMap { $0 }.min()
  }

  private mutating func enterLightIdle(at now: VirtualInstant) {
    let isFromDeep = state == .deepIdle || state == .deepMaintenance
    if isFromDeep { periods = 0 }
    lightEnd = now + length(policy.lightDozePeriods)
    become(.lightIdle, until: nextLightStep)
  }

  private mutating func enterDeepIdle(at now: VirtualInstant) {
    become(.deepIdle, until: now + length(policy.deepDozePeriods))
  }

  private func length(_ lengths: [Duration]) -> Duration {
    lengths.isEmpty ? .seconds(3600) : lengths[min(periods, lengths.count - 1)]
  }

  private mutating func become(_ state: State, until deadline: VirtualInstant?) {
    self.state = state
    nextDeadline = deadline
  }

  // MARK: Effects

  /// Whether jobs and network access must wait.
  var isIdle: Bool {
    switch state {
    case .lightIdle, .deepIdle: true
    case .active, .inactive, .lightMaintenance, .deepMaintenance: false
    }
  }

  /// `PowerManager.isDeviceLightIdleMode`.
  var isLightIdle: Bool { state == .lightIdle }

  /// Whether alarms must wait too, and wake locks of ordinary apps have no effect.
  var isDeepIdle: Bool { state == .deepIdle }
}
