import SwiftUI
import Testing
import YobanTesting

/// An app of SwiftUI that navigates to the page of a notification.
private struct AlertedApp: App {
  @UIApplicationDelegateAdaptor private var delegate: AlertedDelegate

  var body: some Scene {
    WindowGroup { AlertedPage() }
  }
}

@Observable
private final class AlertedDelegate: NSObject, UIApplicationDelegate,
  @MainActor UNUserNotificationCenterDelegate
{
  var path: [String] = []

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    UNUserNotificationCenter.current().delegate = self
    UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { isGranted, _ in
      guard isGranted else { return }
      let content = UNMutableNotificationContent()
      content.title = "Gap"
      content.userInfo = ["page": "3:12"]
      UNUserNotificationCenter.current().add(
        UNNotificationRequest(
          identifier: "gap", content: content,
          trigger: UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false)))
    }
    return true
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    if let page = response.notification.request.content.userInfo["page"] as? String {
      path = [page]
    }
    completionHandler()
  }
}

private struct AlertedPage: View {
  @Environment(AlertedDelegate.self) private var delegate

  var body: some View {
    @Bindable var delegate = delegate
    NavigationStack(path: $delegate.path) {
      Text("Recordings")
        .navigationDestination(for: String.self) { Text("Details of \($0)") }
    }
  }
}

@Suite struct NotificationTests {
  @Test(.world())
  func `a tap on a notification launches an app of SwiftUI into the right page (NT6)`()
    async throws
  {
    let world = try World.current
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.install(.swiftUI(AlertedApp.self))
    await phone.open(app)
    try await world.pass(.seconds(5))
    #expect(try await app.shows("Recordings"))
    await phone.goHome()
    try await world.pass(.seconds(60))
    await phone.swipeAway(app)
    try await phone.tapNotification("Gap")
    #expect(try await app.shows("Details of 3:12"))
  }
}
