import YobanVirtualTime

/// One task of BGTaskScheduler from its launch to its end (FT3, FT4, FT5).
///
/// Pure: every input carries `now` and returns the actions to perform.
struct ScheduledTaskStateMachine: Equatable {
  enum State: Equatable {
    /// The task runs; its expiration handler is called at `until`.
    case running(until: VirtualInstant)
    /// The expiration handler was called; the task must be completed by this time.
    case expiring(VirtualInstant)
    case ended
  }

  enum Action: Equatable {
    case callExpirationHandler
    /// The task is complete; `success` is false if the app did not report success.
    case complete(success: Bool)
    /// The task was not completed in time: the process is killed with 0x2182bad2 (FT3).
    case kill
  }

  /// The time between the call of the expiration handler and the task's end.
  let lead: Duration
  private(set) var state: State
  /// Whether the app has set an expiration handler.
  var hasExpirationHandler = false

  /// - Parameter limit: the total run time. The expiration handler is called `lead` before its end.
  init(limit: Duration, lead: Duration, at now: VirtualInstant) {
    self.lead = lead
    state = .running(until: now + max(.zero, limit - lead))
  }

  // MARK: Inputs

  /// A continued processing task reported progress: the time without progress counts again (FT5).
  mutating func progressed(at now: VirtualInstant, standsStillFor limit: Duration) {
    guard case .running = state else { return }
    state = .running(until: now + limit)
  }

  /// The task's time has ended: the limit was reached, or the user uses the device or canceled it.
  mutating func expire(at now: VirtualInstant) -> [Action] {
    guard case .running = state else { return [] }
    guard hasExpirationHandler else {
      state = .ended
      return [.complete(success: false)]
    }
    hasExpirationHandler = false  // the handler is called only once
    state = .expiring(now + lead)
    return [.callExpirationHandler]
  }

  /// `setTaskCompleted(success:)`. A second call has no effect.
  mutating func complete(success: Bool) -> [Action] {
    guard state != .ended else { return [] }
    state = .ended
    hasExpirationHandler = false
    return [.complete(success: success)]
  }

  /// A deadline that was returned by `nextDeadline` has passed.
  ///
  /// - Parameter mayKill: false while the app is in front: a late task then ends without a kill.
  mutating func deadlineReached(at now: VirtualInstant, mayKill: Bool) -> [Action] {
    switch state {
    case .running(let until): return until <= now ? expire(at: now) : []
    case .expiring(let end):
      guard end <= now else { return [] }
      state = .ended
      return [mayKill ? .kill : .complete(success: false)]
    case .ended: return []
    }
  }

  // MARK: Outputs

  /// The time of the next necessary call of `deadlineReached`.
  var nextDeadline: VirtualInstant? {
    switch state {
    case .running(let until): until
    case .expiring(let end): end
    case .ended: nil
    }
  }

  /// The time until which the task keeps its process running.
  var end: VirtualInstant? {
    switch state {
    case .running(let until): until + lead
    case .expiring(let end): end
    case .ended: nil
    }
  }
}
