/// What the framework inside an Android process takes from the system. Called on its main queue.
public protocol AndroidEventReceiver: ApplicationEventReceiver {
  func createService(_ name: String)
  /// Calls `onStartCommand` and answers with `AndroidClient.commandReturned`.
  func startCommand(
    _ service: String, startId: Int32, intent: IntentDescription?, flags: Int32)
  func destroyService(_ name: String)
  func serviceTimeout(_ service: String, startId: Int32, type: ForegroundServiceType)
  func taskRemoved(_ service: String, intent: IntentDescription)
  /// A broadcast for a receiver of the manifest.
  func receive(_ intent: IntentDescription, receiver: String)
  /// A broadcast for one that the process registered.
  func receive(_ intent: IntentDescription, registration: Int)
  /// An alarm of this process has rung.
  func alarmRang(listener: Int)
  func startJob(_ job: JobDescription)
  func stopJob(_ job: JobDescription, reason: Int32)
  /// The user swiped the app from the recent ones, or its activity has finished.
  func destroyActivity()
  func permissionsAnswered(_ requestCode: Int32, _ permissions: [String], _ granted: [Bool])
}

/// What hears of power and processes; the services of sensors and radios.
protocol AndroidObserver: AnyObject {
  /// The CPU has woken or fallen asleep (AN7).
  func processorChanged()
  /// What a process of the app may do has changed: it is in front, has a foreground service, has
  /// neither, or has become idle.
  func importanceChanged(of app: InstalledApp)
  func processEnded(_ process: AppProcess)
  /// Force-stopped: nothing may wake it (AN18).
  func appStopped(_ app: InstalledApp)
}

extension AndroidObserver {
  func processorChanged() {}
  func importanceChanged(of app: InstalledApp) {}
  func processEnded(_ process: AppProcess) {}
  func appStopped(_ app: InstalledApp) {}
}
