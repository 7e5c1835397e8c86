import VirtualTime

/// The life of one app process as the system drives it (rules L1 to L8).
///
/// Pure: every input carries `now`; what must be done is returned. The owner performs the actions
/// in order and answers each `deliver` with `delivered(at:)` when the app's main thread has run it.
struct AppLifecycleStateMachine {
  enum State: Equatable {
    case notRunning
    /// Callbacks of a transition are on the app's main thread; `then` follows when they return.
    case delivering(then: Settled, watchdog: Watchdog?)
    case settled(Settled)
  }

  /// Where a transition ends.
  enum Settled: Equatable {
    case active
    /// In background and running. It is suspended when nothing grants it run time any more.
    case background
    case suspended
    /// applicationWillTerminate has been sent: gone as soon as it returns.
    case terminated(TerminationReason)
  }

  struct Watchdog: Equatable {
    var deadline: VirtualInstant
    var reason: String
  }

  enum Action: Equatable {
    /// Run these callbacks on the app's main thread, one after the other.
    case deliver([LifecycleStep])
    /// Post that the app is now in this state.
    case became(AppState)
    case freeze
    case thaw
    case terminate(TerminationReason)
    /// The base run time after entering background begins (L7).
    case beginGrace
    /// The app is back in foreground: budgets are whole again.
    case endBackground
  }

  let kind: LifecycleKind
  let policy: LifecyclePolicy
  private(set) var state = State.notRunning
  /// What the person did while callbacks were still running; done when they have returned.
  private var postponed: [Input] = []
  private enum Input: Equatable {
    case leave
    case open(hasScene: Bool)
    case swipeAway
  }

  init(kind: LifecycleKind, policy: LifecyclePolicy) {
    self.kind = kind
    self.policy = policy
  }

  // MARK: Inputs

  /// A new process has started; in foreground if a person opened the app, else in background (L13).
  mutating func launch(inForeground: Bool, at now: VirtualInstant) -> [Action] {
    precondition(state == .notRunning)
    let limit = Watchdog(
      deadline: now + policy.launchWatchdog,
      reason: "launch took longer than \(policy.launchWatchdog)")
    guard inForeground else {
      state = .delivering(then: .background, watchdog: limit)
      let steps = kind.launchInBackground(connectsScene: policy.backgroundSceneOnLaunch)
      return [.became(.background), .deliver(steps)]
    }
    state = .delivering(then: .active, watchdog: limit)
    return [.became(.inactive), .deliver(kind.launchInForeground)]
  }

  /// The callbacks of the last `deliver` have returned.
  mutating func delivered(at now: VirtualInstant) -> [Action] {
    guard case .delivering(let then, _) = state else { return [] }
    state = .settled(then)
    var actions: [Action] = []
    switch then {
    case .active: actions = [.became(.active)]
    case .background: actions = [.became(.background), .beginGrace]
    case .suspended: break
    case .terminated(let reason):
      state = .notRunning
      return [.became(.notRunning), .terminate(reason)]
    }
    while !postponed.isEmpty, case .settled = state {
      switch postponed.removeFirst() {
      case .leave: actions += leave(at: now)
      case .open(let hasScene): actions += open(hasScene: hasScene, at: now)
      case .swipeAway: actions += swipeAway(at: now)
      }
    }
    return actions
  }

  /// The home gesture, another app, or the lock button (L2, L5).
  mutating func leave(at now: VirtualInstant) -> [Action] {
    switch state {
    case .notRunning, .settled(.background), .settled(.suspended), .settled(.terminated): return []
    case .delivering:
      postponed.append(.leave)
      return []
    case .settled(.active):
      let limit = Watchdog(
        deadline: now + policy.enterBackgroundLimit,
        reason: "didEnterBackground took longer than \(policy.enterBackgroundLimit)")
      state = .delivering(then: .background, watchdog: limit)
      return [.became(.inactive), .deliver(kind.leave)]
    }
  }

  /// The person opens the app while its process exists (L3, L5).
  ///
  /// - Parameter hasScene: false if the process was launched in background and has no scene yet.
  mutating func open(hasScene: Bool, at now: VirtualInstant) -> [Action] {
    var actions: [Action] = []
    switch state {
    case .notRunning, .settled(.active), .settled(.terminated): return []
    case .delivering:
      postponed.append(.open(hasScene: hasScene))
      return []
    case .settled(.suspended): actions.append(.thaw)
    case .settled(.background): break
    }
    let limit = Watchdog(
      deadline: now + policy.resumeWatchdog,
      reason: "the return to foreground took longer than \(policy.resumeWatchdog)")
    state = .delivering(then: .active, watchdog: limit)
    return actions + [.endBackground, .became(.inactive), .deliver(kind.open(hasScene: hasScene))]
  }

  /// The person swipes the app away in the app switcher (L4, L5).
  mutating func swipeAway(at now: VirtualInstant) -> [Action] {
    let steps: [LifecycleStep]
    switch state {
    case .notRunning, .settled(.terminated): return []
    case .delivering:
      postponed.append(.swipeAway)
      return []
    case .settled(.suspended): return kill(.forceQuit)
    case .settled(.active): steps = kind.quit(fromForeground: true)
    case .settled(.background): steps = kind.quit(fromForeground: false)
    }
    let limit = Watchdog(
      deadline: now + policy.quitWatchdog,
      reason: "termination took longer than \(policy.quitWatchdog)")
    state = .delivering(then: .terminated(.forceQuit), watchdog: limit)
    return [.deliver(steps)]
  }

  /// The process is gone without a callback: jetsam, reboot, watchdog, crash (L8, L9).
  mutating func kill(_ reason: TerminationReason) -> [Action] {
    guard state != .notRunning else { return [] }
    state = .notRunning
    postponed = []
    return [.became(.notRunning), .terminate(reason)]
  }

  /// Nothing grants the app run time any more (L7, BG5).
  mutating func runTimeEnded() -> [Action] {
    guard state == .settled(.background) else { return [] }
    state = .settled(.suspended)
    return [.became(.suspended), .freeze]
  }

  /// Something grants a suspended app run time: an event of a service wakes it (L12).
  mutating func runTimeGranted() -> [Action] {
    guard state == .settled(.suspended) else { return [] }
    state = .settled(.background)
    return [.thaw, .became(.background)]
  }

  /// The watchdog's deadline has passed (L6, L9).
  mutating func watchdogFired(at now: VirtualInstant) -> [Action] {
    guard case .delivering(_, let watchdog?) = state, watchdog.deadline <= now else { return [] }
    return kill(.watchdog(watchdog.reason))
  }

  /// When the watchdog must be looked at, if it runs.
  var watchdogDeadline: VirtualInstant? {
    guard case .delivering(_, let watchdog) = state else { return nil }
    return watchdog?.deadline
  }
}
