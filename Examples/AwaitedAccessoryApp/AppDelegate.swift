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
    // Only an app without scenes receives the restore identifiers, and the key is deprecated since
    // iOS 26. Apple's replacement is to create the manager at each launch, as the line below does.
    if let restored = launchOptions?[.bluetoothCentrals] as? [String] {
      print("launched for \(restored.joined(separator: " "))")
    }
    _ = central
    if Bundle.main.object(forInfoDictionaryKey: "UIApplicationSceneManifest") == nil {
      // Deprecated since iOS 26, and the only way without scenes, which E1 compares with scenes.
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
