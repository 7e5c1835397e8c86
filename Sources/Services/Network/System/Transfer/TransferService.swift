import Foundation
import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanVirtualTime

/// The system's daemon for background URLSessions on one device (FT7). It also performs the
/// transfers of other sessions, which end with their process (`ProcessTransfer`).
///
/// Background transfers continue while their app is suspended or was removed from memory. When all
/// tasks of a session are done, the app is resumed or launched. A force-quit cancels the transfers
/// (L16), a reboot interrupts them.
public final class TransferService {
  unowned let device: Device
  private(set) var sessions: [TransferSession] = []
  /// The unfinished transfers of sessions that are not background sessions.
  var processTransfers: [ProcessTransfer] = []
  private(set) var isDown = false
  /// The times at which the device's uplink and downlink become free.
  var uplinkFreeAt = VirtualInstant.start
  var downlinkFreeAt = VirtualInstant.start
  var limiters: [String: ResumeLimiter] = [:]

  package init(_ device: Device) { self.device = device }

  var simulation: Simulation { device.world.simulation }
  var now: VirtualInstant { simulation.now }
  package var policy: TransferPolicy { device.policy(TransferPolicy.self) }

  /// Whether a transfer was started and has not ended, or its outcome was not delivered yet.
  public var isBusy: Bool {
    !processTransfers.isEmpty
      || sessions.contains { !$0.undelivered.isEmpty || $0.tasks.contains { $0.isUnderWay } }
  }

  // MARK: Requests of a URLSession

  /// Connects an app's background session: a new one, or the one that it had in an earlier launch.
  ///
  /// Terminates an Android app with an exception, because Android has no daemon for transfers.
  ///
  /// - Parameter isSecond: whether the process has another valid session with this identifier. Then
  ///   the system decides which of the two receives the events (FT7).
  package func connect(
    _ identifier: String, _ settings: TransferSettings, for process: AppProcess,
    _ receiver: any TransferEventReceiver, isSecond: Bool
  ) -> TransferSession {
    if device.profile.platform == .android {
      AppProcess.raise(
        "NSInternalInconsistencyException: background URLSession \(identifier): there are none on Android; use a session of the process, or a job for what must outlive it",
        of: process)
    }
    let session =
      sessions.first { $0.app === process.app && $0.identifier == identifier }
      ?? TransferSession(identifier, of: process.app, settings)
    if !sessions.contains(where: { $0 === session }) { sessions.append(session) }
    if session.owner !== process { session.lastEarlierTask = session.lastTask }
    session.settings = settings
    session.owner = process
    if isSecond, !device.choose(.sessionReceiver, of: process.app, default: false) {
      return session
    }
    events(of: session, goTo: receiver)
    return session
  }

  /// Makes this the receiver of the session's events, and delivers those that no receiver has got.
  package func events(of session: TransferSession, goTo receiver: any TransferEventReceiver) {
    session.receiver = receiver
    deliver(session)
  }

  /// Creates a task, which does nothing until `resume`.
  ///
  /// - Parameter identifier: the `taskIdentifier`, if several exchanges belong to one task.
  package func makeTask(
    _ request: HTTPExchangeRequest, _ body: TransferTask.Body, isDownload: Bool,
    identifier: Int? = nil, in session: TransferSession
  ) -> TransferTask {
    session.lastTask = identifier ?? session.lastTask + 1
    let task = TransferTask(session.lastTask, of: session, request, body, isDownload: isDownload)
    session.tasks.append(task)
    return task
  }

  package func resume(_ task: TransferTask) {
    let session = task.session
    if task.isHeld { return release(task) }
    guard task.state == .suspended, session.owner?.isAlive(for: "URLSessionTask.resume()") ?? true
    else { return }
    for other in sessions where other.app === session.app { other.isToBeRepeated = false }
    guard session.isBackground else { return resumeInProcess(task) }
    task.state = .waiting
    task.resumedAt = now
    let bytes = task.bodySize
    post(.created(task: task.identifier, session: session.identifier, bytes: bytes), of: task)
    if case .file(let url) = task.body, !FileManager.default.fileExists(atPath: url.path) {
      return finish(task, .failure(.fileMissing))
    }
    let isInBackground = session.app.process?.isInBackground == true
    task.conditions = TransferConditions(
      isDiscretionary: session.settings.isDiscretionary
        || isInBackground && policy.backgroundTasksAreDiscretionary,
      allowsCellular: session.settings.allowsCellular && task.allowsCellular)
    let timeout = session.settings.resourceTimeout ?? policy.resourceTimeout
    task.timeout = simulation.schedule(at: now + timeout) { [weak self] in
      self?.finish(task, .failure(.exchange(.timedOut)))
    }
    let delay = isInBackground ? rateLimit(session) : .zero
    begin(task, after: max(delay, task.earliestBegin ?? .zero))
  }

  package func cancel(_ task: TransferTask) {
    finish(task, .failure(.cancelled(reason: nil)))
  }

