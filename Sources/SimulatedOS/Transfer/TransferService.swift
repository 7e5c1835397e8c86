import Foundation
import VirtualTime

/// The daemon behind background URLSessions on one device (rule FT7).
///
/// Transfers go on while their app is suspended or was removed from memory; when all tasks of a
/// session are done, the app is woken or launched. A force-quit cancels them (L16), a reboot
/// interrupts them.
public final class TransferService {
  private unowned let device: Device
  private var sessions: [TransferSession] = []
  private var isDown = false
  private var uplinkFreeAt = VirtualInstant.start
  private var limiters: [String: ResumeLimiter] = [:]

  init(_ device: Device) { self.device = device }

  private var simulation: Simulation { device.world.simulation }
  private var now: VirtualInstant { simulation.now }
  private var policy: TransferPolicy { device.profile.transfer }

  /// Whether any transfer has been started and has not ended, or its app has not been told.
  public var isBusy: Bool {
    sessions.contains { !$0.undelivered.isEmpty || $0.tasks.contains { $0.isUnderWay } }
  }

  // MARK: Requests of a URLSession

  /// An app made a background session: a new one, or the one that it had in an earlier life.
  public func connect(
    _ identifier: String, sendsLaunchEvents: Bool, for process: AppProcess, _ port: any TransferPort
  ) -> TransferSession {
    let session =
      sessions.first { $0.app === process.app && $0.identifier == identifier }
      ?? TransferSession(identifier, of: process.app, sendsLaunchEvents: sendsLaunchEvents)
    if !sessions.contains(where: { $0 === session }) { sessions.append(session) }
    session.port = port
    session.owner = process
    deliver(session)
    return session
  }

  /// Makes a task; it does nothing until `resume`.
  public func makeTask(
    _ request: HTTPExchangeRequest, _ body: TransferTask.Body, isDownload: Bool,
    in session: TransferSession
  ) -> TransferTask {
    session.lastTask += 1
    let task = TransferTask(session.lastTask, request, body, isDownload: isDownload)
    session.tasks.append(task)
    return task
  }

  public func resume(_ task: TransferTask, in session: TransferSession) {
    guard task.state == .suspended, session.owner?.isAlive(for: "URLSessionTask.resume()") ?? true
    else { return }
    task.state = .waiting
    let bytes = task.bodySize
    post(session, .created(task: task.identifier, session: session.identifier, bytes: bytes))
    if case .file(let url) = task.body, !FileManager.default.fileExists(atPath: url.path) {
      return finish(task, session, .failure(.fileMissing))
    }
    task.timeout = simulation.schedule(at: now + policy.resourceTimeout) { [weak self] in
      self?.finish(task, session, .failure(.exchange(.timedOut)))
    }
    begin(task, session, after: rateLimit(session.app))
  }

  public func cancel(_ task: TransferTask, in session: TransferSession) {
    finish(task, session, .failure(.cancelled(reason: nil)))
  }

  /// The app called the completion handler of handleEventsForBackgroundURLSession.
  public func eventsHandled(_ session: TransferSession, by process: AppProcess) {
    process.grant(.transfer, until: nil)
  }

  // MARK: What happens to apps and the device

  /// A force-quit cancels the app's transfers; it learns of it at its next launch (L16).
  func forceQuit(_ app: InstalledApp) {
    for session in sessions where session.app === app {
      for task in session.unfinishedTasks { finish(task, session, .failure(.cancelled(reason: 0))) }
    }
  }

  func processEnded(_ process: AppProcess, reason: TerminationReason) {
    for session in sessions where session.app === process.app {
      session.port = nil
      session.isTelling = false
      session.owesEventsFinished = false
    }
    if reason == .forceQuit { forceQuit(process.app) }
  }

  func enteredForeground(_ app: InstalledApp) {
    limiters[app.definition.bundleIdentifier] = nil
    for session in sessions where session.app === app { deliver(session) }
  }

  func appDeleted(_ app: InstalledApp) {
    for session in sessions where session.app === app {
      for task in session.tasks {
        for token in [task.token, task.timeout] { if let token { simulation.cancel(token) } }
      }
    }
    sessions.removeAll { $0.app === app }
  }

  func deviceWentDown() {
    isDown = true
    interruptAll()
  }

  func deviceCameUp() {
    isDown = false
    resumeAll()
  }

  func pathChanged() {
    if device.network.path == .offline { interruptAll() } else { resumeAll() }
  }

  func conditionsChanged() {}
  /// The person switched Background App Refresh off: cancelled for reason 1 (FT7).
  func backgroundUpdatesDisabled(_ app: InstalledApp) {}

  private func interruptAll() {
    uplinkFreeAt = now
    for session in sessions {
      // What waits for the rate limiter goes on waiting.
      for task in session.tasks where task.state == .running || task.attempts > 0 && task.isUnderWay
      {
        if let token = task.token { simulation.cancel(token) }
        task.token = nil
        task.state = .waiting
      }
    }
  }

  private func resumeAll() {
    for session in sessions {
      for task in session.tasks where task.state == .waiting && task.token == nil {
        begin(task, session, after: .zero)
      }
    }
  }

  // MARK: One transfer

