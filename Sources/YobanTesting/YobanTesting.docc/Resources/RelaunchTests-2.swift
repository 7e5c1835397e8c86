import Foundation
import Testing
import YobanTesting

@testable import PulseApp

/// The app's behavior after the system has removed it from memory.
@Suite struct RelaunchTests {
  @Test(.world(seed: 1))
  func `the system relaunches the app for a heart rate after it removed it from memory`()
    async throws
  {
    let world = try World.current
    let strap = try world.addAccessory(
      "strap", advertising: Advertising(services: ["180D"], localName: "Strap"),
      services: [GATTService("180D", [GATTCharacteristic("2A37", [.notify])])])
    strap.switchOn()
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.install(
      .delegate(AppDelegate.self), infoPlist: .file("Sources/PulseApp/Info.plist"))

    await phone.open(app)
    try await world.wait(for: "the connection", atMost: .minutes(1)) {
      app.log.contains("connected")
    }
  }
}
