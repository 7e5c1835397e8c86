import YobanSimulatedDevices

/// The framework inside an Android process. The system calls it on the process's main queue.
package protocol AndroidEventReceiver: ApplicationEventReceiver {
  func createService(_ name: String)
  /// Calls `onStartCommand` and reports the result with `AndroidClient.commandReturned`.
  func startCommand(
    _ service: String, startId: Int32, intent: AndroidIntentDescription?, flags: Int32)
  func destroyService(_ name: String)
  func serviceTimeout(_ service: String, startId: Int32, type: ForegroundServiceType)
  func taskRemoved(_ service: String, intent: AndroidIntentDescription)
  /// Delivers a broadcast to a receiver of the manifest.
  func receive(_ intent: AndroidIntentDescription, receiver: String)
  /// Delivers a broadcast to a receiver that the process registered.
  func receive(_ intent: AndroidIntentDescription, registration: Int)
  /// An alarm for a listener of this process has rung.
  func alarmRang(listener: Int)
  func startJob(_ job: JobDescription)
  func stopJob(_ job: JobDescription, reason: Int32)
  /// A companion device appeared or disappeared, whose service is bound (AN24).
  func companionChanged(_ service: String, _ presence: CompanionPresence)
  /// The user swiped the app from the recent apps, or its activity has finished.
  func destroyActivity()
  func permissionsAnswered(_ requestCode: Int32, _ permissions: [String], _ granted: [Bool])
}

/// An observer of power and process changes, such as the services of sensors and radios.
protocol AndroidObserver: AnyObject {
  /// The CPU woke up or fell asleep (AN7).
  func processorChanged()
  /// The importance of the app's process changed: it came to the front or left it, gained or lost a
  /// foreground service, or became idle.
  func importanceChanged(of app: InstalledApp)
  func processEnded(_ process: AppProcess)
  /// The app was force-stopped: nothing may wake it (AN18).
  func appStopped(_ app: InstalledApp)
  /// The user granted or revoked a permission of the app.
  func permissionChanged(of app: InstalledApp)
}

extension AndroidObserver {
  func processorChanged() {}
  func permissionChanged(of app: InstalledApp) {}
  func importanceChanged(of app: InstalledApp) {}
  func processEnded(_ process: AppProcess) {}
  func appStopped(_ app: InstalledApp) {}
}
