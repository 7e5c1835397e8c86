import YobanPlatformProfiles
import YobanVirtualTime

/// The state machine of one launch of an app, as the system drives it (rules L1 to L8; on a watch
/// WK1).
///
/// Pure: every input passes `now` and returns actions. The owner performs the actions in order, and
/// calls `delivered(at:)` when the app's main thread has run the callbacks of a `deliver`.
struct AppLifecycleStateMachine {
  enum State: Equatable {
    case notRunning
    /// The app's main thread runs the callbacks of a transition; `then` follows when they return.
    case delivering(then: StableState, watchdog: Watchdog?)
    case stable(StableState)
  }

  /// The state at the end of a transition.
  enum StableState: Equatable {
    case active
    /// On a watch whose wrist is down: still frontmost, inactive and running (WK1). The app is
    /// suspended when nothing grants it run time any more.
    case wristDown
    /// As `wristDown`, but suspended.
    case suspendedInFront
    /// In the background and running. The app is suspended when nothing grants it run time any
    /// more.
    case background
    case suspended
    /// The app received its last callbacks; the process ends when they have returned.
    case terminated(TerminationReason)
  }

  struct Watchdog: Equatable {
    var deadline: VirtualInstant
    var reason: String
  }

  enum Action: Equatable {
    /// Run these callbacks on the app's main thread, in order.
    case deliver([LifecycleStep])
    /// Set the app's state, and post it to the trace.
    case became(AppState)
    case freeze
    case thaw
    case terminate(TerminationReason)
    /// Start the base run time after entering background (L7).
    case beginGrace
    /// Reset the budgets, because the app is in the foreground again.
    case endBackground
  }

  let kind: LifecycleKind
  let policy: LifecyclePolicy
  private(set) var state = State.notRunning
  /// User actions that arrived while callbacks were running; handled when they have returned.
  private var postponed: [Input] = []
  private enum Input: Equatable {
    case leave
    case lowerWrist
    case raiseWrist
    case open(hasScene: Bool)
    case swipeAway
  }

  init(kind: LifecycleKind, policy: LifecyclePolicy) {
    self.kind = kind
    self.policy = policy
  }

  // MARK: Inputs

  /// Starts a new process: in the foreground if the user opened the app, otherwise in the
  /// background (L13).
  ///
  /// - Parameter connectsScene: whether the scene connects in the background, too, whatever the policy says.
  mutating func launch(
    inForeground: Bool, connectsScene: Bool = false, at now: VirtualInstant
  ) -> [Action] {
    precondition(state == .notRunning)
    let limit = Watchdog(
      deadline: now + policy.launchWatchdog,
      reason: "launch took longer than \(policy.launchWatchdog)")
    guard inForeground else {
      state = .delivering(then: .background, watchdog: limit)
      let steps = kind.launchInBackground(
        connectsScene: connectsScene || policy.backgroundSceneOnLaunch)
      return [.became(.background), .deliver(steps)]
    }
    state = .delivering(then: .active, watchdog: limit)
    return [.became(.inactive), .deliver(kind.launchInForeground)]
  }

  /// Ends the transition when the callbacks of the last `deliver` have returned.
  mutating func delivered(at now: VirtualInstant) -> [Action] {
    guard case .delivering(let then, _) = state else { return [] }
    state = .stable(then)
    var actions: [Action] = []
    switch then {
    case .active: actions = [.became(.active)]
    case .wristDown: actions = [.became(.inactive), .beginGrace]
    case .background: actions = [.became(.background), .beginGrace]
    case .suspended, .suspendedInFront: break
    case .terminated(let reason):
      state = .notRunning
      return [.became(.notRunning), .terminate(reason)]
    }
    while !postponed.isEmpty, case .stable = state {
      switch postponed.removeFirst() {
      case .leave: actions += leave(at: now)
      case .lowerWrist: actions += lowerWrist(at: now)
      case .raiseWrist: actions += raiseWrist(at: now)
      case .open(let hasScene): actions += open(hasScene: hasScene, at: now)
      case .swipeAway: actions += swipeAway(at: now)
      }
    }
    return actions
  }

  /// Moves the app to background after the home gesture, the opening of another app, or the lock
  /// button (L2, L5); on a watch also when its time frontmost with the wrist down has passed (WK1).
  mutating func leave(at now: VirtualInstant) -> [Action] {
    var actions: [Action] = [.became(.inactive)]
    let steps: [LifecycleStep]
    switch state {
    case .notRunning, .stable(.background), .stable(.suspended), .stable(.terminated): return []
    case .delivering:
      postponed.append(.leave)
      return []
    case .stable(.active): steps = kind.leave
    case .stable(.wristDown): steps = kind.leaveWithWristDown
    case .stable(.suspendedInFront):
      actions.insert(.thaw, at: 0)
      steps = kind.leaveWithWristDown
    }
    state = .delivering(then: .background, watchdog: backgroundWatchdog(at: now))
    return actions + [.deliver(steps)]
  }

  private func backgroundWatchdog(at now: VirtualInstant) -> Watchdog {
    Watchdog(
      deadline: now + policy.enterBackgroundLimit,
      reason: "didEnterBackground took longer than \(policy.enterBackgroundLimit)")
  }

