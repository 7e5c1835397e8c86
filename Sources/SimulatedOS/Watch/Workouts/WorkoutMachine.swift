import VirtualTime

/// One workout session (WK2, WK3). Pure.
struct WorkoutMachine: Equatable {
  /// The raw values are those of `HKWorkoutSessionState`.
  typealias State = WorkoutState

  enum Input: String, CaseIterable, Equatable {
    case prepare, start, pause, resume, stop, end
  }

  enum Action: Equatable {
    /// The session is in another state since that moment.
    case changed(to: State, from: State)
    /// The session generated an event that a pause or its end means.
    case paused, resumed
    /// There is no such way out of this state.
    case refused
    /// The system is in session mode now, or not any more (WK2).
    case sessionMode(Bool)
    /// So much exercise is credited to the user (WK3).
    case credited(Duration)
  }

  private(set) var state = State.notStarted
  /// When the activity began; nil before.
  private(set) var started: VirtualInstant?
  /// When it was stopped or ended; nil before.
  private(set) var stopped: VirtualInstant?
  /// Since when it has been paused without a break.
  private(set) var pausedSince: VirtualInstant?
  private var runningSince: VirtualInstant?
  private var exercise = Duration.zero

  /// Whether it gives run time: prepared, running, paused (WK3, measured) and stopped do.
  var isSessionMode: Bool {
    switch state {
    case .prepared, .running, .paused, .stopped: true
    case .notStarted, .ended: false
    }
  }

  /// The app calls a method of the session.
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

  /// Where an input leads; nil if there is no way from that state.
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

/// The states of a workout session, by the numbers of `HKWorkoutSessionState` (WK2).
public enum WorkoutState: Int, Sendable, Hashable, CaseIterable {
  case notStarted = 1
  case running = 2
  case ended = 3
  case paused = 4
  case prepared = 5
  case stopped = 6

  /// Such as `not started`.
  public var name: String { self == .notStarted ? "not started" : "\(self)" }
}
