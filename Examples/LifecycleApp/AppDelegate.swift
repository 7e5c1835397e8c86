import UIKit

/// Logs every life-cycle callback with the application state inside it (experiment E0).
///
/// With a scene manifest in Info.plist the four foreground and background rows are the scene
/// delegate's, without one they are this class's.
final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    log("didFinishLaunching")
    if Bundle.main.object(forInfoDictionaryKey: "UIApplicationSceneManifest") == nil {
      let window = UIWindow()
      window.rootViewController = ViewController()
      window.makeKeyAndVisible()
      self.window = window
    }
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    log("applicationDidBecomeActive")
  }
  func applicationWillResignActive(_ application: UIApplication) {
    log("applicationWillResignActive")
  }
  func applicationDidEnterBackground(_ application: UIApplication) {
    log("applicationDidEnterBackground")
  }
  func applicationWillEnterForeground(_ application: UIApplication) {
    log("applicationWillEnterForeground")
  }
  func applicationWillTerminate(_ application: UIApplication) { log("applicationWillTerminate") }
}
