import UIKit

/// Creates the window, logs the later callbacks of the scene, and counts seconds in the background.
final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let windowScene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: windowScene)
    window.rootViewController = ViewController()
    window.makeKeyAndVisible()
    self.window = window
  }

  func sceneDidDisconnect(_ scene: UIScene) { log() }
  func sceneDidBecomeActive(_ scene: UIScene) { log() }
  func sceneWillResignActive(_ scene: UIScene) { log() }
  func sceneWillEnterForeground(_ scene: UIScene) { log() }
  func sceneDidEnterBackground(_ scene: UIScene) {
    log()
    print("Execute background processing")
    countSeconds()
  }

  /// Prints a number each second, for as long as the system lets the process run.
  private func countSeconds() {
    DispatchQueue.global().async {
      for second in 0... {
        print("Background process...[\(second)]")
        Thread.sleep(forTimeInterval: 1)
      }
    }
  }
}
