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
    try await world.pass(.minutes(1))
    await phone.goHome()
    try await world.pass(.minutes(1))
    phone.jetsam(app)
    #expect(app.state == .notRunning)

    strap.notify("2A37", Data([0, 75]))
    try await world.wait(for: "the heart rate", atMost: .minutes(1)) {
      app.log.contains("pulse 75")
    }
    #expect(app.log.contains("restored"))
    #expect(app.launches.count == 2)
    #expect(world.findings.isEmpty)
  }
}
