import CoreLocation
import UIKit

/// Receives events of one beacon in every state of the app, and logs every callback with the
/// application state at that moment (experiment E4).
final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  /// Created at launch: the system delivers the event that it launched the app for to this manager
  /// (BC9).
  private var watcher: BeaconWatcher?
  private var task = UIBackgroundTaskIdentifier.invalid

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    log(launchOptions?[.location] == nil ? "didFinishLaunching" : "didFinishLaunching for location")
    watcher = BeaconWatcher(Settings())
    let window = UIWindow()
    window.rootViewController = UIViewController()
    window.makeKeyAndVisible()
    self.window = window
    return true
  }

  /// Keeps the app running for a while in the background, if the experiment needs that.
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
