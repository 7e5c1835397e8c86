import UIKit
import YobanSimulatedOS
import YobanVirtualTime

extension ExploredApp {
  /// The app of experiment E1. The user starts a scan and goes home; the tag leaves and comes back.
  static let accessory = ExploredApp(
    name: "accessory",
    words:
      "The app of E1 waits for a tag that leaves and comes back: a tag in range is connected within 5 minutes."
  ) { explored in
    let world = explored.world
    let phone = try world.addPhone("phone", .iPhone(iOS: 17))
    var definition = AwaitedAccessory()
    definition.restores = true
    let app = try phone.install(definition.app)
    let tag = try world.addTag()
    tag.switchOn()
    explored.eventually(within: .seconds(300), "a tag in range is connected") {
      tag.isConnected || !isExpected(tag, by: app, on: phone)
    }
    explored.sometimes("the tag is connected while the app is suspended") {
      tag.isConnected && app.state == .suspended
    }
    await phone.open(app)
    try await Task.sleep(for: .seconds(3))
    await phone.tap("Scan", in: app)
    try await Task.sleep(for: .seconds(20))
    await phone.goHome()
    try await Task.sleep(for: .seconds(120))
    tag.place.x += 1_000
    try await Task.sleep(for: .seconds(600))
    tag.place.x -= 1_000
    try await Task.sleep(for: .seconds(600))
  }

  /// Whether the app can be connected with its accessory now.
  private static func isExpected(_ tag: Accessory, by app: InstalledApp, on phone: Phone) -> Bool {
    tag.isOn && tag.place.x < 100 && phone.isUp && phone.bluetooth.state == .poweredOn
      && phone.bluetooth.authorization(of: app) == .allowedAlways && isWanted(phone)
  }

  /// Whether the system still has the wish of the user. The app does not store it, so it is lost when
  /// the system forgets what it has preserved for the app (BT24, BT27).
  private static func isWanted(_ phone: Phone) -> Bool {
    for event in phone.world.trace.events.reversed() {
      switch event.kind {
      case .bluetooth(.scanStarted): return true
      case .terminated(.forceQuit), .terminated(.reboot), .terminated(.updated): return false
      default: continue
      }
    }
    return false
  }
}
