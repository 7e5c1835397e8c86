/// The callbacks from the system to a `UNUserNotificationCenter`, on the process's main queue.
package protocol NotificationEventReceiver: AnyObject {
  /// Whether the center has a delegate.
  var hasDelegate: Bool { get }
  /// A notification arrived while the app is in the foreground (NT5).
  ///
  /// - Parameter done: receives how it is to be shown; called at most once.
  func willPresent(
    _ notification: DeliveredNotification, _ done: @escaping (NotificationShowing) -> Void)
  /// The user reacted to a notification (NT6, NT7).
  ///
  /// - Parameter done: the app has completed the response; called at most once.
  func didReceive(_ response: NotificationResponse, _ done: @escaping () -> Void)
  /// The user opened the notification settings of the app, from a notification or from Settings.
  func openSettings(for notification: DeliveredNotification?)
}
