import YobanSimulatedDevices

// The obligations of the services of this module to an app; see `SystemService.obligations(to:)`.

extension HealthService {
  package func obligations(to app: InstalledApp) -> [String] {
    hasActiveWorkout(app) ? ["a workout"] : []
  }
}

extension WatchService {
  package func obligations(to app: InstalledApp) -> [String] {
    var obligations: [String] = []
    if extendedSessions.contains(where: { $0.app === app }) {
      obligations.append("a runtime session")
    }
    let records = refreshRecords.filter { $0.app === app }
    if records.contains(where: {
      $0.application.requested != nil || $0.snapshot.requested != nil || !$0.tasks.isEmpty
    }) {
      obligations.append("a background refresh")
    }
    return obligations
  }
}
