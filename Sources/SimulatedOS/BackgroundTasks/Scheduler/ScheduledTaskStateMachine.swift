import VirtualTime

/// One task of BGTaskScheduler from its launch to its end (FT3, FT4, FT5).
///
/// Pure: every input carries `now`; what must be done is returned.
struct ScheduledTaskStateMachine: Equatable {
  enum State: Equatable {
    /// Runs; `until`: when its expiration handler is called.
    case running(until: VirtualInstant)
    /// The handler was called: it must be completed by then.
    case expiring(VirtualInstant)
    case ended
  }

  enum Action: Equatable {
    case callExpirationHandler
    /// It is complete; without success if the app did not say so.
    case complete(success: Bool)
    /// It was not completed in time: the process is killed with 0x2182bad2 (FT3).
    case kill
  }

  /// How long before the end the expiration handler is called.
  let lead: Duration
  private(set) var state: State
  /// Whether the app has set an expiration handler.
  var hasExpirationHandler = false

  /// - Parameter limit: how long it may run in all; the handler is called the lead before.
  init(limit: Duration, lead: Duration, at now: VirtualInstant) {
    self.lead = lead
    state = .running(until: now + max(.zero, limit - lead))
  }

  // MARK: Inputs

  /// A continued processing task told of progress: it may stand still for so long again (FT5).
  mutating func progressed(at now: VirtualInstant, standsStillFor limit: Duration) {
    guard case .running = state else { return }
    state = .running(until: now + limit)
  }

  /// Its time is over: by the clock, because the user uses the device, or cancels it.
  mutating func expire(at now: VirtualInstant) -> [Action] {
    guard case .running = state else { return [] }
    guard hasExpirationHandler else {
      state = .ended
      return [.complete(success: false)]
    }
    hasExpirationHandler = false  // called once
    state = .expiring(now + lead)
    return [.callExpirationHandler]
  }

  /// `setTaskCompleted(success:)`. A second one has no effect.
  mutating func complete(success: Bool) -> [Action] {
    guard state != .ended else { return [] }
    state = .ended
    hasExpirationHandler = false
    return [.complete(success: success)]
  }

  /// The announced deadline has passed.
  ///
  /// - Parameter mayKill: false while the app is in front: then the task just ends.
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

  // MARK: What follows

  /// When `deadlineReached` has something to do.
  var nextDeadline: VirtualInstant? {
    switch state {
    case .running(let until): until
    case .expiring(let end): end
    case .ended: nil
    }
  }

  /// Until when it keeps its process running: to its end.
  var end: VirtualInstant? {
    switch state {
    case .running(let until): until + lead
    case .expiring(let end): end
    case .ended: nil
    }
  }
}
