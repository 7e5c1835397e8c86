import Foundation
import UIKit

/// The delegate of an app that prints its life cycle, and one line a minute while it runs in
/// the background.
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
