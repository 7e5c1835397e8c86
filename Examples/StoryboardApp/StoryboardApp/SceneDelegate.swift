import UIKit

class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?
  private let work = BackgroundWork()

  func sceneDidDisconnect(_ scene: UIScene) { printState(#function) }

  func sceneDidBecomeActive(_ scene: UIScene) { printState(#function) }

  func sceneWillResignActive(_ scene: UIScene) { printState(#function) }

  func sceneWillEnterForeground(_ scene: UIScene) {
    printState(#function)
    work.isRunning = false
  }

  func sceneDidEnterBackground(_ scene: UIScene) {
    printState(#function)
    print("Execute background processing")
    work.start()
  }
}
