internal import YobanSimulatedAndroid
internal import YobanVirtualTime

/// `android.app.ActivityThread`: the main thread of an app's process. Its `main` is the app's entry
/// point. It creates the components that the system requests by name.
public final class ActivityThread: @unchecked SimulationConfined {
  let client: AndroidClient
  private let classes: [AnyClass]
  private let makeApplication: () -> Application
  private(set) lazy var application = makeApplication()
  private var activity: Activity?
  private var services: [(name: String, service: Service)] = []
  private var receivers: [(number: Int, receiver: BroadcastReceiver, context: Context)] = []
  var listeners: [(number: Int, listener: AlarmManager.OnAlarmListener)] = []
  var lastListener = 0
  var channels: [String: NotificationChannel] = [:]
  /// The running jobs of WorkManager, by job number.
  var workers: [(job: Int32, worker: ListenableWorker)] = []
  private var cachedServices: [(name: String, service: AnyObject)] = []

  private init(_ makeApplication: @escaping () -> Application, _ classes: [AnyClass]) {
    client = AndroidClient.calling("ActivityThread.main was called")
    self.makeApplication = makeApplication
    self.classes = classes
  }

  /// The entry point of an Android app. Returns immediately; from then on, the system calls the
  /// app.
  ///
  /// - Parameters:
  ///   - application: The class of the manifest's `<application>`.
  ///   - components: The classes of the manifest's components and of WorkManager's workers.
  public static func main(
    _ application: Application.Type = Application.self, _ components: [AnyClass]
  ) {
    main({ application.init() }, components)
  }

  /// Starts the app with an application object that the closure makes, for a test that gives its
  /// application something.
  package static func main(
    _ makeApplication: @escaping () -> Application, _ components: [AnyClass]
  ) {
    let process = AppProcess.callingOnAndroid("ActivityThread.main was called")
    let thread = process.process.resident(ActivityThread.self) {
      ActivityThread(makeApplication, components)
    }
    let known = components.map(simpleName)
    for component in thread.client.manifest.components where !known.contains(component.name) {
      thread.client.crash(
        "java.lang.ClassNotFoundException: \(component.name): name its class in ActivityThread.main"
      )
      return
    }
    process.attach(thread)
  }

  /// The main thread of the calling app.
  static var current: ActivityThread {
    let process = AppProcess.callingOnAndroid("Android was called")
    guard let thread = process.process.existingResident(ActivityThread.self) else {
      preconditionFailure("call ActivityThread.main first, in the app's entry point")
    }
    return thread
  }

  func classNamed(_ name: String) -> AnyClass? { classes.first { simpleName($0) == name } }

  /// Runs a callback of the app. An error that it throws crashes the app.
  func calling<Result>(_ what: String, _ body: () throws -> Result) -> Result? {
    do { return try body() } catch {
      client.crash("java.lang.RuntimeException: Unable to \(what): \(error)")
      return nil
    }
  }

  // MARK: System services with one object per process

  func systemService(_ name: String, _ context: Context) -> AnyObject? {
    if let known = cachedServices.first(where: { $0.name == name }) { return known.service }
    guard let made = DeviceServices.make(name, context) else { return nil }
    cachedServices.append((name, made))
    return made
  }

  // MARK: Receivers

  func register(_ receiver: BroadcastReceiver, _ filter: IntentFilter, _ context: Context) {
    receivers.append((client.registerReceiver(filter.actions), receiver, context))
  }

  func unregister(_ receiver: BroadcastReceiver) -> Bool {
    let found = receivers.filter { $0.receiver === receiver }
    receivers.removeAll { $0.receiver === receiver }
    return found.map { client.unregisterReceiver($0.number) }.contains(true)
  }

  // MARK: The activity

  private func makeActivity() -> Activity? {
    let name = client.manifest.components.first { $0.kind == .activity }?.name
    guard let type = name.flatMap(classNamed) as? Activity.Type else { return nil }
    return type.init()
  }

  private func call(_ callback: LifecycleCallback) {
    switch callback {
    case .applicationOnCreate:
      calling("create application") { try application.onCreate() }
    case .activityOnStart:
      if activity == nil {
        activity = makeActivity()
        calling("create activity") { try activity?.onCreate(nil) }
      } else {
        calling("restart activity") { try activity?.onRestart() }
      }
      calling("start activity") { try activity?.onStart() }
    case .activityOnResume: calling("resume activity") { try activity?.onResume() }
    case .activityOnPause: calling("pause activity") { try activity?.onPause() }
    case .activityOnStop:
      calling("stop activity") { try activity?.onStop() }
      if activity?.isFinishing() == true { destroyActivity() }
    case .didFinishLaunching, .sceneWillConnect, .sceneWillEnterForeground, .sceneDidBecomeActive,
      .sceneWillResignActive, .sceneDidEnterBackground, .sceneDidDisconnect,
      .applicationWillEnterForeground, .applicationDidBecomeActive, .applicationWillResignActive,
      .applicationDidEnterBackground, .applicationWillTerminate, .performFetch,
      .didReceiveRemoteNotification, .didReceiveMemoryWarning:
      break  // these occur on other systems only
    }
  }
}

