/// Renews a background task: begins a new one before it ends the old one, so that the app always
/// holds one and none gets old enough to expire (BG7, LOC8).
///
/// Renewal alone gives no time in the background, because the budget belongs to the app, not to the
/// task (BG2). It works only while another mechanism keeps the process running; without renewal,
/// that mechanism stops working after about half an hour. The machine is pure. Perform the actions
/// in their order and report the result of `begin`.
struct RenewalMachine: Hashable {
  enum Action: Hashable {
    /// Request a task from the system and answer with `began`; the number identifies the task.
    case begin(Int)
    /// End a task.
    case end(Int)
    /// Call `renewalDue` after this time.
    case wake(after: Duration)
    /// Do not call `renewalDue` any more.
    case cancelWake
  }

  enum State: Hashable {
    /// No task is held or wanted.
    case stopped
    /// A task is wanted but not held: the system has not granted one yet, or refused it.
    case waiting
    /// A task is held.
    case holding(Int)
  }

  /// The time that a task is held, far below the shortest budget seen with location on (BG1, BG4).
  let interval: Duration
  private(set) var state = State.stopped
  private var lastNumber = 0

  init(interval: Duration = .seconds(60)) {
    self.interval = interval
  }

  /// Starts to hold a task.
  mutating func start() -> [Action] {
    switch state {
    case .stopped:
      state = .waiting
      return [beginNext(), .wake(after: interval)]
    case .waiting, .holding:
      return []
    }
  }

  /// The interval is over, or the process was suspended for longer than that.
  mutating func renewalDue() -> [Action] {
    switch state {
    case .stopped: []
    case .waiting, .holding: [beginNext(), .wake(after: interval)]
    }
  }

  /// The system granted or refused a task. After a refusal the old task is kept until it expires.
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

  /// The system expires a task in about five seconds (BG3): it must be ended now (BG4).
  mutating func expired(_ number: Int) -> [Action] {
    if state == .holding(number) { state = .waiting }
    return [.end(number)]
  }

  /// Stops holding a task.
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
