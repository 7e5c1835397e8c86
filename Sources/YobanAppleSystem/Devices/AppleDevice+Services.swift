import YobanSimulatedDevices

// The names that services have for the events of apps and of their device.

extension LocationService: SystemService {
  package func suspended(_ process: AppProcess) { runningChanged(process) }
  package func processEnded(_ process: AppProcess, reason: TerminationReason) {
    processEnded(process)
  }
}
