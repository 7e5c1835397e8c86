import VirtualTime

/// The CPU monitor of apps in background: kills what uses too much on average (L11). Pure.
///
/// The load is a step function of time, in shares of a core; the average runs over the window.
struct ProcessorMonitor: Equatable {
  let share: Double
  let window: Duration
  /// When the load changed, and to what; the last goes on.
  private var steps: [Step] = []
  private struct Step: Equatable {
    var since: VirtualInstant
    var load: Double
  }

  /// - Parameter policy: its `processorShare` is in percent.
  init(_ policy: LifecyclePolicy) {
    self.init(share: policy.processorShare / 100, window: policy.processorWindow)
  }

  /// - Parameter share: of a core, from 0 to 1.
  init(share: Double, window: Duration) {
    self.share = share
    self.window = window
  }

  /// The load is another from now on; 0 while the process is frozen or in foreground.
  mutating func loadChanged(to load: Double, at now: VirtualInstant) {
    steps.append(Step(since: now, load: load))
    while steps.count > 1, steps[1].since <= now - window { steps.removeFirst() }
  }

  /// CPU seconds used in the window that ends at a moment.
  func used(until end: VirtualInstant) -> Double {
    let start = end - window
    var sum = 0.0
    for (i, step) in steps.enumerated() {
      let until = i + 1 < steps.count ? min(steps[i + 1].since, end) : end
      let since = max(step.since, start)
      if since < until { sum += step.load * (until - since).seconds }
    }
    return sum
  }

  /// Whether the average exceeds the share now.
  func isAbove(at now: VirtualInstant) -> Bool { used(until: now) > share * window.seconds }

  /// When the average will no longer exceed the share if the load stays as it is; nil if it does
  /// not exceed it, or always will.
  func fallsBelow(at now: VirtualInstant) -> VirtualInstant? {
    let limit = share * window.seconds
    guard isAbove(at: now) else { return nil }
    // As below: the sum is linear between these moments.
    var (from, sum) = (now, used(until: now))
    for leaving in steps.map({ $0.since + window }) where leaving > now {
      let next = used(until: leaving)
      if next <= limit {
        let part = (sum - limit) / (sum - next)
        let span = Double((leaving - from).nanoseconds)
        return from + .nanoseconds(Int64((span * part).rounded(.up)) + 1)
      }
      (from, sum) = (leaving, next)
    }
    return nil
  }

  /// When the average will exceed the share if the load stays as it is; nil if never.
  func exceeds(at now: VirtualInstant) -> VirtualInstant? {
    guard let load = steps.last?.load, load > 0 else { return nil }
    let limit = share * window.seconds
    guard used(until: now) <= limit else { return now }
    // The window's sum is linear between the moments at which a step begins to leave the window.
    var (from, sum) = (now, used(until: now))
    for leaving in steps.map({ $0.since + window }) where leaving > now {
      let next = used(until: leaving)
      if next > limit { return moment(from, sum, leaving, next, limit) }
      (from, sum) = (leaving, next)
    }
    guard load > share else { return nil }
    let full = max(from, steps.last!.since + window)
    return moment(from, sum, full, used(until: full), limit)
  }

  private func moment(
    _ from: VirtualInstant, _ sum: Double, _ to: VirtualInstant, _ next: Double, _ limit: Double
  ) -> VirtualInstant? {
    guard next > limit else { return nil }
    let part = (limit - sum) / (next - sum)
    let span = Double((to - from).nanoseconds)
    return from + .nanoseconds(Int64((span * part).rounded(.up)) + 1)
  }
}
