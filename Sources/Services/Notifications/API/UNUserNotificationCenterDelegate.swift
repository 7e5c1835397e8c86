/// Receives notifications and the user's responses. At Apple, all methods are optional; here they have
/// default implementations.
///
/// The forms with a completion handler are called on the main queue, the asynchronous ones on another
/// thread. Implement one of the two.
@preconcurrency public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
  /// Called when a notification arrives while the app is in the foreground. It is shown only as the
  /// options say (NT5).
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping @Sendable (UNNotificationPresentationOptions) -> Void)
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions
  /// Called when the user has tapped a notification, chosen an action, or dismissed a notification whose
  /// category has `customDismissAction` (NT6, NT7).
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void)
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async
  /// Called when the user opens the app's own notification settings.
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?)
}

extension UNUserNotificationCenterDelegate {
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping @Sendable (UNNotificationPresentationOptions) -> Void
  ) {
    // Sendable: all are used by this app, which runs one thing at a time.
    nonisolated(unsafe) let (delegate, center, notification) = (
      self as any UNUserNotificationCenterDelegate, center, notification
    )
    Task {
      completionHandler(
        await delegate.userNotificationCenter(center, willPresent: notification))
    }
  }

  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions { [] }

  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void
  ) {
    // Sendable: as above.
    nonisolated(unsafe) let (delegate, center, response) = (
      self as any UNUserNotificationCenterDelegate, center, response
    )
    Task {
      await delegate.userNotificationCenter(center, didReceive: response)
      completionHandler()
    }
  }

  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
  ) async {}

  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
  ) {}
}
