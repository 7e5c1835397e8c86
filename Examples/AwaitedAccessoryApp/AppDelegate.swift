import UIKit

/// Waits in the background for an accessory to come into range, and logs every callback with the
/// application state at that moment, like the app of article S0 (experiment E1).
@main final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  /// Created at launch and kept until the process ends, so that the system can restore it.
  private(set) lazy var central = AccessoryCentral(Settings())
  private let ticker = Ticker()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    log()
    // Deprecated since iOS 26, and only apps without scenes receive it. The app only prints it: the line below creates
    // the manager at each launch.
    if let restored = launchOptions?[.bluetoothCentrals] as? [String] {
      print("launched for \(restored.joined(separator: " "))")
    }
    _ = central
    if Bundle.main.object(forInfoDictionaryKey: "UIApplicationSceneManifest") == nil {
      // Deprecated since iOS 26. An app without scenes has no other way to make a window.
      let window = UIWindow()
      window.rootViewController = ViewController(central)
      window.makeKeyAndVisible()
      self.window = window
    }
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) { log() }
  func applicationWillResignActive(_ application: UIApplication) { log() }
  func applicationDidEnterBackground(_ application: UIApplication) {
    log()
    print("Execute background processing")
    ticker.start()
  }
  func applicationWillEnterForeground(_ application: UIApplication) {
    ticker.stop()
    log()
  }
  func applicationWillTerminate(_ application: UIApplication) { log() }
}
