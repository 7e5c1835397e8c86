import UIKit
import os.log

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  private let log = OSLog(subsystem: "com.example.PortedApp", category: "lifecycle")

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    os_log("launched", log: log, type: .info)
    FeedStore.shared.observeLifecycle()
    return true
  }
}
