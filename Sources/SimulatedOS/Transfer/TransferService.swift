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
  private var resumes: [String: Int] = [:]

  init(_ device: Device) { self.device = device }

  private var simulation: Simulation { device.world.simulation }
  private var now: VirtualInstant { simulation.now }
  private var policy: TransferPolicy { device.profile.transfer }

  /// Whether any transfer has been started and has not ended, or its app has not been told.
  public var isBusy: Bool { sessions.contains { !$0.undelivered.isEmpty || $0.tasks.contains { $0.isUnderWay } } }

  // MARK: Requests of a URLSession

  /// An app made a background session: a new one, or the one that it had in an earlier life.
  public func connect(
    _ identifier: String, sendsLaunchEvents: Bool, for process: AppProcess, _ port: any TransferPort
  ) -> TransferSession {
    let session = sessions.first { $0.app === process.app && $0.identifier == identifier }
      ?? TransferSession(identifier, of: process.app, sendsLaunchEvents: sendsLaunchEvents)
    if !sessions.contains(where: { $0 === session }) { sessions.append(session) }
    session.port = port
    session.owner = process
    deliver(session)
    return session
  }

  /// Makes a task; it does nothing until `resume`.
  public func makeTask(
    _ request: HTTPExchangeRequest, _ body: TransferTask.Body, isDownload: Bool, in session: TransferSession
  ) -> TransferTask {
    session.lastTask += 1
    let task = TransferTask(session.lastTask, request, body, isDownload: isDownload, created: now)
    session.tasks.append(task)
    return task
  }

  public func resume(_ task: TransferTask, in session: TransferSession) {
    guard task.state == .suspended, session.owner?.isAlive(for: "URLSessionTask.resume()") ?? true else { return }
    task.state = .waiting
    let bytes = task.bodySize
    post(session, .created(task: task.identifier, session: session.identifier, bytes: bytes))
    if case .file(let url) = task.body, !FileManager.default.fileExists(atPath: url.path) {
      return finish(task, session, .failure(.fileMissing))
    }
    begin(task, session, after: rateLimit(session.app))
  }

  public func cancel(_ task: TransferTask, in session: TransferSession) {
    finish(task, session, .failure(.cancelled(reason: nil)))
  }

  /// The app called the completion handler of handleEventsForBackgroundURLSession.
  public func eventsHandled(_ session: TransferSession, by process: AppProcess) {
    session.isHandlingEvents = false
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
      session.isHandlingEvents = false
    }
    if reason == .forceQuit { forceQuit(process.app) }
  }

  func enteredForeground(_ app: InstalledApp) {
    resumes[app.definition.bundleIdentifier] = 0
    for session in sessions where session.app === app { deliver(session) }
  }

  func appDeleted(_ app: InstalledApp) {
    for session in sessions where session.app === app {
      for task in session.tasks { if let token = task.token { simulation.cancel(token) } }
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

  private func interruptAll() {
    uplinkFreeAt = now
    for session in sessions {
      for task in session.tasks where task.isUnderWay {
        if let token = task.token { simulation.cancel(token) }
        task.token = nil
        task.state = .waiting
      }
    }
  }

  private func resumeAll() {
    for session in sessions {
      for task in session.tasks where task.state == .waiting && task.token == nil { begin(task, session, after: .zero) }
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
    task.token = simulation.schedule(at: uplinkFreeAt + network.latency) { [weak self] in self?.exchange(task, session) }
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

  private func failed(_ task: TransferTask, _ session: TransferSession, _ error: HTTPExchangeError) {
    post(session, .failed(task: task.identifier, session: session.identifier, error: "\(error)"))
    switch error {
    case .unsupportedURL, .cannotFindHost: return finish(task, session, .failure(.exchange(error)))
    case .cannotConnect, .connectionLost, .timedOut: break
    }
    guard now - task.created < policy.resourceTimeout else {
      return finish(task, session, .failure(.exchange(.timedOut)))
    }
    var delay = policy.firstRetryDelay
    for _ in 1..<max(2, task.attempts) where delay < policy.longestRetryDelay { delay = delay * 2 }
    begin(task, session, after: min(delay, policy.longestRetryDelay))
  }

  private func finish(_ task: TransferTask, _ session: TransferSession, _ outcome: TransferTask.Outcome) {
    guard task.state != .finished else { return }
    if let token = task.token { simulation.cancel(token) }
    task.token = nil
    task.state = .finished
    task.outcome = outcome
    switch outcome {
    case .response(let response):
      post(session, .finished(task: task.identifier, session: session.identifier, status: response.status))
    case .failure(let failure):
      post(session, .failed(task: task.identifier, session: session.identifier, error: "\(failure)"))
    }
    session.tasks.removeAll { $0 === task }
    session.undelivered.append(task)
    deliver(session)
  }

  // MARK: Telling the app

  private func deliver(_ session: TransferSession) {
    guard !session.undelivered.isEmpty else { return }
    if let process = session.app.process, process.isRunning, let port = session.port {
      let finished = session.undelivered
      session.undelivered.removeAll()
      process.process.onMain { for task in finished { port.taskFinished(task) } }
      if session.isHandlingEvents {
        post(session, .eventsDelivered(session: session.identifier))
        process.process.onMain { [weak port] in port?.eventsFinished() }
      }
      return
    }
    guard session.tasks.isEmpty, session.sendsLaunchEvents, !isDown, !session.isHandlingEvents else { return }
    let wasForceQuit = session.undelivered.contains { $0.outcome == .failure(.cancelled(reason: 0)) }
    if !wasForceQuit { wake(session) }
  }

  private func wake(_ session: TransferSession) {
    let app = session.app
    // A running process has not made its session yet; when it does, it is told.
    if let process = app.process, process.isRunning { return }
    resumes[app.definition.bundleIdentifier, default: 0] += 1
    session.isHandlingEvents = true
    if app.process == nil { device.launch(app, .backgroundTransfer) }
    guard let process = app.process else { return }
    process.grantForEvents(until: now + policy.eventsLimit) { [weak self] port in
      port.handleEventsForBackgroundURLSession(session.identifier) {
        self?.eventsHandled(session, by: process)
      }
      self?.deliver(session)
    }
  }

  /// A task created in background waits, longer with each background resume; a visit to foreground
  /// sets it to nothing (FT7).
  private func rateLimit(_ app: InstalledApp) -> Duration {
    guard app.process?.isInBackground == true else { return .zero }
    let count = resumes[app.definition.bundleIdentifier] ?? 0
    guard count > 0 else { return .zero }
    return policy.firstResumeDelay * (1 << min(count - 1, 8))
  }

  private func post(_ session: TransferSession, _ event: TraceEvent.TransferEvent) {
    device.post(.transfer(event), process: session.app.process?.name ?? session.app.definition.name)
  }
}
