import AndroidFramework
import YobanTesting

/// The configuration of a test's Android app. Each closure runs in the app's process, on its main
/// queue.
struct AndroidAppFixture: Sendable {
  var targetSdkVersion = 36
  var isDebuggable = false
  var permissions = ["FOREGROUND_SERVICE", "WAKE_LOCK", "RECEIVE_BOOT_COMPLETED"]
  var types: ForegroundServiceType = []
  var stopsWithTask = false
  /// The actions of its receiver, in addition to BOOT_COMPLETED.
  var actions: [String] = []
  var applicationCreated: @Sendable (Context) throws -> Void = { _ in }
  var created: @Sendable (Activity) throws -> Void = { _ in }
  var serviceCreated: @Sendable (Service) throws -> Void = { _ in }
  /// Called in `onStartCommand`.
  var commanded: @Sendable (Service, Intent?, Int32) throws -> Int32 = { _, _, _ in
    Service.START_STICKY
  }
  var timedOut: @Sendable (Service, Int32, Int32?) throws -> Void = { service, _, _ in
    service.stopSelf()
  }
  var received: @Sendable (Context, Intent) throws -> Void = { _, _ in }
  /// Called in `onStartJob`.
  var jobStarted: @Sendable (JobService, JobParameters) throws -> Bool = { _, _ in false }
  /// Called in `onStopJob`.
  var jobStopped: @Sendable () -> Void = {}
  /// Whether the manifest has a CompanionDeviceService.
  var hasCompanionService = false
  /// Called in `onDeviceAppeared`.
  var appeared: @Sendable (Service) throws -> Void = { _ in }
  var worked: @Sendable (Worker) throws -> ListenableWorker.Result = { _ in .success() }

  var manifest: AndroidManifest {
    AndroidManifest(
      package: "example.scripted", targetSdkVersion: targetSdkVersion, permissions: permissions,
      components: [
        .activity("ScriptedActivity"),
        .service("ScriptedService", foregroundServiceType: types, stopsWithTask: stopsWithTask),
        .service("ScriptedJobs"),
        .receiver("ScriptedReceiver", actions: [Intent.ACTION_BOOT_COMPLETED] + actions),
      ]
        + (hasCompanionService
          ? [.service("ScriptedCompanion", actions: [CompanionDeviceService.SERVICE_INTERFACE])]
          : []),
      isDebuggable: isDebuggable)
  }
}

/// The components of the app. They print their callbacks and then call the fixture's closures.
final class ScriptedApplication: Application, @unchecked SimulationConfined {
  fileprivate let fixture: AndroidAppFixture

  init(_ appFixture: AndroidAppFixture) {
    fixture = appFixture
    super.init()
  }
  required init() {
    fixture = AndroidAppFixture()
    super.init()
  }

  override func onCreate() throws {
    print("application created")
    try fixture.applicationCreated(self)
  }
}

extension Context {
  /// The configuration of the app.
  fileprivate var appFixture: AndroidAppFixture {
    (getApplicationContext() as! ScriptedApplication).fixture
  }
}

final class ScriptedActivity: Activity, @unchecked SimulationConfined {
  override func onCreate(_ savedInstanceState: BaseBundle?) throws {
    print("activity created")
    try appFixture.created(self)
  }
  override func onRestart() { print("activity restarted") }
  override func onStart() { print("activity started") }
  override func onResume() { print("activity resumed") }
  override func onPause() { print("activity paused") }
  override func onStop() { print("activity stopped") }
  override func onDestroy() { print("activity destroyed") }
  override func onRequestPermissionsResult(
    _ requestCode: Int32, _ permissions: [String], _ grantResults: [Int32]
  ) {
    print("permissions \(requestCode) \(permissions) \(grantResults)")
  }
}

final class ScriptedService: Service, @unchecked SimulationConfined {
  override func onCreate() throws {
    print("service created")
    try appFixture.serviceCreated(self)
  }
  override func onStartCommand(_ intent: Intent?, _ flags: Int32, _ startId: Int32) throws -> Int32
  {
    print(
      "command \(startId) \(intent?.getStringExtra("what") ?? (intent == nil ? "null" : "intent")) \(flags)"
    )
    return try appFixture.commanded(self, intent, startId)
  }
  override func onDestroy() { print("service destroyed") }
  override func onTaskRemoved(_ rootIntent: Intent?) { print("task removed") }
  override func onTimeout(_ startId: Int32) throws {
    print("timeout \(startId)")
    try appFixture.timedOut(self, startId, nil)
  }
  override func onTimeout(_ startId: Int32, _ fgsType: Int32) throws {
    print("timeout \(startId) of type \(fgsType)")
    try appFixture.timedOut(self, startId, fgsType)
  }
}

