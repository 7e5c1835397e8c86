import UIKit

/// Increments the badge on its icon once a second in a background job, and logs the callbacks of
/// the system (experiment E3). The badge is shown if the user allows it.
@main final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  let counter = Counter(Settings())

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    log("didFinishLaunching")
    if Bundle.main.object(forInfoDictionaryKey: "UIApplicationSceneManifest") == nil {
      // Deprecated since iOS 26. An app without scenes has no other way to make a window.
      let window = UIWindow()
      window.rootViewController = ViewController(counter)
      window.makeKeyAndVisible()
      self.window = window
    }
    return true
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    log("applicationDidEnterBackground")
    counter.workInBackground()
  }

  func applicationWillEnterForeground(_ application: UIApplication) {
    log("applicationWillEnterForeground")
  }
}

/// The same for an app with scenes.
final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?
  private var counter: Counter? { (UIApplication.shared.delegate as? AppDelegate)?.counter }

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let windowScene = scene as? UIWindowScene, let counter else { return }
    let window = UIWindow(windowScene: windowScene)
    window.rootViewController = ViewController(counter)
    window.makeKeyAndVisible()
    self.window = window
  }

  func sceneDidEnterBackground(_ scene: UIScene) {
    log("sceneDidEnterBackground")
    counter?.workInBackground()
  }

  func sceneWillEnterForeground(_ scene: UIScene) { log("sceneWillEnterForeground") }
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
