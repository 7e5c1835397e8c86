import UIKit
import Yoban

/// The phone's delegate of docs/runtime-relay.md, as it stands there.
final class NightPhoneDelegate: UIResponder, UIApplicationDelegate {
  private var relay: RelayReceiver?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    do {
      let relay = try RelayReceiver(
        .init(
          device: "bedroom-watch", collector: URL(string: "https://collector.example")!,
          token: "yb_…"))
      relay.applicationDidFinishLaunching()
      self.relay = relay
    } catch {
      print("cannot relay: \(error)")
    }
    return true
  }

  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    let isOurs = relay?.handleEventsForBackgroundURLSession(
      identifier: identifier, completionHandler: completionHandler)
    if isOurs != true { completionHandler() }
  }
}
