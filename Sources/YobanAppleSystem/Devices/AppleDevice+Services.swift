import YobanSimulatedDevices

// The names that services have for the events of apps and of their device.

extension LocationService: SystemService {
  package func suspended(_ process: AppProcess) { runningChanged(process) }
  package func processEnded(_ process: AppProcess, reason: TerminationReason) {
    processEnded(process)
  }
}

extension BluetoothService: SystemService {
  package func enteredBackground(_ process: AppProcess) { enteredBackground(process.app) }
  package func becameActive(_ process: AppProcess) { enteredForeground(process.app) }
  package func suspended(_ process: AppProcess) { runningChanged(process.app) }
  package func conditionsChanged() { screenMayHaveChanged() }
}
