import UIKit
import UserNotifications

/// Local notifications in the Swift 6 mode, with `async`, in an app with scenes.
public final class DiaryAppDelegate: UIResponder, UIApplicationDelegate {
  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    UNUserNotificationCenter.current().delegate = self
    Task {
      do { try await remind() } catch {
        print("failed: \((error as? UNError)?.code.rawValue ?? 0)")
      }
    }
    return true
  }

  public func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    let configuration = UISceneConfiguration(
      name: nil, sessionRole: connectingSceneSession.role)
    configuration.delegateClass = DiarySceneDelegate.self
    return configuration
  }

  private func remind() async throws {
    let center = UNUserNotificationCenter.current()
    let isGranted = try await center.requestAuthorization(options: [.alert, .badge])
    let settings = await center.notificationSettings()
    print("granted \(isGranted), alerts \(settings.alertSetting == .enabled)")
    guard await center.pendingNotificationRequests().isEmpty else { return }
    let content = UNMutableNotificationContent()
    content.title = "Write your diary"
    content.interruptionLevel = .timeSensitive
    var evening = DateComponents()
    evening.hour = 21
    try await center.add(
      UNNotificationRequest(
        identifier: "diary", content: content,
        trigger: UNCalendarNotificationTrigger(dateMatching: evening, repeats: true)))
    try await center.setBadgeCount(2)
  }
}

extension DiaryAppDelegate: UNUserNotificationCenterDelegate {
  public nonisolated func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions { [.banner, .list] }

  public nonisolated func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
  ) async {
    let identifier = response.notification.request.identifier
    await MainActor.run { print("open \(identifier)") }
  }
}

final class DiarySceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    if let response = connectionOptions.notificationResponse {
      print("connects for \(response.notification.request.identifier)")
    } else {
      print("connects")
    }
  }
}
