import UIKit
import YobanSimulatedOS
import YobanVirtualTime

extension ExploredApp {
  /// The app of experiment E4. The user starts it at home and comes to the beacon and leaves it twice.
  static let beacon = ExploredApp(
    name: "beacon",
    words:
      "The app of E4 watches a beacon that comes and goes: each stay of 10 minutes is noted while it lasts."
  ) { explored in
    let world = explored.world
    let phone = try world.addPhone("phone", .iPhone(iOS: 17))
    let app = try phone.install(WatchedBeacon().app)
    phone.location.setAuthorization(.always, for: app)
    let door = try world.addBeacon("door", uuid: WatchedBeacon.uuid, major: 1, minor: 1)
    door.switchOff()
    explored.eventually(within: .seconds(540), "a beacon that is near is noted") {
      !door.isOn || !isWatching(phone) || app.isForceQuit || !phone.isUp
        || lastReport(phone) == "inside"
    }
    explored.sometimes("the app is launched for the beacon") {
      world.trace.events.contains {
        if case .launched(.location) = $0.kind.app { true } else { false }
      }
    }
    await phone.open(app)
    try await Task.sleep(for: .seconds(5))
    await phone.tap("Start", in: app)
    try await Task.sleep(for: .seconds(10))
    await phone.goHome()
    for _ in 0..<2 {
      try await Task.sleep(for: .seconds(300))
      door.switchOn()
      try await Task.sleep(for: .seconds(600))
      door.switchOff()
    }
    try await Task.sleep(for: .seconds(300))
  }

  private static func isWatching(_ phone: Phone) -> Bool {
    phone.world.trace.events.contains {
      if case .monitoringStarted = $0.kind.location { true } else { false }
    }
  }

  /// The last state that the app has printed.
  private static func lastReport(_ phone: Phone) -> String? {
    for event in phone.world.trace.events.reversed() {
      guard let line = event.kind.output else { continue }
      if line.hasPrefix("didEnterRegion") || line.hasPrefix("didDetermineState inside") {
        return "inside"
      }
      if line.hasPrefix("didExitRegion") || line.hasPrefix("didDetermineState outside") {
        return "outside"
      }
    }
    return nil
  }
}