final class ScriptedJobs: JobService, @unchecked SimulationConfined {
  override func onCreate() { print("created for jobs") }
  override func onDestroy() { print("destroyed after jobs") }
  override func onStartJob(_ params: JobParameters) throws -> Bool {
    print("job \(params.getJobId()) started")
    return try appFixture.jobStarted(self, params)
  }
  override func onStopJob(_ params: JobParameters) -> Bool {
    print("job \(params.getJobId()) stopped for \(params.getStopReason())")
    appFixture.jobStopped()
    return true
  }
}

final class ScriptedCompanion: CompanionDeviceService, @unchecked SimulationConfined {
  override func onCreate() { print("companion service created") }
  override func onDestroy() { print("companion service destroyed") }
  override func onDeviceAppeared(_ address: String) throws {
    print("device appeared")
    try appFixture.appeared(self)
  }
  override func onDeviceDisappeared(_ address: String) { print("device disappeared") }
  override func onDeviceAppeared(_ associationInfo: AssociationInfo) throws {
    print("association \(associationInfo.getId()) appeared")
    try super.onDeviceAppeared(associationInfo)
  }
  override func onDevicePresenceEvent(_ event: DevicePresenceEvent) {
    print("event \(event.getEvent()) of \(event.getAssociationId())")
  }
}

final class ScriptedReceiver: BroadcastReceiver, @unchecked SimulationConfined {
  override func onReceive(_ context: Context, _ intent: Intent) throws {
    print("received \(intent.getAction() ?? intent.getStringExtra("what") ?? "")")
    try context.appFixture.received(context, intent)
  }
}

final class ScriptedWorker: Worker, @unchecked SimulationConfined {
  override func doWork() throws -> Result {
    print("working")
    return try getApplicationContext().appFixture.worked(self)
  }
}

extension Service {
  /// Enters the foreground as most foreground services do.
  func enterForeground(_ type: Int32? = nil) throws {
    getSystemService(NotificationManager.self)?.createNotificationChannel(
      NotificationChannel("work", "Work", NotificationManager.IMPORTANCE_LOW))
    let notification = Notification.Builder(self, "work").setContentTitle("Working").build()
    if let type {
      try startForeground(1, notification, type)
    } else {
      try startForeground(1, notification)
    }
  }
}

extension Context {
  /// Returns an intent for the scripted service with a text that identifies it.
  func work(_ what: String = "work") -> Intent {
    Intent(self, ScriptedService.self).putExtra("what", what)
  }

  func holdWakeLock(_ tag: String = "app:work", for time: Duration? = nil) throws {
    let lock = try getSystemService(PowerManager.self)!
      .newWakeLock(PowerManager.PARTIAL_WAKE_LOCK, tag)
    if let time { try lock.acquire(time.components.seconds * 1000) } else { try lock.acquire() }
  }
}

extension AndroidAppFixture {
  /// Returns an app that starts a foreground service from its activity, with or without a wake
  /// lock.
  static func foregroundService(
    _ types: ForegroundServiceType = .health, wakeLock: Bool = true,
    permissions: [String] = [
      "FOREGROUND_SERVICE_HEALTH", "HIGH_SAMPLING_RATE_SENSORS", "FOREGROUND_SERVICE_DATA_SYNC",
      "FOREGROUND_SERVICE_MEDIA_PROCESSING",
    ],
    _ target: Int = 36
  ) -> AndroidAppFixture {
    var appFixture = AndroidAppFixture()
    appFixture.targetSdkVersion = target
    appFixture.types = types
    appFixture.permissions += permissions
    appFixture.created = { try $0.startForegroundService($0.work()) }
    appFixture.commanded = { service, _, _ in
      try service.enterForeground()
      if wakeLock { try service.holdWakeLock() }
      return Service.START_STICKY
    }
    return appFixture
  }

  /// An `onStartCommand` that enters the foreground and prints the result.
  static let enterOrPrintError: @Sendable (Service, Intent?, Int32) throws -> Int32 = {
    service, _, _ in
    do {
      try service.enterForeground()
      print("in foreground as \(service.getForegroundServiceType())")
    } catch {
      print("not in foreground: \(type(of: error))")
    }
    return Service.START_NOT_STICKY
  }

  /// Returns an app whose receiver starts the service when it receives a broadcast.
  static func receiverStarts(_ types: ForegroundServiceType = .health) -> AndroidAppFixture {
    var appFixture = AndroidAppFixture.foregroundService(types, wakeLock: false)
    appFixture.created = { _ in }
    appFixture.received = { context, _ in
      do { try context.startForegroundService(context.work()) } catch {
        print("refused: \(type(of: error))")
      }
    }
    appFixture.commanded = enterOrPrintError
    return appFixture
  }
}