  /// Returns the time that a task created now in the background must wait (FT7).
  private func rateLimit(_ session: TransferSession) -> Duration {
    let app = session.app.definition.bundleIdentifier
    let delay = limiters[app]?.taskCreated(at: now) ?? .zero
    if delay > policy.firstResumeDelay, !session.isKnownAsSlow {
      session.isKnownAsSlow = true
      session.app.process?.report(.oneAtATime(delay))
    }
    return delay
  }

  // MARK: Changes of apps and the device

  /// Cancels the app's transfers after a force-quit. The app receives the outcomes in its next
  /// launch (L16).
  package func appForceQuit(_ app: InstalledApp) {
    cancelAll(of: app, TransferFailure.Reason.forceQuit)
  }

  /// Cancels the app's transfers, because the user switched Background App Refresh off while the
  /// app was not in the foreground (FT7).
  package func backgroundRefreshDenied(_ app: InstalledApp) {
    guard !app.isInFront else { return }
    cancelAll(of: app, TransferFailure.Reason.backgroundUpdatesDisabled)
  }

  /// Cancels the app's transfers, because the system is short of resources (FT7).
  fileprivate func resourcesRanOut(_ app: InstalledApp) {
    cancelAll(of: app, TransferFailure.Reason.insufficientSystemResources)
  }

  private func cancelAll(of app: InstalledApp, _ reason: Int) {
    for session in sessions where session.app === app {
      for task in session.unfinishedTasks {
        finish(task, .failure(.cancelled(reason: reason)))
      }
    }
  }

  /// Stops the process's own transfers, because the process was suspended.
  package func suspended(_ process: AppProcess) {
    for transfer in processTransfers where transfer.process === process { transfer.suspended() }
    if sessions.contains(where: { $0.owner === process && $0.isToBeRepeated }) {
      process.reportOnce(.notBegunAgain)
    }
  }

  package func processEnded(_ process: AppProcess, reason: TerminationReason) {
    endProcessTransfers(of: process)
    for session in sessions where session.app === process.app {
      session.receiver = nil
      session.undelivered = session.received + session.undelivered
      session.received = []
      session.isDelivering = false
      session.mustReportEventsFinished = false
    }
    if reason == .forceQuit { appForceQuit(process.app) }
  }

  /// Resets the delay of tasks created in the background, because the app is in the foreground
  /// (FT7).
  func visited(_ app: InstalledApp) { limiters[app.definition.bundleIdentifier] = nil }

  func enteredForeground(_ app: InstalledApp) {
    for session in sessions where session.app === app { deliver(session) }
  }

  package func appDeleted(_ app: InstalledApp) {
    for session in sessions where session.app === app {
      for task in session.tasks {
        for token in [task.token, task.timeout] { if let token { simulation.cancel(token) } }
      }
    }
    sessions.removeAll { $0.app === app }
    airIsFree()
    limiters[app.definition.bundleIdentifier] = nil
  }

  package func deviceWentDown() {
    isDown = true
    interrupt { _ in true }
  }

  package func deviceCameUp() {
    isDown = false
    resumeAll()
  }

  /// Called when the path, the charger or Low Power Mode changed: pauses and starts transfers as
  /// the new conditions allow.
  package func conditionsChanged() {
    interrupt { !mayGo($0) }
    resumeAll()
    for transfer in processTransfers { transfer.networkChanged() }
  }

  func mayGo(_ task: TransferTask) -> Bool {
    let (network, power) = (device.network, device.power)
    let offer = TransferConditions.Offer(
      path: network.path, isCharging: power.isCharging, batteryLevel: power.level,
      isLowPowerMode: power.isLowPowerMode)
    let isConstrained = network.isInLowDataMode
    let allowsConstrained = task.allowsConstrained && task.session.settings.allowsConstrained
    return !isDown && !task.isHeld && (allowsConstrained || !isConstrained)
      && task.conditions.allow(offer, policy)
  }

  private func interrupt(_ isStopped: (TransferTask) -> Bool) {
    for session in sessions {
      // Tasks that wait for the rate limiter are not affected.
      for task in session.tasks
      where (task.isOnTheAir || task.attempts > 0 && task.isUnderWay) && isStopped(task) {
        if let token = task.token { simulation.cancel(token) }
        task.token = nil
        task.state = .waiting
      }
    }
    airIsFree()
  }

  private func resumeAll() {
    for session in sessions {
      for task in session.tasks where task.state == .waiting && task.token == nil {
        begin(task, after: .zero)
      }
    }
  }
}

extension Device {
  public final var transfer: TransferService { self[TransferService.self] }

  /// Cancels the background transfers of an app, because the system is short of resources (FT7,
  /// reason 2 of NSURLErrorBackgroundTaskCancelledReasonKey).
  public final func cancelTransfers(of app: InstalledApp) {
    post(.power("short of resources for transfers of \(app.definition.name)"))
    transfer.resourcesRanOut(app)
  }
}
