import UIKit

/// Notices which other phones with this app are near, in foreground and in background, as a proximity
/// app does (experiment E6).
final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  /// Made at every launch, so that the system can restore both managers.
  private lazy var beacon = ProximityBeacon(Settings())
  private lazy var scanner = ProximityScanner()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    beacon.metCentral = { [weak self] in self?.scanner.connectBack($0) }
    beacon.start()
    scanner.start()
    let window = UIWindow()
    window.rootViewController = UIViewController()
    window.makeKeyAndVisible()
    self.window = window
    return true
  }
}

/// What the app's Info.plist says.
struct Settings {
  /// What other phones read of this one.
  var name: String

  init(_ bundle: Bundle = .main) {
    name = bundle.object(forInfoDictionaryKey: "PhoneName") as? String ?? "phone"
  }
}
