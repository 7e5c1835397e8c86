/// Decides when the service, the wake lock and the restart job are needed. It has no side effects.
///
/// A recording needs the service to stay in memory and to receive samples (AN1, AN2), and the wake lock to receive
/// them while the screen is off (AN7). Without the service, an awake CPU would only drain the battery.
struct ServiceHoldMachine: Hashable {
  typealias Problem = AndroidRecordingEvent.Problem

  enum Action: Hashable {
    case acquireWakeLock
    case releaseWakeLock
    case startService
    case stopService
    case enterForeground
    case setRestartJob(Bool)
    case report(Problem)
  }

  let usesForegroundService: Bool
  let usesWakeLock: Bool
  /// Whether the recording is to be kept running.
  private(set) var isStarted = false
  /// Whether the service runs as intended.
  private(set) var isServiceRunning = false
  private var holdsWakeLock = false
  /// Whether the system was asked to start the service for the foreground and has not started it yet. Android ends
  /// an app that stops such a service before it is in the foreground (AN1).
  private var isStartPending = false

  init(usesForegroundService: Bool = true, usesWakeLock: Bool = true) {
    self.usesForegroundService = usesForegroundService
    self.usesWakeLock = usesWakeLock
  }

  // MARK: Inputs of the recording

  /// A recording starts, or the app is visible again and the service may have been stopped.
  mutating func start() -> [Action] {
    let job: [Action] = isStarted ? [] : [.setRestartJob(true)]
    isStarted = true
    isStartPending = usesForegroundService
    return acquire() + [.startService] + job
  }

  /// A new process continues a recording. If the system has created the process for the service, it starts the
  /// service itself.
  mutating func resume() -> [Action] {
    isStarted = true
    return acquire()
  }

  mutating func stop() -> [Action] {
    guard isStarted else { return [] }
    isStarted = false
    isServiceRunning = false
    return release() + (isStartPending ? [] : [.stopService])
  }

  /// Every chunk was sent. Without a recording the job is needed no more.
  mutating func everythingWasSent() -> [Action] { isStarted ? [] : [.setRestartJob(false)] }

  // MARK: Answers of the system

  /// The system has started the service.
  ///
  /// - Returns: nil if the service is not needed and must stop itself, after it has entered the foreground.
  mutating func serviceStarted() -> [Action]? {
    isStartPending = false
    guard isStarted else { return nil }
    if usesForegroundService { return [.enterForeground] }
    return serviceRuns()
  }

  /// The service is in the foreground, or it runs without it. After an earlier refusal the wake lock is not held.
  mutating func serviceRuns() -> [Action] {
    isServiceRunning = true
    return acquire()
  }

  /// The start of the service was refused, or it may not enter the foreground. A service that runs already goes on.
  mutating func serviceRefused(_ reason: String) -> [Action] {
    isStartPending = false
    return isServiceRunning
      ? [.report(.serviceRefused(reason))] : lost(.serviceRefused(reason))
  }

  /// The time of the service's type is over.
  mutating func serviceTimedOut() -> [Action] { lost(.serviceTimedOut) }

  /// The system has stopped the service.
  mutating func serviceDestroyed() -> [Action] {
    isServiceRunning ? lost(.serviceStopped) : []
  }

  mutating func wakeLockRefused(_ reason: String) -> [Action] {
    holdsWakeLock = false
    return [.report(.wakeLockRefused(reason))]
  }

  // MARK: Steps

  private mutating func lost(_ problem: Problem) -> [Action] {
    isServiceRunning = false
    isStartPending = false
    return release() + [.report(problem)]
  }

  private mutating func acquire() -> [Action] {
    guard usesWakeLock, !holdsWakeLock else { return [] }
    holdsWakeLock = true
    return [.acquireWakeLock]
  }

  private mutating func release() -> [Action] {
    guard holdsWakeLock else { return [] }
    holdsWakeLock = false
    return [.releaseWakeLock]
  }
}
