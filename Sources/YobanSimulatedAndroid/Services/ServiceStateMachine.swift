import YobanPlatformProfiles
import YobanVirtualTime

/// The state of one service of an Android app (AN1, AN5, AN6). Pure.
struct ServiceStateMachine {
  enum State: Equatable {
    case absent
    case running(Running)
    /// The process was killed. The service is created again at that time, with these intents.
    case awaitingRestart(VirtualInstant, redelivering: [Start])
  }

  struct Running: Equatable {
    var since: VirtualInstant
    var lastStartId: Int32 = 0
    /// The time by which `startForeground` must have been called (AN1).
    var mustEnterForegroundBy: VirtualInstant?
    var foreground: Foreground?
    /// The last result of `onStartCommand`.
    var result = StartResult.notSticky
    /// The starts that are redelivered after a kill: `onStartCommand` has not returned, or returned
    /// `redeliverIntent` and the service has not stopped for that start.
    var unfinished: [Start] = []
    /// The deadline after `onTimeout` to leave the foreground or stop. If it passes, the app is
    /// killed.
    var mustStop: MustStop?
  }

  struct Foreground: Equatable {
    var types: ForegroundServiceType
    var since: VirtualInstant
    /// The time at which a short service must end (AN5).
    var shortEnd: VirtualInstant?
  }

  struct MustStop: Equatable {
    var deadline: VirtualInstant
    var type: ForegroundServiceType
  }

  struct Start: Equatable {
    var id: Int32
    var intent: AndroidIntentDescription
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
    /// Calls `onStartCommand`, without an intent after a restart.
    case command(startId: Int32, AndroidIntentDescription?, flags: Int32)
    case destroy
    /// Posts the types with which the service is now in the foreground, or nil if it has left the
    /// foreground.
    case foreground(ForegroundServiceType?)
    /// Calls `onTimeout`.
    case timeout(startId: Int32, ForegroundServiceType)
    /// Terminates the app, because it missed a deadline.
    case crash(Failure)
    case restart(at: VirtualInstant)
  }

  enum Failure: Equatable {
    /// `startForeground` did not follow `startForegroundService` in time (AN1).
    case didNotStartInTime
    /// A short service did not stop after its timeout (AN5).
    case notResponding
    /// A service of a time-limited type did not stop after its timeout (AN6).
    case didNotStopInTime(ForegroundServiceType)
  }

  let policy: AndroidPolicy
  private(set) var state = State.absent
  /// The current restart delay. It grows with each restart after a run shorter than
  /// `serviceHeldAfter`.
  private var restartDelay: Duration

  init(_ policy: AndroidPolicy) {
    self.policy = policy
    restartDelay = policy.serviceRestartDelay
  }

  // MARK: Requests of the app

  /// `startService`, or `startForegroundService`.
  mutating func start(
    _ intent: AndroidIntentDescription, inForeground: Bool, at now: VirtualInstant
  ) -> [Action] {
    var actions: [Action] = []
    var running: Running
    switch state {
    case .running(let known): running = known
    case .absent:
      running = Running(since: now)
      actions = [.create]
    case .awaitingRestart(_, let starts):
      // The service is created now. The redelivered starts come before the new one.
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

  /// `startForeground`, after the gate has allowed it.
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

  /// `startForeground` was refused. It still counts as called in time (AN1).
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

  /// `stopSelf(startId)`: stops only if there was no later start.
  ///
  /// - Returns: nil if there was one.
  mutating func stopSelf(_ startId: Int32) -> [Action]? {
    guard case .running(var running) = state else { return nil }
    running.unfinished.removeAll { $0.id <= startId }
    state = .running(running)
    return startId == running.lastStartId ? stop() : nil
  }

  /// `stopSelf()`, `stopService`, or a stop by the system. If `startForeground` was still due, the
  /// app crashes (AN1).
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

  // MARK: Actions of the system

  /// The time budget of a type is used up (AN6).
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

  /// The time of the next deadline.
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

  /// The app's process has ended.
  ///
  /// - Parameter restarts: false if services are not restarted, for example after a force stop or a
  ///   reboot.
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
      // Starts whose `onStartCommand` never returned are redelivered.
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

  /// The time of the restart has come.
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

  // MARK: Queries

  var running: Running? { if case .running(let running) = state { running } else { nil } }
  var foreground: Foreground? { running?.foreground }
}
