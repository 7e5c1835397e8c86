/// What a system framework inside a process (UIKit, WatchKit) must be able to take from the system.
///
/// The system calls on the process's main queue. What only iOS has does nothing by default.
public protocol ApplicationEventReceiver: AnyObject {
  /// Calls the app's delegate.
  func deliver(_ step: LifecycleStep, cause: LaunchCause)
  /// Calls the expiration handler of a background task.
  func backgroundTaskExpired(_ identifier: Int)
  /// Hands the app the events of a background URLSession.
  func handleEventsForBackgroundURLSession(
    _ identifier: String, completionHandler: @escaping () -> Void)
  /// Lets the app fetch in background; the handler takes what came of it.
  func performFetch(completionHandler: @escaping (FetchResult) -> Void)
  /// A push with `content-available`; its payload is JSON text.
  func didReceiveRemoteNotification(
    _ payload: String, completionHandler: @escaping (FetchResult) -> Void)
  /// The device's token for pushes, or why there is none.
  func registeredForRemoteNotifications(_ token: Result<[UInt8], RemoteNotificationFailure>)
  func didReceiveMemoryWarning()
  func backgroundRefreshStatusChanged()
  /// Calls the keep-alive handler of a VoIP app.
  func keepAlive()
  /// Low Power Mode was switched on or off.
  func powerStateChanged()
}

extension ApplicationEventReceiver {
  public func backgroundTaskExpired(_ identifier: Int) {}
  public func handleEventsForBackgroundURLSession(
    _ identifier: String, completionHandler: @escaping () -> Void
  ) {
    completionHandler()
  }
  public func performFetch(completionHandler: @escaping (FetchResult) -> Void) {
    completionHandler(.noData)
  }
  public func didReceiveRemoteNotification(
    _ payload: String, completionHandler: @escaping (FetchResult) -> Void
  ) {
    completionHandler(.noData)
  }
  public func registeredForRemoteNotifications(
    _ token: Result<[UInt8], RemoteNotificationFailure>
  ) {}
  public func didReceiveMemoryWarning() {}
  public func backgroundRefreshStatusChanged() {}
  public func keepAlive() {}
  public func powerStateChanged() {}
}

/// `UIBackgroundFetchResult`.
public enum FetchResult: String, Sendable, Hashable {
  case newData, noData, failed
}

/// Why a device has no token for pushes.
public enum RemoteNotificationFailure: Error, Sendable, Hashable {
  /// The app has no `aps-environment` entitlement.
  case notEntitled
}
