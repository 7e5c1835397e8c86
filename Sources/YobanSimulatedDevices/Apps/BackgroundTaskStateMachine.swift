import YobanPlatformProfiles
import YobanVirtualTime

/// The background task assertions of one process (rules BG1 to BG7).
///
/// Pure: inputs carry `now` and, where a value is random, the drawn value.
struct BackgroundTaskStateMachine {
  struct Task: Equatable {
    var identifier: Int
    var name: String?
    var began: VirtualInstant
    /// The time at which it counts as leaked while another mode keeps the process running.
    var leakDeadline: VirtualInstant
    var hasExpired = false
  }

  enum Phase: Equatable {
    /// The app is in the foreground: no budget counts.
    case foreground
    /// The app is in the background, and the budget counts from this time (BG1).
    case counting(since: VirtualInstant)
    /// The app is in the background while another mode keeps the process running: the budget does
    /// not count (BG7).
    case keptRunning
    /// The app is in the background and has exceeded a budget that does not kill: the tasks keep
    /// the process running (BG4, first iOS 7).
    case outlived
    /// The process was killed because a task was never ended. All inputs are ignored from now on
    /// (BG4).
    case killed
  }

  enum Action: Equatable {
    /// Calls the expiration handler of this task on the main thread (BG3).
    case expire(Int)
    /// Kills the process with 0x8badf00d (BG4). These tasks were never ended.
    case kill(leaked: [Task])
    /// Keeps the process running for its tasks until this time; nil: not at all (BG2, BG5).
    case grant(until: VirtualInstant?)
  }

  let policy: BackgroundTaskPolicy
  private(set) var tasks: [Task] = []
  private(set) var phase = Phase.foreground
  private var lastIdentifier = 0

  init(policy: BackgroundTaskPolicy) { self.policy = policy }

  // MARK: Inputs

  /// `beginBackgroundTask`. The returned identifier is nil if no background time is left (Apple:
  /// `UIBackgroundTaskIdentifier.invalid`).
  mutating func begin(
    name: String?, leakAfter: Duration, at now: VirtualInstant
  ) -> (identifier: Int?, actions: [Action]) {
    if phase == .killed || remaining(at: now).map({ $0 <= .zero }) ?? false { return (nil, []) }
    lastIdentifier += 1
    tasks.append(
      Task(identifier: lastIdentifier, name: name, began: now, leakDeadline: now + leakAfter))
    return (lastIdentifier, [grant])
  }

  /// `endBackgroundTask`. An unknown identifier has no effect. Returns whether it was known.
  mutating func end(_ identifier: Int) -> (wasKnown: Bool, actions: [Action]) {
    guard phase != .killed, let i = tasks.firstIndex(where: { $0.identifier == identifier }) else {
      return (false, [])
    }
    tasks.remove(at: i)
    return (true, [grant])
  }

  mutating func enterBackground(keptRunning: Bool, at now: VirtualInstant) -> [Action] {
    if phase == .killed { return [] }
    phase = keptRunning ? .keptRunning : .counting(since: now)
    return [grant]
  }

  mutating func enterForeground() -> [Action] {
    if phase == .killed { return [] }
    phase = .foreground
    for i in tasks.indices { tasks[i].hasExpired = false }
    return [grant]
  }

  /// Another mode started or stopped keeping the process running in the background.
  mutating func keptRunningChanged(_ isKept: Bool, at now: VirtualInstant) -> [Action] {
    switch (phase, isKept) {
    case (.foreground, _), (.killed, _), (.outlived, _), (.keptRunning, true), (.counting, false):
      return []
    case (.counting, true): phase = .keptRunning
    case (.keptRunning, false): phase = .counting(since: now)
    }
    return [grant]
  }

  /// A deadline that was returned by `nextDeadline` has passed.
  mutating func deadlineReached(at now: VirtualInstant) -> [Action] {
    switch phase {
    case .foreground, .outlived, .killed: return []
    case .keptRunning: return kill(for: tasks.filter { $0.leakDeadline <= now })
    case .counting(let since):
      if since + policy.budget <= now {
        guard policy.outlivesBudget, !tasks.isEmpty else { return kill(for: tasks) }
        phase = .outlived
        return [grant]
      }
      guard since + policy.budget - policy.expirationLead <= now else { return [] }
      var actions: [Action] = []
      for i in tasks.indices where !tasks[i].hasExpired {
        tasks[i].hasExpired = true
        actions.append(.expire(tasks[i].identifier))
      }
      return actions
    }
  }

  /// The system takes the time back early: the expiration handlers are called now, and the time of the
  /// expiration lead is left (BG1). Without a task that could expire, nothing happens.
  mutating func expireEarly(at now: VirtualInstant) -> [Action] {
    guard case .counting(let since) = phase, tasks.contains(where: { !$0.hasExpired }) else {
      return []
    }
    phase = .counting(since: min(since, now + policy.expirationLead - policy.budget))
    return deadlineReached(at: now) + [grant]
  }

  private mutating func kill(for leaked: [Task]) -> [Action] {
    if leaked.isEmpty { return [] }
    phase = .killed
    return [.kill(leaked: leaked)]
  }

  // MARK: Outputs

  /// The time of the next necessary call of `deadlineReached`.
  var nextDeadline: VirtualInstant? {
    switch phase {
    case .foreground, .outlived, .killed: return nil
    case .keptRunning: return tasks.map(\.leakDeadline).min()
    case .counting(let since):
      guard !tasks.isEmpty else { return nil }
      let end = since + policy.budget
      return tasks.contains { !$0.hasExpired } ? end - policy.expirationLead : end
    }
  }

  /// `backgroundTimeRemaining`; nil means practically infinite (BG6).
  func remaining(at now: VirtualInstant) -> Duration? {
    switch phase {
    case .foreground, .keptRunning, .killed: return nil
    case .outlived: return .zero
    case .counting(let since): return max(.zero, since + policy.budget - now)
    }
  }

  private var grant: Action {
    guard !tasks.isEmpty else { return .grant(until: nil) }
    switch phase {
    case .foreground, .keptRunning, .killed: return .grant(until: nil)
    case .counting(let since): return .grant(until: since + policy.budget)
    case .outlived: return .grant(until: .distantFuture)
    }
  }
}
