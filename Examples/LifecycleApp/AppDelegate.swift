import UIKit

/// Logs every life-cycle callback with the application state at that moment, like the app of
/// article S0 (experiment E0).
///
/// With a scene manifest in Info.plist, the scene delegate logs the four foreground and background
/// rows; without one, this class logs them.
@main final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    log()
    if Bundle.main.object(forInfoDictionaryKey: "UIApplicationSceneManifest") == nil {
      // Deprecated since iOS 26. An app without scenes has no other way to make a window.
      let window = UIWindow()
      window.rootViewController = ViewController()
      window.makeKeyAndVisible()
      self.window = window
    }
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) { log() }
  func applicationWillResignActive(_ application: UIApplication) { log() }
  func applicationDidEnterBackground(_ application: UIApplication) { log() }
  func applicationWillEnterForeground(_ application: UIApplication) { log() }
  func applicationWillTerminate(_ application: UIApplication) { log() }
}
