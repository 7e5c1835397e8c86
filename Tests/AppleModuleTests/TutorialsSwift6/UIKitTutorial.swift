import UIKit

// Code in the style of current samples, in the Swift 6 language mode. It must compile here as it
// does for iOS.

public final class ModernAppDelegate: NSObject, UIApplicationDelegate {
  public func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool { true }

  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    switch application.backgroundRefreshStatus {
    case .available: break
    case .denied, .restricted: print("no background refresh")
    @unknown default: break
    }
    return true
  }

  public func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    let configuration = UISceneConfiguration(
      name: "Default", sessionRole: connectingSceneSession.role)
    configuration.delegateClass = ModernSceneDelegate.self
    return configuration
  }

  public func application(
    _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
  ) {}

  public func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String
  ) async {
    print("events of \(identifier)")
  }
}

public final class ModernSceneDelegate: UIResponder, UIWindowSceneDelegate {
  public var window: UIWindow?

  public func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let windowScene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: windowScene)
    window.rootViewController = ModernViewController()
    self.window = window
    window.makeKeyAndVisible()
  }

  public func sceneDidEnterBackground(_ scene: UIScene) {
    Task {
      let work = BackgroundWork()
      await work.finish()
    }
  }
}

/// Requests background time, works, and ends the background task.
@MainActor
public final class BackgroundWork {
  private var task = UIBackgroundTaskIdentifier.invalid

  public init() {}

  public func finish() async {
    task = UIApplication.shared.beginBackgroundTask(withName: "finish") { [weak self] in self?.end()
    }
    guard task != .invalid else { return }
    try? await Task.sleep(for: .seconds(3))
    try? Data("done".utf8).write(to: URL.documentsDirectory.appending(path: "work.txt"))
    end()
  }

  private func end() {
    guard task != .invalid else { return }
    UIApplication.shared.endBackgroundTask(task)
    task = .invalid
  }
}

public final class ModernViewController: UIViewController {
  private var watcher: Task<Void, Never>?

  public override func viewDidLoad() {
    super.viewDidLoad()
    watcher = Task { [weak self] in
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(60))
        self?.title = "\(UIDevice.current.batteryLevel)"
      }
    }
  }

  deinit { watcher?.cancel() }
}
