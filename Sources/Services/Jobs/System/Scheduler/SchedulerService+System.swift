import YobanAppleSystem
import YobanSimulatedDevices

// The events of apps and of their device.
extension SchedulerService: SystemService {
  package func enteredBackground(_ process: AppProcess) { enteredBackground(process.app) }
  package func becameActive(_ process: AppProcess) { enteredForeground(process.app) }
  package func processEnded(_ process: AppProcess, reason: TerminationReason) {
    processEnded(process, isForceQuit: reason == .forceQuit)
  }

  package func mayLaunchInBackground(_ app: InstalledApp) -> Bool {
    device.backgroundRefreshStatus(of: app) == .available
  }

  package func obligations(to app: InstalledApp) -> [String] {
    guard let record = records.first(where: { $0.app === app }) else { return [] }
    var obligations = pendingRequests(of: app).map { "the task \($0.identifier)" }
    obligations += record.running.map { "the task \($0.identifier)" }
    if record.fetch.minimum != nil, mayFetch(app) { obligations.append("background fetch") }
    // Whether somebody sends a push is not known.
    if record.isRegisteredForPushes { obligations.append("pushes") }
    if record.keepAlive != nil { obligations.append("a keep-alive handler") }
    return obligations
  }
}