  private func begin(_ task: TransferTask, _ session: TransferSession, after delay: Duration) {
    task.state = .waiting
    guard delay > .zero else { return run(task, session) }
    task.token = simulation.schedule(at: now + delay) { [weak self] in self?.run(task, session) }
  }

  private func run(_ task: TransferTask, _ session: TransferSession) {
    task.token = nil
    guard task.state == .waiting else { return }
    guard !isDown, device.network.path != .offline else { return }  // begins when the path is back
    task.state = .running
    task.attempts += 1
    post(session, .began(task: task.identifier, session: session.identifier))
    // One uplink: transfers share its rate by taking turns.
    let network = device.network
    let sending = network.duration(uploading: task.bodySize, downloading: 0) - network.latency
    uplinkFreeAt = max(uplinkFreeAt, now) + sending
    task.token = simulation.schedule(at: uplinkFreeAt + network.latency) { [weak self] in
      self?.exchange(task, session)
    }
  }

  private func exchange(_ task: TransferTask, _ session: TransferSession) {
    task.token = nil
    guard task.state == .running else { return }
    var request = task.request
    if case .file(let url) = task.body {
      guard let data = try? Data(contentsOf: url) else {
        return finish(task, session, .failure(.fileMissing))
      }
      request.body = [UInt8](data)
    }
    do throws(HTTPExchangeError) {
      guard let gateway = device.world.gateway else { throw HTTPExchangeError.cannotConnect }
      let response = try gateway.exchange(request)
      finish(task, session, .response(response))
    } catch {
      failed(task, session, error)
    }
  }

  private func failed(_ task: TransferTask, _ session: TransferSession, _ error: HTTPExchangeError)
  {
    switch error {
    case .unsupportedURL, .cannotFindHost: return finish(task, session, .failure(.exchange(error)))
    case .cannotConnect, .connectionLost, .timedOut: break
    }
    post(session, .failed(task: task.identifier, session: session.identifier, error: "\(error)"))
    var delay = policy.firstRetryDelay
    for _ in 1..<max(1, task.attempts) where delay < policy.longestRetryDelay { delay = delay * 2 }
    begin(task, session, after: min(delay, policy.longestRetryDelay))
  }

  private func finish(
    _ task: TransferTask, _ session: TransferSession, _ outcome: TransferTask.Outcome
  ) {
    guard task.state != .finished else { return }
    for token in [task.token, task.timeout] { if let token { simulation.cancel(token) } }
    task.token = nil
    task.timeout = nil
    task.state = .finished
    task.outcome = outcome
    switch outcome {
    case .response(let response):
      post(
        session,
        .finished(task: task.identifier, session: session.identifier, status: response.status))
    case .failure(let failure):
      post(
        session, .failed(task: task.identifier, session: session.identifier, error: "\(failure)"))
    }
    session.tasks.removeAll { $0 === task }
    session.undelivered.append(task)
    deliver(session)
  }

  // MARK: Telling the app

  private func deliver(_ session: TransferSession) {
    guard !session.undelivered.isEmpty || session.owesEventsFinished else { return }
    if let process = session.app.process, process.isRunning, let port = session.port {
      guard !session.isTelling else { return }
      session.isTelling = true
      process.process.onMain { [weak self] in self?.tell(session, port) }
      return
    }
    guard session.tasks.isEmpty, session.sendsLaunchEvents, !isDown else { return }
    let wasForceQuit = session.undelivered.contains {
      $0.outcome == .failure(.cancelled(reason: 0))
    }
    if !wasForceQuit { wake(session) }
  }

  /// Runs on the app's main queue: a process that ends before leaves its outcomes to the next life.
  private func tell(_ session: TransferSession, _ port: any TransferPort) {
    session.isTelling = false
    let finished = session.undelivered
    session.undelivered.removeAll()
    for task in finished { port.taskFinished(task) }
    guard session.owesEventsFinished else { return }
    session.owesEventsFinished = false
    post(session, .eventsDelivered(session: session.identifier))
    port.eventsFinished()
  }

  private func wake(_ session: TransferSession) {
    let app = session.app
    // A running process has not made its session yet; when it does, it is told.
    if let process = app.process, process.isRunning { return }
    limiters[app.definition.bundleIdentifier, default: ResumeLimiter()].resumed(at: now, policy)
    if app.needsLaunch { device.launch(app, .backgroundTransfer) }
    guard let process = app.process else { return }
    process.grantForEvents(.transfer, until: now + policy.eventsLimit)
    process.afterLaunch { [weak self] port in
      session.owesEventsFinished = true
      port.handleEventsForBackgroundURLSession(session.identifier) {
        self?.eventsHandled(session, by: process)
      }
      self?.deliver(session)
    }
  }

  /// How long a task that is created now must wait (FT7).
  private func rateLimit(_ app: InstalledApp) -> Duration {
    guard app.process?.isInBackground == true else { return .zero }
    return limiters[app.definition.bundleIdentifier]?.taskCreated(at: now) ?? .zero
  }

  private func post(_ session: TransferSession, _ event: TraceEvent.TransferEvent) {
    device.post(.transfer(event), process: session.app.process?.name ?? session.app.definition.name)
  }
}
