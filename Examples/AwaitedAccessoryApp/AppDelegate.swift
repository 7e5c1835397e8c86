import UIKit

/// Waits in background for an accessory to come into range, and logs every callback with the
/// application state inside it (experiment E1).
final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  /// Made at launch and kept for as long as the process lives, so that the system can restore it.
  private var central: AccessoryCentral?
  private let ticker = Ticker()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let restored = launchOptions?[.bluetoothCentrals] as? [String] ?? []
    log((["didFinishLaunching"] + restored).joined(separator: " "))
    central = AccessoryCentral(Settings())
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
    ticker.start()
  }
  func applicationWillEnterForeground(_ application: UIApplication) {
    ticker.stop()
    log("applicationWillEnterForeground")
  }
  func applicationWillTerminate(_ application: UIApplication) { log("applicationWillTerminate") }
}
