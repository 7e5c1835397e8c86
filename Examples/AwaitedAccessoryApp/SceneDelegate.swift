import UIKit

/// The scene's side of the log.
final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?
  private let ticker = Ticker()

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
  func sceneWillEnterForeground(_ scene: UIScene) {
    ticker.stop()
    log("sceneWillEnterForeground")
  }
  func sceneDidEnterBackground(_ scene: UIScene) {
    log("sceneDidEnterBackground")
    ticker.start()
  }
}
