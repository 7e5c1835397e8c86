import CoreLocation
import UIKit

/// Receives events of one beacon in every state of the app, and logs every callback with the
/// application state at that moment (experiment E4).
@main final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  /// Created at launch: the system delivers the event that it launched the app for to its manager
  /// (BC9).
  private(set) lazy var watcher = BeaconWatcher(Settings())
  private var task = UIBackgroundTaskIdentifier.invalid

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    // Deprecated since iOS 26, and only apps without scenes receive it. E4 logs whether it is there. The app does not
    // need it: the next line creates the location manager at each launch.
    log(launchOptions?[.location] == nil ? "didFinishLaunching" : "didFinishLaunching for location")
    watcher.applicationDidFinishLaunching()
    if Bundle.main.object(forInfoDictionaryKey: "UIApplicationSceneManifest") == nil {
      // Deprecated since iOS 26. An app without scenes has no other way to make a window.
      let window = UIWindow()
      window.rootViewController = ViewController(watcher)
      window.makeKeyAndVisible()
      self.window = window
    }
    return true
  }

  /// Keeps the app running for a while in the background, if the settings say so.
  func applicationDidEnterBackground(_ application: UIApplication) {
    guard Settings().keepsRunning else { return }
    task = application.beginBackgroundTask { [weak self] in self?.endTask() }
  }

  func applicationWillEnterForeground(_ application: UIApplication) { endTask() }

  private func endTask() {
    UIApplication.shared.endBackgroundTask(task)
    task = .invalid
  }
}

/// Shows the screen of an app with scenes.
final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let windowScene = scene as? UIWindowScene,
      let delegate = UIApplication.shared.delegate as? AppDelegate
    else { return }
    let window = UIWindow(windowScene: windowScene)
    window.rootViewController = ViewController(delegate.watcher)
    window.makeKeyAndVisible()
    self.window = window
  }
}

/// Logs a line with the current application state.
@MainActor func log(_ what: String) {
  let state =
    switch UIApplication.shared.applicationState {
    case .active: "active"
    case .inactive: "inactive"
    case .background: "background"
    @unknown default: "unknown"
    }
  print("\(what) [\(state)]")
}