// The system makes these calls on the process's main queue.
extension ActivityThread: AndroidEventReceiver {
  package func deliver(_ step: LifecycleStep, cause: LaunchCause) { call(step.callback) }
  package func backgroundTaskExpired(_ identifier: Int) {}
  package func handleEventsForBackgroundURLSession(
    _ identifier: String, completionHandler: @escaping () -> Void
  ) {
    completionHandler()
  }
  package func performFetch(completionHandler: @escaping (FetchResult) -> Void) {}
  package func didReceiveRemoteNotification(
    _ payload: String, completionHandler: @escaping (FetchResult) -> Void
  ) {}
  package func registeredForRemoteNotifications(
    _ token: Result<[UInt8], RemoteNotificationFailure>
  ) {}
  package func backgroundRefreshStatusChanged() {}
  package func keepAlive() {}
  package func powerStateChanged() {}

  package func didReceiveMemoryWarning() {
    // TRIM_MEMORY_RUNNING_CRITICAL in the foreground, TRIM_MEMORY_COMPLETE otherwise
    let level: Int32 = client.isInFront ? 15 : 80
    calling("trim memory") { try application.onTrimMemory(level) }
  }

  // MARK: Services

  package func createService(_ name: String) {
    guard let type = classNamed(name) as? Service.Type else {
      return client.crash(
        "java.lang.ClassNotFoundException: \(name) is no Service: name its class in ActivityThread.main"
      )
    }
    // One of the service's jobs may have created it already.
    guard service(name) == nil else { return }
    let service = type.init()
    services.append((name, service))
    calling("create service \(name)") { try service.onCreate() }
  }

  private func service(_ name: String) -> Service? { services.first { $0.name == name }?.service }

  package func startCommand(
    _ name: String, startId: Int32, intent: AndroidIntentDescription?, flags: Int32
  ) {
    guard let service = service(name) else { return }
    let result = calling("start service \(name) with \(intent.map { _ in "an intent" } ?? "null")")
    {
      try service.onStartCommand(intent.map { Intent($0) }, flags, startId)
    }
    if let result { client.commandReturned(name, startId: startId, result) }
  }

  package func destroyService(_ name: String) {
    guard let service = service(name), !client.runningJobs.contains(where: { $0.service == name })
    else { return }
    services.removeAll { $0.name == name }
    calling("stop service \(name)") { try service.onDestroy() }
  }

  package func serviceTimeout(_ name: String, startId: Int32, type: ForegroundServiceType) {
    guard let service = service(name) else { return }
    calling("time out service \(name)") {
      if type == .shortService {
        try service.onTimeout(startId)
      } else {
        try service.onTimeout(startId, type.rawValue)
      }
    }
  }

  package func companionChanged(_ name: String, _ presence: CompanionPresence) {
    guard let service = service(name) as? CompanionDeviceService else {
      return client.crash(
        "java.lang.ClassCastException: \(name) is no CompanionDeviceService: its class must be one"
      )
    }
    calling("tell \(name) of a companion device") { try service.changed(presence) }
  }

  package func taskRemoved(_ name: String, intent: AndroidIntentDescription) {
    guard let service = service(name) else { return }
    calling("remove the task of \(name)") { try service.onTaskRemoved(Intent(intent)) }
  }

  package func destroyActivity() {
    guard let activity else { return }
    self.activity = nil
    calling("destroy activity") { try activity.onDestroy() }
  }

  package func permissionsAnswered(
    _ requestCode: Int32, _ permissions: [String], _ granted: [Bool]
  ) {
    calling("deliver the answer") {
      try activity?.onRequestPermissionsResult(
        requestCode, permissions,
        granted.map { $0 ? PackageManager.PERMISSION_GRANTED : PackageManager.PERMISSION_DENIED })
    }
  }

  // MARK: Broadcasts, alarms

  package func receive(_ intent: AndroidIntentDescription, receiver: String) {
    guard let type = classNamed(receiver) as? BroadcastReceiver.Type else { return }
    calling("start receiver \(receiver)") { try type.init().onReceive(application, Intent(intent)) }
  }

  package func receive(_ intent: AndroidIntentDescription, registration: Int) {
    guard let entry = receivers.first(where: { $0.number == registration }) else { return }
    calling("call a receiver") { try entry.receiver.onReceive(entry.context, Intent(intent)) }
  }

  package func alarmRang(listener number: Int) {
    guard let i = listeners.firstIndex(where: { $0.number == number }) else { return }
    listeners.remove(at: i).listener.onAlarm()
  }

  // MARK: Jobs

  package func startJob(_ job: JobDescription) {
    if job.service == WorkManager.jobService { return startWork(job) }
    if service(job.service) == nil { createService(job.service) }
    guard let service = service(job.service) as? JobService else {
      return client.crash("java.lang.IllegalArgumentException: \(job.service) is no JobService")
    }
    let continues = calling("start job \(job.service)") {
      try service.onStartJob(JobParameters(job, stopReason: 0))
    }
    if continues == false { jobFinished(job, wantsReschedule: false) }
  }

  package func stopJob(_ job: JobDescription, reason: Int32) {
    if job.service == WorkManager.jobService { return stopWork(job, reason) }
    guard let service = service(job.service) as? JobService else { return }
    _ = calling("stop job \(job.service)") {
      try service.onStopJob(JobParameters(job, stopReason: reason))
    }
    unbind(job.service)
  }

  func jobFinished(_ job: JobDescription, wantsReschedule: Bool) {
    client.jobFinished(job.id, wantsReschedule: wantsReschedule)
    // Runs after the current code, which may be the service's own.
    DispatchQueue.main.async { [self] in unbind(job.service) }
  }

  /// Destroys a service that no job needs any more, unless it was started.
  private func unbind(_ name: String) {
    if !client.isNeeded(name) { destroyService(name) }
  }
}
