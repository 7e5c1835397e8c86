import UIKit

/// Logs the callbacks of the scene.
final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?
  private let ticker = Ticker()

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let windowScene = scene as? UIWindowScene,
      let delegate = UIApplication.shared.delegate as? AppDelegate
    else { return }
    let window = UIWindow(windowScene: windowScene)
    window.rootViewController = ViewController(delegate.central)
    window.makeKeyAndVisible()
    self.window = window
  }

  func sceneDidDisconnect(_ scene: UIScene) { log() }
  func sceneDidBecomeActive(_ scene: UIScene) { log() }
  func sceneWillResignActive(_ scene: UIScene) { log() }
  func sceneWillEnterForeground(_ scene: UIScene) {
    ticker.stop()
    log()
  }
  func sceneDidEnterBackground(_ scene: UIScene) {
    log()
    print("Execute background processing")
    ticker.start()
  }
}
