import UIKit

/// Forwards the calls of the system that the recording needs.
final class AppDelegate: NSObject, UIApplicationDelegate {
  let night = Night()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    night.applicationDidFinishLaunching()
    return true
  }

  func applicationWillTerminate(_ application: UIApplication) { night.applicationWillTerminate() }

  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    guard let recording = night.recording else { return completionHandler() }
    recording.handleEventsForBackgroundURLSession(
      identifier: identifier, completionHandler: completionHandler)
  }
}
