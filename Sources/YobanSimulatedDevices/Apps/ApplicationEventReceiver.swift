/// The callbacks from the system to the framework inside a process (UIKit, WatchKit).
///
/// They are called on the process's main queue. The callbacks of iOS only have empty defaults.
package protocol ApplicationEventReceiver: AnyObject {
  /// Calls the app's delegate.
  func deliver(_ step: LifecycleStep, cause: LaunchCause)
  /// Calls the expiration handler of a background task.
  func backgroundTaskExpired(_ identifier: Int)
  /// Delivers the events of a background URLSession to the app.
  func handleEventsForBackgroundURLSession(
    _ identifier: String, completionHandler: @escaping () -> Void)
  /// Starts a background fetch of the app; the app passes the result to the handler.
  func performFetch(completionHandler: @escaping (FetchResult) -> Void)
  /// Delivers a push with `content-available`; its payload is JSON text.
  func didReceiveRemoteNotification(
    _ payload: String, completionHandler: @escaping (FetchResult) -> Void)
  /// Delivers the device token for pushes, or the reason why there is none.
  func registeredForRemoteNotifications(_ token: Result<[UInt8], RemoteNotificationFailure>)
  func didReceiveMemoryWarning()
  func backgroundRefreshStatusChanged()
  /// Calls the keep-alive handler of a VoIP app.
  func keepAlive()
  /// Low Power Mode was switched on or off.
  func powerStateChanged()
  /// The device was locked; files of complete protection will not be accessible.
  func protectedDataWillBecomeUnavailable()
  /// The device was unlocked.
  func protectedDataDidBecomeAvailable()
  /// The time, the time zone or the locale changed.
  func systemChanged(_ change: SystemChange)
  /// Calls the app's delegate for a significant change of the time.
  func significantTimeChange()
  /// The user opened URLs in the app, which is active (`InstalledApp.takeURLs`).
  func openURLs()
}

extension ApplicationEventReceiver {
  package func backgroundTaskExpired(_ identifier: Int) {}
  package func handleEventsForBackgroundURLSession(
    _ identifier: String, completionHandler: @escaping () -> Void
  ) {
    completionHandler()
  }
  package func performFetch(completionHandler: @escaping (FetchResult) -> Void) {
    completionHandler(.noData)
  }
  package func didReceiveRemoteNotification(
    _ payload: String, completionHandler: @escaping (FetchResult) -> Void
  ) {
    completionHandler(.noData)
  }
  package func registeredForRemoteNotifications(
    _ token: Result<[UInt8], RemoteNotificationFailure>
  ) {}
  package func didReceiveMemoryWarning() {}
  package func backgroundRefreshStatusChanged() {}
  package func keepAlive() {}
  package func powerStateChanged() {}
  package func protectedDataWillBecomeUnavailable() {}
  package func protectedDataDidBecomeAvailable() {}
  package func systemChanged(_ change: SystemChange) {}
  package func significantTimeChange() {}
  package func openURLs() {}
}

/// `UIBackgroundFetchResult`.
public enum FetchResult: String, Sendable, Hashable {
  case newData, noData, failed
}

/// The reason why a device has no token for pushes.
package enum RemoteNotificationFailure: Error, Sendable, Hashable {
  /// The app has no `aps-environment` entitlement.
  case notEntitled
}
