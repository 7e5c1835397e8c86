import VirtualTime

/// One service of an Android app, as the system drives it (AN1, AN5, AN6). Pure.
struct ServiceStateMachine {
  enum State: Equatable {
    case absent
    case running(Running)
    /// Its process was killed; it is created again at that moment, with these intents.
    case awaitingRestart(VirtualInstant, redelivering: [Start])
  }

  struct Running: Equatable {
    var since: VirtualInstant
    var lastStartId: Int32 = 0
    /// Until when `startForeground` must have been called (AN1).
    var mustEnterForegroundBy: VirtualInstant?
    var foreground: Foreground?
    /// What `onStartCommand` returned last.
    var result = StartResult.notSticky
    /// What was not answered yet with a start that is finished.
    var unfinished: [Start] = []
    /// After `onTimeout` it must leave the foreground or stop by then, or the app is killed.
    var mustStop: MustStop?
  }

  struct Foreground: Equatable {
    var types: ForegroundServiceType
    var since: VirtualInstant
    /// When a short service's time is over (AN5).
    var shortEnd: VirtualInstant?
  }

  struct MustStop: Equatable {
    var deadline: VirtualInstant
    var type: ForegroundServiceType
  }

  struct Start: Equatable {
    var id: Int32
    var intent: IntentDescription
  }

  /// `Service.START_…`.
  enum StartResult: Int32, Equatable {
    case stickyCompatibility = 0
    case sticky = 1
    case notSticky = 2
    case redeliverIntent = 3
  }

  enum Action: Equatable {
    case create
    /// Call `onStartCommand`; without an intent after a restart.
    case command(startId: Int32, IntentDescription?, flags: Int32)
    case destroy
    /// Post what it is now in foreground as, or nil if it has left.
    case foreground(ForegroundServiceType?)
    /// Call `onTimeout`.
    case timeout(startId: Int32, ForegroundServiceType)
    /// The app did not do in time what it must.
    case crash(Failure)
    case restart(at: VirtualInstant)
  }

  enum Failure: Equatable {
    /// `startForegroundService` without `startForeground` (AN1).
    case didNotStartInTime
    /// A short service that went on (AN5).
    case notResponding
    /// A service whose time was over went on (AN6).
    case didNotStopInTime(ForegroundServiceType)
  }

  let policy: AndroidPolicy
  private(set) var state = State.absent
  /// How long the next restart takes, if the last one did not hold for a minute.
  private var restartDelay: Duration

  init(_ policy: AndroidPolicy) {
    self.policy = policy
    restartDelay = policy.serviceRestartDelay
  }

  // MARK: What the app asks for

  /// `startService`, or `startForegroundService`.
  mutating func start(
    _ intent: IntentDescription, inForeground: Bool, at now: VirtualInstant
  ) -> [Action] {
    var actions: [Action] = []
    var running: Running
    switch state {
    case .running(let known): running = known
    case .absent:
      running = Running(since: now)
      actions = [.create]
    case .awaitingRestart(_, let starts):
      // It is created now, and what was to come again comes first.
      running = Running(since: now)
      running.unfinished = starts
      running.lastStartId = starts.map(\.id).max() ?? 0
      actions = [.create] + starts.map { .command(startId: $0.id, $0.intent, flags: 1) }
    }
    running.lastStartId += 1
    running.unfinished.append(Start(id: running.lastStartId, intent: intent))
    if inForeground, running.foreground == nil, running.mustEnterForegroundBy == nil {
      running.mustEnterForegroundBy = now + policy.startForegroundLimit
    }
    state = .running(running)
    return actions + [.command(startId: running.lastStartId, intent, flags: 0)]
  }

  /// `onStartCommand` has returned.
  mutating func commandReturned(_ startId: Int32, _ result: StartResult) {
    guard case .running(var running) = state else { return }
    running.result = result
    if result != .redeliverIntent { running.unfinished.removeAll { $0.id == startId } }
    state = .running(running)
  }

  /// `startForeground`, after it was allowed.
  mutating func startForeground(
    _ types: ForegroundServiceType, at now: VirtualInstant
  ) -> [Action] {
    guard case .running(var running) = state else { return [] }
    let isShort = types == .shortService
    let known = running.foreground
    let shortEnd =
      isShort ? known?.shortEnd ?? policy.shortServiceLimit.map { now + $0 } : nil
    running.foreground = Foreground(types: types, since: known?.since ?? now, shortEnd: shortEnd)
    running.mustEnterForegroundBy = nil
    if let mustStop = running.mustStop, !types.contains(mustStop.type) { running.mustStop = nil }
    state = .running(running)
    return known?.types == types ? [] : [.foreground(types)]
  }

