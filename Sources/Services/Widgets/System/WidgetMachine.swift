import YobanSimulatedDevices
import YobanVirtualTime

/// The timeline of one widget on a screen: the entry that is shown, and when its provider is asked for the next
/// timeline (WI1 to WI4). Pure: each input passes `now` and returns what to do.
struct WidgetMachine: Hashable {
  /// The reason for a new timeline.
  enum Cause: String, Hashable, Sendable {
    case placed = "its addition to a screen"
    case policy = "its reload policy"
    case appInFront = "the app in the foreground"
    case appInBackground = "the app in background"
    case intent = "an intent of the widget"
    case push = "a push"
    case pushInFront = "a push while the app is in the foreground"
    case system = "a change of the system"

    /// Whether it uses the budget of the day (WI2).
    var isCounted: Bool {
      switch self {
      case .policy, .appInBackground, .push: true
      case .placed, .appInFront, .intent, .pushInFront, .system: false
      }
    }
  }

  /// When the system asks for the timeline after this one.
  enum Policy: Hashable, Sendable {
    case atEnd
    case after(VirtualInstant)
    case never
  }

  enum Action: Hashable {
    /// Ask the provider for a timeline.
    case load(Cause)
    /// Show the entry with this index.
    case show(Int)
    /// The budget is used up: the reload waits.
    case postponed(Cause, until: VirtualInstant)
  }

  let policy: WidgetPolicy
  /// The reloads in a day that count (WI2); nil if there is no limit, as for controls (WI10).
  let limit: Int?
  private var budget: RollingBudget
  /// The times of the entries, in their order.
  private(set) var entries: [VirtualInstant] = []
  private(set) var shown: Int?
  private var reloadAt: VirtualInstant?
  private(set) var isLoading = false
  /// A reload that was asked for while the provider made a timeline.
  private var again: Cause?
  /// A reload that waits for the budget.
  private(set) var waiting: Cause?

  init(_ policy: WidgetPolicy, limit: Int?) {
    (self.policy, self.limit) = (policy, limit)
    budget = RollingBudget(within: policy.budgetWindow)
  }

  // MARK: Inputs

  /// Somebody asks for a new timeline.
  mutating func reload(_ cause: Cause, at now: VirtualInstant) -> [Action] {
    if isLoading {
      // Several requests become one; one that does not count stays.
      if again?.isCounted ?? true { again = cause }
      return []
    }
    if cause.isCounted, let limit, !budget.take(limit: limit, at: now) {
      guard waiting == nil, let next = budget.nextUse(limit: limit, at: now) else {
        return []
      }
      waiting = cause
      return [.postponed(cause, until: next)]
    }
    waiting = nil
    isLoading = true
    reloadAt = nil
    return [.load(cause)]
  }

  /// The provider has given a timeline. Its entries are in the order of their times.
  mutating func received(
    _ times: [VirtualInstant], _ policy: Policy, at now: VirtualInstant
  ) -> [Action] {
    entries = times
    shown = nil
    reloadAt =
      switch policy {
      case .never: nil
      case .after(let instant): max(instant, now + self.policy.shortestReload)
      case .atEnd: max(times.last ?? now, now + self.policy.shortestReload)
      }
    return showDue(at: now) + ended(at: now)
  }

  /// The provider has given none. The old timeline stays, and the provider is asked again later (WI6).
  ///
  /// - Parameter isAskedAgain: false if nobody could be asked.
  mutating func failed(isAskedAgain: Bool = true, at now: VirtualInstant) -> [Action] {
    reloadAt = isAskedAgain ? now + policy.retry : nil
    return ended(at: now)
  }

  /// A reload that could not begin before begins now, also for all who asked for one meanwhile.
  mutating func beginWithheld() { again = nil }

  private mutating func ended(at now: VirtualInstant) -> [Action] {
    isLoading = false
    guard let cause = again else { return [] }
    again = nil
    return reload(cause, at: now)
  }

  /// Time has passed, up to `nextDeadline` or beyond.
  mutating func timePassed(at now: VirtualInstant) -> [Action] {
    var actions = showDue(at: now)
    guard !isLoading else { return actions }
    if let waiting, nextUse(at: now) == nil {
      actions += reload(waiting, at: now)
    } else if waiting == nil, let reloadAt, reloadAt <= now {
      self.reloadAt = nil
      actions += reload(.policy, at: now)
    }
    return actions
  }

  private mutating func showDue(at now: VirtualInstant) -> [Action] {
    // The first entry is shown also if it is for later: there is nothing else to show.
    let due = entries.lastIndex { $0 <= now } ?? (entries.isEmpty ? nil : 0)
    guard let due, due != shown else { return [] }
    shown = due
    return [.show(due)]
  }

  /// The time from which the budget allows a reload; nil if it does now.
  private func nextUse(at now: VirtualInstant) -> VirtualInstant? {
    limit.flatMap { budget.nextUse(limit: $0, at: now) }
  }

  /// The time of the next `timePassed`; nil if nothing happens by itself.
  func nextDeadline(at now: VirtualInstant) -> VirtualInstant? {
    let entry = entries.first { $0 > now }
    guard !isLoading else { return entry }
    let reload = waiting == nil ? reloadAt : nextUse(at: now)
    return [entry, reload].compactMap(\.self).min()
  }
}
