import YobanVirtualTime

/// The time for which services of one type may be in the foreground while their app is in the
/// background (AN6). Pure.
struct ServiceTimeBudget: Equatable {
  let limit: Duration
  let window: Duration
  private var past: [ClosedRange<VirtualInstant>] = []
  private(set) var runningSince: VirtualInstant?

  init(limit: Duration, window: Duration) {
    self.limit = limit
    self.window = window
  }

  /// Sets whether a service of the type is in the foreground while its app is in the background.
  mutating func setRunning(_ isRunning: Bool, at now: VirtualInstant) {
    if let since = runningSince, !isRunning {
      past.append(since...now)
      runningSince = nil
    } else if runningSince == nil, isRunning {
      runningSince = now
    }
    past.removeAll { $0.upperBound <= now - window }
  }

  /// The user opened the app: the full budget is available again.
  mutating func reset(at now: VirtualInstant) {
    past = []
    if runningSince != nil { runningSince = now }
  }

  /// Returns the time used within the window that ends now.
  func used(at now: VirtualInstant) -> Duration {
    let all = past + (runningSince.map { [$0...now] } ?? [])
    return all.reduce(.zero) { sum, span in
      let from = max(span.lowerBound, now - window)
      return span.upperBound > from ? sum + (span.upperBound - from) : sum
    }
  }

  func isExhausted(at now: VirtualInstant) -> Bool { used(at: now) >= limit }

  /// Returns the time at which the budget will be used up; nil while nothing runs, and once it is
  /// used up.
  func nextDeadline(after now: VirtualInstant) -> VirtualInstant? {
    runningSince.flatMap { _ in isExhausted(at: now) ? nil : now + (limit - used(at: now)) }
  }
}
