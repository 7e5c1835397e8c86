import YobanPlatformProfiles
import YobanVirtualTime

/// The CPU monitor of an app in the background, which detects a too high average load (L11). Pure.
///
/// The load is a step function of time, in shares of a core. The average is taken over the window.
package struct ProcessorMonitor: Equatable {
  let share: Double
  let window: Duration
  /// The changes of the load, in order of time; the last load still applies.
  private var steps: [Step] = []
  private struct Step: Equatable {
    var since: VirtualInstant
    var load: Double
  }

  /// - Parameter policy: provides the share (in percent) and the window.
  init(_ policy: LifecyclePolicy) {
    self.init(share: policy.processorShare / 100, window: policy.processorWindow)
  }

  /// - Parameter share: a share of a core, from 0 to 1.
  package init(share: Double, window: Duration) {
    self.share = share
    self.window = window
  }

  /// Sets the load from now on; it must be 0 while the process is suspended or in the foreground.
  package mutating func loadChanged(to load: Double, at now: VirtualInstant) {
    steps.append(Step(since: now, load: load))
    while steps.count > 1, steps[1].since <= now - window { steps.removeFirst() }
  }

  /// Returns the CPU seconds used in the window that ends at `end`.
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

  /// Returns whether the average exceeds the share now.
  package func isAbove(at now: VirtualInstant) -> Bool { used(until: now) > share * window.seconds }

  /// Returns the time when the average no longer exceeds the share, if the load stays the same; nil
  /// if it does not exceed the share now, or always will.
  package func fallsBelow(at now: VirtualInstant) -> VirtualInstant? {
    let limit = share * window.seconds
    guard isAbove(at: now) else { return nil }
    // The sum is linear between the times at which a step begins to leave the window.
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

  /// Returns the time when the average exceeds the share, if the load stays the same; nil if never.
  package func exceeds(at now: VirtualInstant) -> VirtualInstant? {
    guard let load = steps.last?.load, load > 0 else { return nil }
    let limit = share * window.seconds
    guard used(until: now) <= limit else { return now }
    // The sum is linear between the times at which a step begins to leave the window.
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
