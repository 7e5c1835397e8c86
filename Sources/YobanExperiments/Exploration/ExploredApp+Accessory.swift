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
}
