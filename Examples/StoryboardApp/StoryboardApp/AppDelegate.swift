import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    printState(#function)
    return true
  }

  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    UISceneConfiguration(
      name: "Default Configuration", sessionRole: connectingSceneSession.role)
  }
}

/// Prints the name of a function, and the state of the app in which it is called.
func printState(_ function: String, _ detail: String = "") {
  let names: [UIApplication.State: String] = [
    .active: "active", .inactive: "inactive", .background: "background",
  ]
  let state = names[UIApplication.shared.applicationState] ?? "unknown"
  print("\(function)\(detail) - [\(state)]")
}
