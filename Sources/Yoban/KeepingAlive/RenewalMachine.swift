/// Renews a background task: begins a new one before it ends the old one, so that the app always
/// holds one and none gets old enough to expire (BG7, LOC8).
///
/// Renewing alone gives no time in background: the budget is the app's, not the task's (BG2). It
/// works while something else keeps the process running, and that something stops after about
/// half an hour without it. Pure: perform the actions in their order and report what `begin` gave.
struct RenewalMachine: Hashable {
  enum Action: Hashable {
    /// Ask the system for a task and answer with `began`; the number names the task from now on.
    case begin(Int)
    /// Give a task back.
    case end(Int)
    /// Call `renewalDue` after this time.
    case wake(after: Duration)
    /// Call `renewalDue` no more.
    case cancelWake
  }

  enum State: Hashable {
    /// Nothing is held and nothing is wanted.
    case stopped
    /// A task is wanted, and there is none: not yet, or the system gave none.
    case waiting
    /// A task is held.
    case holding(Int)
  }

  /// How long a task is held, far below the shortest budget seen with location on (BG1, BG4).
  let interval: Duration
  private(set) var state = State.stopped
  private var lastNumber = 0

  init(interval: Duration = .seconds(60)) {
    self.interval = interval
  }

  /// From now on a task is to be held.
  mutating func start() -> [Action] {
    switch state {
    case .stopped:
      state = .waiting
      return [beginNext(), .wake(after: interval)]
    case .waiting, .holding:
      return []
    }
  }

  /// The interval is over, or the process was frozen for longer.
  mutating func renewalDue() -> [Action] {
    switch state {
    case .stopped: []
    case .waiting, .holding: [beginNext(), .wake(after: interval)]
    }
  }

  /// The system gave a task, or refused to: then the old one is kept until it expires.
  mutating func began(_ number: Int, accepted: Bool) -> [Action] {
    switch (state, accepted) {
    case (.stopped, true):
      return [.end(number)]
    case (.waiting, true):
      state = .holding(number)
      return []
    case (.holding(let old), true):
      state = .holding(number)
      return [.end(old)]
    case (.stopped, false), (.waiting, false), (.holding, false):
      return []
    }
  }

  /// The system takes a task back in about five seconds (BG3): it must be ended now (BG4).
  mutating func expired(_ number: Int) -> [Action] {
    if state == .holding(number) { state = .waiting }
    return [.end(number)]
  }

  /// No task is wanted any more.
  mutating func stop() -> [Action] {
    defer { state = .stopped }
    switch state {
    case .stopped: return []
    case .waiting: return [.cancelWake]
    case .holding(let number): return [.cancelWake, .end(number)]
    }
  }

  private mutating func beginNext() -> Action {
    lastNumber += 1
    return .begin(lastNumber)
  }
}
