internal import SimulatedOS

/// `android.app.Application`: there before every component of its process.
///
/// Sendable: as its superclass. A subclass says so again, as this class does.
open class Application: ContextWrapper, @unchecked Sendable {
  public override required init() { super.init() }
  open func onCreate() throws {}
  open func onTrimMemory(_ level: Int32) throws {}
}

/// `android.app.Activity`: what the user sees. An app has one.
///
/// Callbacks come on the main thread, in Android's order. What they throw ends the app.
open class Activity: ContextWrapper, @unchecked Sendable {
  public override required init() { super.init() }
  private var isFinished = false

  /// - Parameter savedInstanceState: always nil.
  open func onCreate(_ savedInstanceState: BaseBundle?) throws {}
  open func onRestart() throws {}
  open func onStart() throws {}
  open func onResume() throws {}
  open func onPause() throws {}
  open func onStop() throws {}
  open func onDestroy() throws {}

  /// The user answers after a moment; `onRequestPermissionsResult` says what.
  open func requestPermissions(_ permissions: [String], _ requestCode: Int32) {
    client.requestPermissions(permissions, requestCode)
  }
  open func onRequestPermissionsResult(
    _ requestCode: Int32, _ permissions: [String], _ grantResults: [Int32]
  ) throws {}

  /// Leaves the screen; the process stays.
  open func finish() {
    isFinished = true
    client.activityFinished()
  }
  open func isFinishing() -> Bool { isFinished }
}

/// `android.os.BaseBundle`. There are none to read: activities are not restored from a state.
public final class BaseBundle: Sendable {
  init() {}
}

/// `android.app.Service`.
///
/// Callbacks come on the main thread. What they throw ends the app.
///
/// Sendable: as its superclass.
open class Service: ContextWrapper, @unchecked Sendable {
  public static let START_STICKY_COMPATIBILITY: Int32 = 0
  /// After a kill the service is made again, with a null intent.
  public static let START_STICKY: Int32 = 1
  public static let START_NOT_STICKY: Int32 = 2
  /// After a kill the service is made again, with its last intent.
  public static let START_REDELIVER_INTENT: Int32 = 3
  public static let START_FLAG_REDELIVERY: Int32 = 1
  public static let STOP_FOREGROUND_REMOVE: Int32 = 1
  public static let STOP_FOREGROUND_DETACH: Int32 = 2

  public override required init() { super.init() }
  private var name: String { simpleName(type(of: self)) }

  open func onCreate() throws {}
  /// - Parameter intent: nil if the system made the service again after a kill.
  /// - Returns: `START_STICKY` and the like.
  open func onStartCommand(_ intent: Intent?, _ flags: Int32, _ startId: Int32) throws -> Int32 {
    Service.START_STICKY
  }
  open func onDestroy() throws {}
  /// The user swiped the app from the recent ones.
  open func onTaskRemoved(_ rootIntent: Intent?) throws {}
  /// The time of a short service is over (API level 34, AN5).
  open func onTimeout(_ startId: Int32) throws {}
  /// The time of a type is used up (API level 35, AN6).
  open func onTimeout(_ startId: Int32, _ fgsType: Int32) throws {}

  /// Enters the foreground with the types that the manifest declares.
  ///
  /// - Throws: as below.
  public final func startForeground(_ id: Int32, _ notification: Notification) throws {
    try startForeground(id, notification, ServiceInfo.FOREGROUND_SERVICE_TYPE_MANIFEST)
  }

  /// Enters the foreground.
  ///
  /// - Parameters:
  ///   - id: of the notification; not 0.
  ///   - foregroundServiceType: `ServiceInfo.FOREGROUND_SERVICE_TYPE_…`, those of the manifest at
  ///     most.
  /// - Throws: `SecurityException`, `IllegalArgumentException`,
  ///   `MissingForegroundServiceTypeException`, `InvalidForegroundServiceTypeException` (AN5),
  ///   `ForegroundServiceStartNotAllowedException` (AN4, AN6).
  public final func startForeground(
    _ id: Int32, _ notification: Notification, _ foregroundServiceType: Int32
  ) throws {
    guard id != 0 else { throw IllegalArgumentException("0 is not a valid notification ID") }
    guard notification.channel.map({ ActivityThread.current.channels[$0] != nil }) ?? false else {
      client.crash(
        "android.app.RemoteServiceException: Bad notification for startForeground: invalid channel for service notification: create it with NotificationManager.createNotificationChannel"
      )
      return
    }
    let types =
      foregroundServiceType == ServiceInfo.FOREGROUND_SERVICE_TYPE_MANIFEST
      ? nil : ForegroundServiceType(rawValue: foregroundServiceType)
    try throwing { () throws(AndroidException) in try client.startForeground(name, types) }
  }

  public final func stopForeground(_ notificationBehavior: Int32) { client.stopForeground(name) }
  public final func stopForeground(_ removeNotification: Bool) { client.stopForeground(name) }
  public final func stopSelf() { _ = client.stopSelf(name, -1) }
  public final func stopSelf(_ startId: Int32) { _ = client.stopSelf(name, startId) }
  /// - Returns: whether it stops: no later start has come.
  public final func stopSelfResult(_ startId: Int32) -> Bool { client.stopSelf(name, startId) }
  /// `FOREGROUND_SERVICE_TYPE_NONE` if it is not in foreground.
  public final func getForegroundServiceType() -> Int32 {
    client.foregroundTypes(of: name)?.rawValue ?? ServiceInfo.FOREGROUND_SERVICE_TYPE_NONE
  }
}
