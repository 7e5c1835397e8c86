import CoreBluetooth
import FirebaseCore
import UIKit

/// An app that does not compile on Linux as a whole: it draws a map, and it keeps its notes with a library that
/// does not exist there.
@main class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  var central: CBCentralManager?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    FirebaseApp.configure()
    let defaults = Bundle.main.url(forResource: "Defaults", withExtension: "plist")!
    UserDefaults.standard.register(defaults: NSDictionary(contentsOf: defaults) as! [String: Any])
    central = CBCentralManager(delegate: nil, queue: nil)
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = NotesViewController()
    window?.makeKeyAndVisible()
    return true
  }
}
