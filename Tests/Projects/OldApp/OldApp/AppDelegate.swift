import BeatsKit
import UIKit

/// An app of Swift 4 with names that UIKit had then, a package in its folder, an app group and an asset catalog.
@UIApplicationMain class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  let monitor = BeatMonitor()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplicationLaunchOptionsKey: Any]?
  ) -> Bool {
    NotificationCenter.default.addObserver(
      self, selector: #selector(leave), name: .UIApplicationDidEnterBackground, object: nil)
    let page = UIViewController()
    page.view.backgroundColor = UIColor(resource: .night)
    let button = UIButton(type: .system)
    button.setTitle("Zones", for: UIControlState.normal)
    button.addTarget(self, action: #selector(showZones), for: UIControlEvents.touchUpInside)
    page.view.addSubview(button)
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = page
    window?.makeKeyAndVisible()
    monitor.start()
    return true
  }

  @objc private func showZones() {
    print("zones", monitor.zones.joined(separator: ", "))
    let group = "group.com.example.OldApp"
    let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)!
    try! "zones".write(
      to: folder.appendingPathComponent("zones.txt"), atomically: true, encoding: .utf8)
  }

  @objc private func leave() { print("left") }
}
