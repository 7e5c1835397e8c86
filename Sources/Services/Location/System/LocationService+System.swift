import YobanAppleSystem
import YobanSimulatedDevices

// The events of apps that concern all parts of the service; others are in the files of the parts.
extension LocationService: SystemService {
  package func suspended(_ process: AppProcess) { runningChanged(process) }
  package func resumed(_ process: AppProcess) { reportEnergy() }
  package func processEnded(_ process: AppProcess, reason: TerminationReason) {
    processEnded(process)
  }

  package func obligations(to app: InstalledApp) -> [String] {
    guard let record = records.first(where: { $0.app === app }) else { return [] }
    var obligations: [String] = []
    if permission(of: app) == .always {
      if !record.regions.isEmpty || !record.monitors.allSatisfy(\.conditions.isEmpty) {
        obligations.append("regions")
      }
      if record.significant != nil { obligations.append("significant changes of the location") }
      if record.visits != nil { obligations.append("visits") }
    }
    if let process = app.process, isKeptRunning(process) { obligations.append("location updates") }
    return obligations
  }
}
