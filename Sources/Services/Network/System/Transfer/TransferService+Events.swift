import Foundation
import YobanSimulatedDevices
import YobanVirtualTime

// Delivery of the outcomes of transfers to the app.
extension TransferService {
  func deliver(_ session: TransferSession) {
    guard !session.undelivered.isEmpty || session.mustReportEventsFinished else { return }
    if let process = session.app.process, process.isRunning, let receiver = session.receiver {
      guard !session.isDelivering else { return }
      session.isDelivering = true
      process.process.onMain { [weak self] in self?.notify(session, receiver) }
      return
    }
    if session.tasks.isEmpty, mayWake(session) { wake(session) }
  }

  /// Whether the system launches or resumes the app for its session: not after a force-quit (L16),
  /// and not while Background App Refresh is off (L18).
  private func mayWake(_ session: TransferSession) -> Bool {
    session.settings.sendsLaunchEvents && !isDown
      && device.mayLaunchInBackground(session.app)
      && !session.undelivered.contains(where: \.wasForceQuit)
  }

  /// Delivers outcomes on the app's main queue. If the process ends before, the next launch
  /// receives them.
  private func notify(_ session: TransferSession, _ receiver: any TransferEventReceiver) {
    session.isDelivering = false
    let finished = session.undelivered
    session.undelivered.removeAll()
    if session.isBackground { session.received += finished }
    for task in finished { receiver.taskFinished(task) }
    guard session.mustReportEventsFinished else { return }
    session.mustReportEventsFinished = false
    post(.eventsDelivered(session: session.identifier), of: session)
    receiver.eventsFinished()
  }

  private func wake(_ session: TransferSession) {
    let app = session.app
    // A running process has not connected its session yet. It receives the outcomes when it does.
    if let process = app.process, process.isRunning, !process.isPrewarmed { return }
    limiters[app.definition.bundleIdentifier, default: ResumeLimiter()].resumed(at: now, policy)
    if app.needsLaunch { device.launch(app, .backgroundTransfer) }
    guard let process = app.process else { return }
    let done = process.grantForAnswer(
      .transfer, within: policy.eventsLimit, orKilledFor: .backgroundTransfer,
      "the events of the background session \(session.identifier)", rule: .ft7,
      remedy: session.owner === process
        ? "Call the completion handler of handleEventsForBackgroundURLSession in urlSessionDidFinishEvents(forBackgroundURLSession:)."
        : "The app has not created this session in this launch, so it received nothing: create it with the same identifier in every launch, and call the completion handler in urlSessionDidFinishEvents(forBackgroundURLSession:)."
    )
    process.afterLaunch { [weak self] receiver in
      session.mustReportEventsFinished = true
      // Runs after the next line. An app that calls the handler before it has received the outcomes
      // is suspended and receives them when it is resumed.
      self?.deliver(session)
      receiver.handleEventsForBackgroundURLSession(session.identifier, completionHandler: done)
    }
  }

  /// Keeps the uploads of an app whose container was moved: the system knows the files, and not only
  /// their paths (DP10).
  package func containerMoved(of app: InstalledApp, from old: URL, to new: URL) {
    for task in sessions.filter({ $0.app === app }).flatMap(\.tasks) {
      guard case .file(let url) = task.body, url.path.hasPrefix(old.path) else { continue }
      task.body = .file(new.appending(path: String(url.path.dropFirst(old.path.count))))
    }
  }
}

extension TransferService: SystemService {
  package func enteredForeground(_ process: AppProcess) { enteredForeground(process.app) }
  package func becameActive(_ process: AppProcess) { visited(process.app) }
  package func obligations(to app: InstalledApp) -> [String] {
    sessions.filter { $0.app === app && $0.hasPendingLaunch }.map {
      "the transfers of the session \($0.identifier)"
    }
  }
}
