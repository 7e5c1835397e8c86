import UIKit

/// The scene's side of the log.
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

  func sceneDidDisconnect(_ scene: UIScene) { log("sceneDidDisconnect") }
  func sceneDidBecomeActive(_ scene: UIScene) { log("sceneDidBecomeActive") }
  func sceneWillResignActive(_ scene: UIScene) { log("sceneWillResignActive") }
  func sceneWillEnterForeground(_ scene: UIScene) { log("sceneWillEnterForeground") }
  func sceneDidEnterBackground(_ scene: UIScene) {
    log("sceneDidEnterBackground")
    tick()
  }

  /// Counts seconds for as long as the system lets this process run, as in E1 and L7.
  private func tick() {
    DispatchQueue.global().async {
      for second in 0... {
        Thread.sleep(forTimeInterval: 1)
        print("tick \(second)")
      }
    }
  }
}