  /// `startForeground` was refused: it was called in time nevertheless (AN1).
  mutating func foregroundRefused() {
    guard case .running(var running) = state else { return }
    running.mustEnterForegroundBy = nil
    state = .running(running)
  }

  /// `stopForeground`.
  mutating func stopForeground() -> [Action] {
    guard case .running(var running) = state, running.foreground != nil else { return [] }
    running.foreground = nil
    running.mustStop = nil
    state = .running(running)
    return [.foreground(nil)]
  }

  /// `stopSelf(startId)`: only if no later start has come.
  ///
  /// - Returns: nil if one has.
  mutating func stopSelf(_ startId: Int32) -> [Action]? {
    guard case .running(var running) = state else { return nil }
    running.unfinished.removeAll { $0.id <= startId }
    state = .running(running)
    return startId == running.lastStartId ? stop() : nil
  }

  /// `stopSelf()`, `stopService`, or the system stops it. A service that still had to enter
  /// foreground takes the app with it (AN1).
  mutating func stop() -> [Action] {
    switch state {
    case .absent: return []
    case .awaitingRestart:
      state = .absent
      return []
    case .running(let running):
      state = .absent
      let left: [Action] = running.foreground == nil ? [] : [.foreground(nil)]
      let failure: [Action] =
        running.mustEnterForegroundBy == nil ? [] : [.crash(.didNotStartInTime)]
      return left + [.destroy] + failure
    }
  }

  // MARK: What the system does

  /// The time of a type is used up (AN6).
  mutating func timeIsUsedUp(_ type: ForegroundServiceType, at now: VirtualInstant) -> [Action] {
    guard case .running(var running) = state, running.mustStop == nil,
      running.foreground?.types.contains(type) == true
    else { return [] }
    running.mustStop = MustStop(deadline: now + policy.timedServiceStopLimit, type: type)
    state = .running(running)
    return [.timeout(startId: running.lastStartId, type)]
  }

  mutating func deadlineReached(at now: VirtualInstant) -> [Action] {
    guard case .running(var running) = state else { return [] }
    if let limit = running.mustEnterForegroundBy, limit <= now {
      return [.crash(.didNotStartInTime)]
    }
    if let mustStop = running.mustStop, mustStop.deadline <= now {
      return [
        .crash(
          mustStop.type == .shortService ? .notResponding : .didNotStopInTime(mustStop.type))
      ]
    }
    if let end = running.foreground?.shortEnd, end <= now, running.mustStop == nil {
      running.mustStop = MustStop(
        deadline: now + policy.shortServiceStopLimit, type: .shortService)
      state = .running(running)
      return [.timeout(startId: running.lastStartId, .shortService)]
    }
    return []
  }

  /// When the machine must be asked again.
  var nextDeadline: VirtualInstant? {
    switch state {
    case .absent: return nil
    case .awaitingRestart(let instant, _): return instant
    case .running(let running):
      let short = running.mustStop == nil ? running.foreground?.shortEnd : nil
      return [running.mustEnterForegroundBy, running.mustStop?.deadline, short].compactMap { $0 }
        .min()
    }
  }

  /// Its process has ended.
  ///
  /// - Parameter restarts: false after a force stop, a reboot and the like.
  mutating func processEnded(restarts: Bool, at now: VirtualInstant) -> [Action] {
    guard case .running(let running) = state else {
      if !restarts { state = .absent }
      return []
    }
    state = .absent
    guard restarts else { return [] }
    let redelivered: [Start]
    switch running.result {
    case .sticky, .stickyCompatibility: redelivered = running.unfinished
    case .redeliverIntent: redelivered = running.unfinished
    case .notSticky:
      // Starts that were never answered are made up for.
      redelivered = running.unfinished
      if redelivered.isEmpty { return [] }
    }
    restartDelay =
      now - running.since < policy.serviceHeldAfter
      ? restartDelay * policy.serviceRestartFactor : policy.serviceRestartDelay
    let instant = now + restartDelay
    state = .awaitingRestart(instant, redelivering: redelivered)
    return [.restart(at: instant)]
  }

  /// The restart is due.
  mutating func restart(at now: VirtualInstant) -> [Action] {
    guard case .awaitingRestart(let instant, let starts) = state, instant <= now else { return [] }
    var running = Running(since: now)
    running.result = .sticky
    running.unfinished = starts
    running.lastStartId = max(1, starts.map(\.id).max() ?? 1)
    state = .running(running)
    guard !starts.isEmpty else {
      return [.create, .command(startId: running.lastStartId, nil, flags: 0)]
    }
    // START_FLAG_REDELIVERY
    return [.create] + starts.map { .command(startId: $0.id, $0.intent, flags: 1) }
  }

  // MARK: What others read

  var running: Running? { if case .running(let running) = state { running } else { nil } }
  var foreground: Foreground? { running?.foreground }
}
