import UIKit

/// The app: it records the heart rate of a chest strap, also in the background and after a
/// relaunch.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  private var monitor: PulseMonitor?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    // Created at every launch, so that the system can restore the connection.
    monitor = PulseMonitor()
    return true
  }
}
