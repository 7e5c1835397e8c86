import YobanVirtualTime

/// The state machine of one workout session (WK2, WK3). It has no side effects.
struct WorkoutMachine: Equatable {
  /// The raw values are those of `HKWorkoutSessionState`.
  typealias State = WorkoutState

  typealias Input = WorkoutInput

  enum Action: Equatable {
    /// The session changed its state.
    case changed(to: State, from: State)
    /// The session generated a pause event or a resume event.
    case paused, resumed
    /// The input is not allowed in this state.
    case refused
    /// The system has entered or left session mode (WK2).
    case sessionMode(Bool)
    /// This much exercise is credited to the user (WK3).
    case credited(Duration)
  }

  private(set) var state = State.notStarted
  /// The time at which the activity began; nil before.
  private(set) var started: VirtualInstant?
  /// The time at which the activity was stopped or ended; nil before.
  private(set) var stopped: VirtualInstant?
  /// The time of the current pause's beginning; nil while it is not paused.
  private(set) var pausedSince: VirtualInstant?
  private var runningSince: VirtualInstant?
  private var exercise = Duration.zero

  /// Whether the session gives background run time: it does while prepared, running, paused (WK3,
  /// measured) or stopped.
  var isSessionMode: Bool {
    switch state {
    case .prepared, .running, .paused, .stopped: true
    case .notStarted, .ended: false
    }
  }

  /// Handles a call of a session's method by the app.
  mutating func handle(_ input: Input, at now: VirtualInstant) -> [Action] {
    guard let next = Self.next(state, input) else { return [.refused] }
    let before = self
    state = next
    if before.state == .running, let since = before.runningSince { exercise += now - since }
    runningSince = next == .running ? now : nil
    pausedSince = next == .paused ? now : nil
    switch next {
    case .running: started = started ?? now
    case .stopped, .ended: stopped = stopped ?? now
    case .notStarted, .paused, .prepared: break
    }
    var actions: [Action] = []
    if isSessionMode, !before.isSessionMode { actions.append(.sessionMode(true)) }
    actions.append(.changed(to: next, from: before.state))
    if input == .pause { actions.append(.paused) }
    if input == .resume { actions.append(.resumed) }
    if next == .ended {
      if exercise > .zero { actions.append(.credited(exercise)) }
      if before.isSessionMode { actions.append(.sessionMode(false)) }
    }
    return actions
  }

  /// Returns the state that an input leads to; nil if the input is not allowed in that state.
  static func next(_ state: State, _ input: Input) -> State? {
    switch (state, input) {
    case (.notStarted, .prepare): .prepared
    case (.notStarted, .start), (.prepared, .start): .running
    case (.running, .pause): .paused
    case (.paused, .resume): .running
    case (.running, .stop), (.paused, .stop): .stopped
    case (.ended, _): nil
    case (_, .end): .ended
    case (.notStarted, _), (.prepared, _), (.running, _), (.paused, _), (.stopped, _): nil
    }
  }
}

/// The calls of a workout session that change its state.
package enum WorkoutInput: String, Sendable, CaseIterable {
  case prepare, start, pause, resume, stop, end
}

/// The states of a workout session, with the raw values of `HKWorkoutSessionState` (WK2).
package enum WorkoutState: Int, Sendable, Hashable, CaseIterable {
  case notStarted = 1
  case running = 2
  case ended = 3
  case paused = 4
  case prepared = 5
  case stopped = 6

  /// The name of the state, such as `not started`.
  package var name: String { self == .notStarted ? "not started" : "\(self)" }
}
