import UIKit
import Yoban

/// The app delegate of docs/runtime-regions.md, as it stands there.
final class DoorsAppDelegate: UIResponder, UIApplicationDelegate {
  private let doors = RegionWatch(
    "doors",
    [
      .beacon("front", uuid: UUID(uuidString: "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0")!, major: 1),
      .circle("home", latitude: 35.6586, longitude: 139.7454, radius: 200),
    ])

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let events = doors.events()
    Task { await watch(events) }
    do { try doors.start() } catch { print(error) }
    return true
  }

  private func watch(_ events: AsyncStream<RegionEvent>) async {
    for await event in events {
      switch event {
      case .watching: print("watching")
      case .entered(let change): print("at \(change.region.name)")
      case .exited(let change): print("left \(change.region.name)")
      case .proximity(let change): print("\(change.region.name) is \(change.proximity)")
      case .problem(let problem): print(problem)
      }
    }
  }
}
