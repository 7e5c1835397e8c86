/// A service of a device's system, as far as it follows launches and ends of apps and of the device.
///
/// `Device.services` lists those of its platform; each hears of everything, in that order.
protocol SystemService: AnyObject {
  /// The app is in background, before it could be suspended: what keeps it running says so now.
  func enteredBackground(_ process: AppProcess)
  /// The app leaves the background: every grant of run time is gone.
  func enteredForeground(_ process: AppProcess)
  /// The app is in front.
  func becameActive(_ process: AppProcess)
  /// The process was started for a cause; its callbacks are on its main queue.
  func launched(_ process: AppProcess)
  /// The app's code uses another share of a core, or its state changed.
  func processorLoadChanged(_ process: AppProcess)
  /// The process was frozen.
  func suspended(_ process: AppProcess)
  /// The process runs again after it was frozen; what its app is in now is told right after.
  func resumed(_ process: AppProcess)
  /// The process is about to go; its app has none any more.
  func processEnded(_ process: AppProcess, reason: TerminationReason)
  func appDeleted(_ app: InstalledApp)
  /// The device went down for a reboot; its processes have ended.
  func deviceWentDown()
  func deviceCameUp()
  /// The user unlocked it for the first time since it booted (L17).
  func deviceWasUnlocked()
  /// Screen, charger, network, or a setting changed.
  func conditionsChanged()
  /// The device is elsewhere now.
  func placeChanged()
  /// The device begins or ceases to be carried.
  func movementChanged()
  func appInstalled(_ app: InstalledApp)
}

extension SystemService {
  func enteredBackground(_ process: AppProcess) {}
  func enteredForeground(_ process: AppProcess) {}
  func becameActive(_ process: AppProcess) {}
  func launched(_ process: AppProcess) {}
  func processorLoadChanged(_ process: AppProcess) {}
  func suspended(_ process: AppProcess) {}
  func resumed(_ process: AppProcess) {}
  func processEnded(_ process: AppProcess, reason: TerminationReason) {}
  func appDeleted(_ app: InstalledApp) {}
  func deviceWentDown() {}
  func deviceCameUp() {}
  func deviceWasUnlocked() {}
  func conditionsChanged() {}
  func placeChanged() {}
  func movementChanged() {}
  func appInstalled(_ app: InstalledApp) {}
}

extension LocationService: SystemService {
  func suspended(_ process: AppProcess) { runningChanged(process) }
  func processEnded(_ process: AppProcess, reason: TerminationReason) { processEnded(process) }
}

extension MotionService: SystemService {
  func processEnded(_ process: AppProcess, reason: TerminationReason) { processEnded(process) }
}

extension TransferService: SystemService {
  func enteredForeground(_ process: AppProcess) { enteredForeground(process.app) }
  func becameActive(_ process: AppProcess) { visited(process.app) }
}

extension BluetoothService: SystemService {
  func enteredBackground(_ process: AppProcess) { enteredBackground(process.app) }
  func becameActive(_ process: AppProcess) { enteredForeground(process.app) }
  func suspended(_ process: AppProcess) { runningChanged(process.app) }
  func conditionsChanged() { screenMayHaveChanged() }
}

extension SchedulerService: SystemService {
  func enteredBackground(_ process: AppProcess) { enteredBackground(process.app) }
  func becameActive(_ process: AppProcess) { enteredForeground(process.app) }
  func processEnded(_ process: AppProcess, reason: TerminationReason) { processEnded(process) }
}
