import UIKit

/// Detects nearby phones that run this app, in the foreground and in the background, like a
/// proximity app (experiment E6).
final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  /// Created at every launch, so that the system can restore both managers.
  private lazy var beacon = ProximityBeacon(Settings())
  private lazy var scanner = ProximityScanner()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    beacon.metCentral = { [weak self] in self?.scanner.connectBack($0) }
    beacon.start()
    scanner.start()
    // Deprecated since iOS 26. An app without scenes has no other way to make a window.
    let window = UIWindow()
    window.rootViewController = UIViewController()
    window.makeKeyAndVisible()
    self.window = window
    return true
  }
}

/// The settings in the app's Info.plist.
struct Settings {
  /// The name that other phones read from this one.
  var name: String

  init(_ bundle: Bundle = .main) {
    name = bundle.object(forInfoDictionaryKey: "PhoneName") as? String ?? "phone"
  }
}
