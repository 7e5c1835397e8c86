internal import YobanSimulatedAndroid

/// `android.content.Context`: the app's access to the system.
///
/// Android itself calls components on the main thread.
open class Context: @unchecked SimulationConfined {
  public static let POWER_SERVICE = "power"
  public static let ALARM_SERVICE = "alarm"
  public static let NOTIFICATION_SERVICE = "notification"
  public static let ACTIVITY_SERVICE = "activity"
  public static let JOB_SCHEDULER_SERVICE = "jobscheduler"
  public static let USAGE_STATS_SERVICE = "usagestats"
  public static let SENSOR_SERVICE = "sensor"
  public static let BLUETOOTH_SERVICE = "bluetooth"
  public static let COMPANION_DEVICE_SERVICE = "companiondevice"
  public static let AUDIO_SERVICE = "audio"
  public static let BATTERY_SERVICE = "batterymanager"
  public static let HEALTHCONNECT_SERVICE = "healthconnect"
  public static let RECEIVER_EXPORTED: Int32 = 2
  public static let RECEIVER_NOT_EXPORTED: Int32 = 4

  let client: AndroidClient

  init() { client = AndroidClient.calling("An Android component was created") }

  open func getPackageName() -> String { client.manifest.package }
  open func getApplicationContext() -> Context { ActivityThread.current.application }
  /// Returns the executor of the main thread.
  open func getMainExecutor() -> any Executor { MainExecutor() }
  open func getPackageManager() -> PackageManager { PackageManager(client) }
  /// Returns the folder for permanent files, in the app's container.
  open func getFilesDir() -> File { File(client.process.app.container.documents.path) }
  /// Returns the folder for files that the system may delete.
  open func getCacheDir() -> File { File(client.process.app.container.caches.path) }

  // MARK: System services

  /// Returns the service with a name, such as `POWER_SERVICE`; nil if there is none.
  open func getSystemService(_ name: String) -> AnyObject? {
    SystemServices.make(name, self)
  }

  /// Returns the service of a class, such as `PowerManager.self`; nil if there is none.
  open func getSystemService<T: AnyObject>(_ serviceClass: T.Type) -> T? {
    SystemServices.names.lazy.compactMap { self.getSystemService($0) as? T }.first
  }

  // MARK: Components

  /// Starts a service of this app (AN1).
  ///
  /// - Returns: nil if the manifest does not contain the service.
  /// - Throws: `IllegalStateException` in the background
  ///   (`BackgroundServiceStartNotAllowedException` from API level 31 on),
  ///   `IllegalArgumentException` if the intent has no class.
  @discardableResult
  open func startService(_ service: Intent) throws -> ComponentName? {
    try start(service, inForeground: false)
  }

  /// Starts a service that must call `startForeground` within 5 s. Otherwise the app crashes (AN1).
  ///
  /// - Throws: `ForegroundServiceStartNotAllowedException` in the background (AN4).
  @discardableResult
  open func startForegroundService(_ service: Intent) throws -> ComponentName? {
    try start(service, inForeground: true)
  }

  private func start(_ service: Intent, inForeground: Bool) throws -> ComponentName? {
    let name = try throwing { () throws(AndroidException) in
      try client.startService(service.description, inForeground: inForeground)
    }
    return name.map { ComponentName(getPackageName(), $0) }
  }

  @discardableResult open func stopService(_ service: Intent) -> Bool {
    service.description.component.map(client.stopService) ?? false
  }

  /// - Throws: `SecurityException` for a broadcast that only the system sends, such as
  ///   `ACTION_BOOT_COMPLETED`.
  open func sendBroadcast(_ intent: Intent) throws {
    try throwing { () throws(AndroidException) in try client.sendBroadcast(intent.description) }
  }

  /// - Returns: nil, because there are no sticky broadcasts.
  @discardableResult
  open func registerReceiver(
    _ receiver: BroadcastReceiver, _ filter: IntentFilter, _ flags: Int32 = 0
  ) -> Intent? {
    ActivityThread.current.register(receiver, filter, self)
    return nil
  }

  /// - Throws: `IllegalArgumentException` if the receiver is not registered.
  open func unregisterReceiver(_ receiver: BroadcastReceiver) throws {
    guard ActivityThread.current.unregister(receiver) else {
      throw IllegalArgumentException("Receiver not registered: \(type(of: receiver))")
    }
  }

  /// Returns `PackageManager.PERMISSION_GRANTED` or `PERMISSION_DENIED`.
  open func checkSelfPermission(_ permission: String) -> Int32 {
    client.holds(permission)
      ? PackageManager.PERMISSION_GRANTED : PackageManager.PERMISSION_DENIED
  }
}

/// `android.content.ContextWrapper`.
open class ContextWrapper: Context, @unchecked SimulationConfined {}

/// `java.io.File`, limited to paths.
public final class File: Sendable {
  private let path: String
  public init(_ pathname: String) { path = pathname }
  public init(_ parent: File, _ child: String) { path = parent.path + "/" + child }
  public func getPath() -> String { path }
  public func getAbsolutePath() -> String { path }
  public func getName() -> String { String(path.split(separator: "/").last ?? "") }
  public func exists() -> Bool { FileManager.default.fileExists(atPath: path) }
  public func mkdirs() -> Bool {
    let isNew = !exists()
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return isNew && exists()
  }
}
