/// A service of a device's system, which is notified of events of apps and of the device.
///
/// `Device.services` lists the services of its platform. Every event is sent to all of them, in
/// that order.
protocol SystemService: AnyObject {
  /// The app entered background and is not suspended yet. A service that keeps it running must
  /// grant run time now.
  func enteredBackground(_ process: AppProcess)
  /// The app leaves background; all its run time grants were removed.
  func enteredForeground(_ process: AppProcess)
  /// The app became active.
  func becameActive(_ process: AppProcess)
  /// The process was launched; its launch callbacks are on its main queue.
  func launched(_ process: AppProcess)
  /// The app's CPU load or its state changed.
  func processorLoadChanged(_ process: AppProcess)
  /// The process was suspended.
  func suspended(_ process: AppProcess)
  /// The process was resumed; the change of the app's state follows.
  func resumed(_ process: AppProcess)
  /// The process is about to end; `app.process` is nil already.
  func processEnded(_ process: AppProcess, reason: TerminationReason)
  func appDeleted(_ app: InstalledApp)
  /// The device went down for a reboot; its processes have ended.
  func deviceWentDown()
  func deviceCameUp()
  /// The device was unlocked for the first time since it booted (L17).
  func deviceWasUnlocked()
  /// The screen, the charger, the network or a setting changed.
  func conditionsChanged()
  /// The device's place changed.
  func placeChanged()
  /// The device started or stopped moving.
  func movementChanged()
  func appInstalled(_ app: InstalledApp)
  /// The screen turned on; `conditionsChanged` follows.
  func screenCameOn()
  /// The device is being carried, or was put down (speed 0, no course).
  ///
  /// - Parameters:
  ///   - speed: in meters per second.
  ///   - course: in degrees clockwise from true north.
  func carried(at speed: Double, course: Double?)
  /// The process began a background task.
  func backgroundTaskBegan(_ process: AppProcess)
  /// The granted run time of a process in background is over.
  func runTimeEnded(_ process: AppProcess)
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
  func screenCameOn() {}
  func carried(at speed: Double, course: Double?) {}
  func backgroundTaskBegan(_ process: AppProcess) {}
  func runTimeEnded(_ process: AppProcess) {}
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
