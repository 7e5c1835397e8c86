internal import YobanSimulatedAndroid

/// `android.app.Application`: created before every component of its process.
///
/// A subclass must declare again that it is Sendable.
open class Application: ContextWrapper, @unchecked SimulationConfined {
  public override required init() { super.init() }
  open func onCreate() throws {}
  open func onTrimMemory(_ level: Int32) throws {}
}

/// `android.app.Activity`: the screen that the user sees. An app has one.
///
/// Callbacks are called on the main thread, in Android's order. An error that one throws crashes
/// the app.
open class Activity: ContextWrapper, @unchecked SimulationConfined {
  public override required init() { super.init() }
  private var isFinished = false

  /// - Parameter savedInstanceState: Always nil.
  open func onCreate(_ savedInstanceState: BaseBundle?) throws {}
  open func onRestart() throws {}
  open func onStart() throws {}
  open func onResume() throws {}
  open func onPause() throws {}
  open func onStop() throws {}
  open func onDestroy() throws {}

  /// Requests permissions from the user, who answers after a moment. The activity receives
  /// `onRequestPermissionsResult`.
  open func requestPermissions(_ permissions: [String], _ requestCode: Int32) {
    client.requestPermissions(permissions, requestCode)
  }
  open func onRequestPermissionsResult(
    _ requestCode: Int32, _ permissions: [String], _ grantResults: [Int32]
  ) throws {}

  /// Removes the activity from the screen. The process continues.
  open func finish() {
    isFinished = true
    client.activityFinished()
  }
  open func isFinishing() -> Bool { isFinished }
}

/// `android.os.BaseBundle`. Has no content, because activities are not restored from a state.
public final class BaseBundle: Sendable {
  init() {}
}

/// `android.app.Service`.
///
/// Callbacks are called on the main thread. An error that one throws crashes the app.
open class Service: ContextWrapper, @unchecked SimulationConfined {
  public static let START_STICKY_COMPATIBILITY: Int32 = 0
  /// After the process was killed, the service is created again with a null intent.
  public static let START_STICKY: Int32 = 1
  public static let START_NOT_STICKY: Int32 = 2
  /// After the process was killed, the service is created again with its last intent.
  public static let START_REDELIVER_INTENT: Int32 = 3
  public static let START_FLAG_REDELIVERY: Int32 = 1
  public static let STOP_FOREGROUND_REMOVE: Int32 = 1
  public static let STOP_FOREGROUND_DETACH: Int32 = 2

  public override required init() { super.init() }
  private var name: String { simpleName(type(of: self)) }

  open func onCreate() throws {}
  /// - Parameter intent: nil if the system created the service again after the process was killed.
  /// - Returns: One of the `START_…` constants, such as `START_STICKY`.
  open func onStartCommand(_ intent: Intent?, _ flags: Int32, _ startId: Int32) throws -> Int32 {
    Service.START_STICKY
  }
  open func onDestroy() throws {}
  /// Called when the user swiped the app out of the list of recent apps.
  open func onTaskRemoved(_ rootIntent: Intent?) throws {}
  /// Called when the time of a short service has ended (API level 34, AN5).
  open func onTimeout(_ startId: Int32) throws {}
  /// Called when the time for a service type is used up (API level 35, AN6).
  open func onTimeout(_ startId: Int32, _ fgsType: Int32) throws {}

  /// Enters the foreground with the types that the manifest declares.
  ///
  /// - Throws: The same errors as `startForeground` with types.
  public final func startForeground(_ id: Int32, _ notification: Notification) throws {
    try startForeground(id, notification, ServiceInfo.FOREGROUND_SERVICE_TYPE_MANIFEST)
  }

  /// Enters the foreground.
  ///
  /// - Parameters:
  ///   - id: The number of the notification; not 0.
  ///   - foregroundServiceType: A combination of `ServiceInfo.FOREGROUND_SERVICE_TYPE_…`. Only the
  ///     types of the manifest are allowed.
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
  /// - Returns: True if the service stops, because no later start has arrived.
  public final func stopSelfResult(_ startId: Int32) -> Bool { client.stopSelf(name, startId) }
  /// Returns the types in use; `FOREGROUND_SERVICE_TYPE_NONE` if the service is not in the
  /// foreground.
  public final func getForegroundServiceType() -> Int32 {
    client.foregroundTypes(of: name)?.rawValue ?? ServiceInfo.FOREGROUND_SERVICE_TYPE_NONE
  }
}