  /// Handles the lowering of the wrist: the active app becomes inactive and stays frontmost (WK1).
  mutating func lowerWrist(at now: VirtualInstant) -> [Action] {
    switch state {
    case .notRunning, .stable: guard state == .stable(.active) else { return [] }
    case .delivering:
      postponed.append(.lowerWrist)
      return []
    }
    state = .delivering(then: .wristDown, watchdog: backgroundWatchdog(at: now))
    return [.became(.inactive), .deliver(kind.lowerWrist)]
  }

  /// Handles the raising of the wrist: the frontmost app becomes active again (WK1).
  mutating func raiseWrist(at now: VirtualInstant) -> [Action] {
    var actions: [Action] = [.endBackground, .became(.inactive), .deliver(kind.raiseWrist)]
    switch state {
    case .notRunning, .stable(.active), .stable(.background), .stable(.suspended),
      .stable(.terminated):
      return []
    case .delivering:
      postponed.append(.raiseWrist)
      return []
    case .stable(.wristDown): break
    case .stable(.suspendedInFront): actions.insert(.thaw, at: 0)
    }
    state = .delivering(then: .active, watchdog: foregroundWatchdog(at: now))
    return actions
  }

  private func foregroundWatchdog(at now: VirtualInstant) -> Watchdog {
    Watchdog(
      deadline: now + policy.resumeWatchdog,
      reason: "the return to foreground took longer than \(policy.resumeWatchdog)")
  }

  /// Whether the app is frontmost on a watch whose wrist is down, running or suspended (WK1).
  var isFrontmostWithWristDown: Bool {
    switch state {
    case .stable(.wristDown), .stable(.suspendedInFront), .delivering(.wristDown, _): true
    case .notRunning, .stable, .delivering: false
    }
  }

  /// Handles the user opening the app while its process exists (L3, L5).
  ///
  /// - Parameter hasScene: false if the process was launched in the background and has no scene
  ///   yet.
  mutating func open(hasScene: Bool, at now: VirtualInstant) -> [Action] {
    var actions: [Action] = []
    switch state {
    case .notRunning, .stable(.active), .stable(.terminated): return []
    case .delivering:
      postponed.append(.open(hasScene: hasScene))
      return []
    case .stable(.wristDown), .stable(.suspendedInFront): return raiseWrist(at: now)
    case .stable(.suspended): actions.append(.thaw)
    case .stable(.background): break
    }
    state = .delivering(then: .active, watchdog: foregroundWatchdog(at: now))
    return actions + [.endBackground, .became(.inactive), .deliver(kind.open(hasScene: hasScene))]
  }

  /// Handles the user swiping the app away in the app switcher (L4, L5).
  mutating func swipeAway(at now: VirtualInstant) -> [Action] {
    let steps: [LifecycleStep]
    switch state {
    case .notRunning, .stable(.terminated): return []
    case .delivering:
      postponed.append(.swipeAway)
      return []
    case .stable(.suspended), .stable(.suspendedInFront): return kill(.forceQuit)
    case .stable(.wristDown): steps = kind.leaveWithWristDown
    case .stable(.active): steps = kind.quit(fromForeground: true)
    case .stable(.background): steps = kind.quit(fromForeground: false)
    }
    let limit = Watchdog(
      deadline: now + policy.quitWatchdog,
      reason: "termination took longer than \(policy.quitWatchdog)")
    state = .delivering(then: .terminated(.forceQuit), watchdog: limit)
    return [.deliver(steps)]
  }

  /// Terminates the process without a callback: jetsam, reboot, watchdog, crash (L8, L9).
  mutating func kill(_ reason: TerminationReason) -> [Action] {
    guard state != .notRunning else { return [] }
    state = .notRunning
    postponed = []
    return [.became(.notRunning), .terminate(reason)]
  }

  /// Suspends the app because nothing grants it run time any more (L7, BG5, WK1).
  mutating func runTimeEnded() -> [Action] {
    switch state {
    case .stable(.background): state = .stable(.suspended)
    case .stable(.wristDown): state = .stable(.suspendedInFront)
    case .notRunning, .delivering, .stable: return []
    }
    return [.became(.suspended), .freeze]
  }

  /// Resumes a suspended app because a service grants it run time (L12).
  mutating func runTimeGranted() -> [Action] {
    switch state {
    case .stable(.suspended):
      state = .stable(.background)
      return [.thaw, .became(.background)]
    case .stable(.suspendedInFront):
      state = .stable(.wristDown)
      return [.thaw, .became(.inactive)]
    case .notRunning, .delivering, .stable: return []
    }
  }

  /// Terminates the process if the watchdog's deadline has passed (L6, L9).
  mutating func watchdogFired(at now: VirtualInstant) -> [Action] {
    guard case .delivering(_, let watchdog?) = state, watchdog.deadline <= now else { return [] }
    return kill(.watchdog(watchdog.reason))
  }

  /// The watchdog's deadline; nil if no watchdog runs.
  var watchdogDeadline: VirtualInstant? {
    guard case .delivering(_, let watchdog) = state else { return nil }
    return watchdog?.deadline
  }
}
