import Foundation
import UIKit
import YobanTesting

/// The configuration of the scene of a test's app. Each closure runs in the app's process, on its
/// main queue.
package struct SceneFixture: Sendable {
  package typealias Callback = @MainActor @Sendable () -> Void

  package var connects: Callback = {}
  package var entersForeground: Callback = {}
  package var becameActive: Callback = {}
  package var resignsActive: Callback = {}
  package var enteredBackground: Callback = {}
  package var disconnected: Callback = {}

  package init() {}

  /// A scene that prints each callback with the state that the app reads in it.
  package static let printing: SceneFixture = {
    func say(_ what: String) -> Callback {
      { print(what, "\(UIApplication.shared.applicationState)") }
    }
    var scene = SceneFixture()
    scene.connects = say("connects")
    scene.entersForeground = say("enters foreground")
    scene.becameActive = say("became active")
    scene.resignsActive = say("resigns active")
    scene.enteredBackground = say("entered background")
    scene.disconnected = say("disconnected")
    return scene
  }()
}

/// The scene delegate. It calls the closures of the fixture of its app.
final class ScriptedSceneDelegate: UIResponder, UIWindowSceneDelegate {
  nonisolated static var manifest: [String: Any] {
    let configuration = [
      "UISceneDelegateClassName": NSStringFromClass(ScriptedSceneDelegate.self)
    ]
    return ["UISceneConfigurations": ["UIWindowSceneSessionRoleApplication": [configuration]]]
  }

  private var fixture: SceneFixture? {
    (UIApplication.shared.delegate as? ScriptedDelegate)?.appFixture.scene
  }

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    fixture?.connects()
  }
  func sceneWillEnterForeground(_ scene: UIScene) { fixture?.entersForeground() }
  func sceneDidBecomeActive(_ scene: UIScene) { fixture?.becameActive() }
  func sceneWillResignActive(_ scene: UIScene) { fixture?.resignsActive() }
  func sceneDidEnterBackground(_ scene: UIScene) { fixture?.enteredBackground() }
  func sceneDidDisconnect(_ scene: UIScene) { fixture?.disconnected() }
}
