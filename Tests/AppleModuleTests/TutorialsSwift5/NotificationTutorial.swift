import UIKit
import UserNotifications

/// Local notifications as in many tutorials in the Swift 5 mode: everything in an extension of the app's
/// delegate, with completion handlers.
public final class ReminderAppDelegate: UIResponder, UIApplicationDelegate {
  public var window: UIWindow?

  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let center = UNUserNotificationCenter.current()
    center.delegate = self
    center.requestAuthorization(options: [.alert, .sound, .badge]) { granted, error in
      if let error = error { print("Request Authorization Failed (\(error))") }
      guard granted else { return }
      center.getNotificationSettings { settings in
        guard settings.authorizationStatus == .authorized else { return }
        DispatchQueue.main.async { self.scheduleReminder() }
      }
    }
    return true
  }

  private func scheduleReminder() {
    let snooze = UNNotificationAction(
      identifier: "SNOOZE", title: "Snooze", options: UNNotificationActionOptions(rawValue: 0))
    let category = UNNotificationCategory(
      identifier: "REMINDER", actions: [snooze], intentIdentifiers: [],
      hiddenPreviewsBodyPlaceholder: "", options: .customDismissAction)
    UNUserNotificationCenter.current().setNotificationCategories([category])

    let content = UNMutableNotificationContent()
    content.title = "Feed the cat"
    content.body = "It looks hungry"
    content.sound = .default
    content.badge = 1
    content.categoryIdentifier = "REMINDER"
    content.userInfo = ["cat": "Mia"]
    let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 60 * 60, repeats: false)
    let request = UNNotificationRequest(
      identifier: UUID().uuidString, content: content, trigger: trigger)
    UNUserNotificationCenter.current().add(request) { error in
      if error != nil { print("Unable to add the request") }
    }
  }
}

extension ReminderAppDelegate: UNUserNotificationCenterDelegate {
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
  ) {
    completionHandler([.alert, .sound])
  }

  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    let info = response.notification.request.content.userInfo
    switch response.actionIdentifier {
    case "SNOOZE": print("snooze", info["cat"] as? String ?? "")
    case UNNotificationDefaultActionIdentifier: print("open", info["cat"] as? String ?? "")
    case UNNotificationDismissActionIdentifier: print("dismiss", info["cat"] as? String ?? "")
    default: break
    }
    completionHandler()
  }
}
