import VirtualTime

/// How deep an Android phone dozes (AN8). Pure.
struct DozeStateMachine: Equatable {
  enum State: String, Equatable, CaseIterable {
    /// The screen is lit, or the phone charges.
    case active
    /// Dark and on battery, since a moment.
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
  /// When the next step of the light and of the deep kind is due.
  private(set) var nextDeadline: VirtualInstant?
  private var stillSince: VirtualInstant?
  /// How many idle periods of this kind have passed.
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
      // Moved: deep Doze ends, light Doze goes on.
      if around.isMoving { enterLightIdle(at: now) }
    case .lightIdle: nextDeadline = nextLightStep  // the hour may have begun again
    case .inactive, .lightMaintenance: break
    }
    return state != before
  }

  /// The next step is due.
  mutating func deadlineReached(_ around: Surroundings, at now: VirtualInstant) -> Bool {
    let before = state
    _ = conditionsChanged(around, at: now)
    if let next = nextDeadline, next <= now, state == before { step(at: now) }
    return state != before
  }

  /// Deep Doze at once, if the screen is dark.
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
      // Whatever light Doze would do next: a light period ends when the deep one begins.
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

  // MARK: What it means

  /// Jobs and network wait.
  var isIdle: Bool {
    switch state {
    case .lightIdle, .deepIdle: true
    case .active, .inactive, .lightMaintenance, .deepMaintenance: false
    }
  }

  /// `PowerManager.isDeviceLightIdleMode`.
  var isLightIdle: Bool { state == .lightIdle }

  /// Alarms wait, too, and wake locks of ordinary apps do not count.
  var isDeepIdle: Bool { state == .deepIdle }
}
