import Foundation
import Testing
import YobanTesting

@testable import PulseApp

/// What the app must do while nobody looks at it. Each test has a simulated world of its own, in which
/// hours pass in milliseconds.
@Suite(.world()) struct PulseTests {
  /// A chest strap that sends a heart rate when it is asked to.
  private func makeStrap(in world: World) -> Accessory {
    let strap = world.addAccessory(
      "strap", advertising: Advertising(services: ["180D"], localName: "Strap"),
      services: [GATTService("180D", [GATTCharacteristic("2A37", [.notify])])])
    strap.switchOn()
    return strap
  }

  @Test func `the app receives heart rates while it is suspended`() async throws {
    let world = try World.current
    let strap = makeStrap(in: world)
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.install(AppDelegate.self, infoPlist: .file("Sources/PulseApp/Info.plist"))

    await phone.open(app)
    try await world.wait(for: "the connection", atMost: .minutes(1)) { app.log.contains("connected") }
    await phone.lock()
    try await world.wait(for: "suspension", atMost: .minutes(1)) { app.state == .suspended }

    try await world.pass(.hours(3))
    strap.notify("2A37", Data([0, 72]))
    try await world.wait(for: "the heart rate", atMost: .minutes(1)) { app.log.contains("pulse 72") }
    #expect(world.findings.isEmpty)
  }

  @Test func `the app reconnects after the strap was out of reach`() async throws {
    let world = try World.current
    let strap = makeStrap(in: world)
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.install(AppDelegate.self, infoPlist: .file("Sources/PulseApp/Info.plist"))
    await phone.open(app)
    try await world.wait(for: "the connection", atMost: .minutes(1)) { app.log.contains("connected") }
    await phone.goHome()

    strap.place = Place(x: 200)  // meters
    try await world.wait(for: "the loss", atMost: .minutes(1)) { app.log.contains("disconnected") }
    try await world.pass(.hours(8))
    strap.place = Place(x: 1)
    try await world.wait(for: "a new connection", atMost: .minutes(1)) { strap.isConnected }
    #expect(world.findings.isEmpty)
  }

  @Test func `the system relaunches the app for a heart rate after it removed it from memory`() async throws {
    let world = try World.current
    let strap = makeStrap(in: world)
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.install(AppDelegate.self, infoPlist: .file("Sources/PulseApp/Info.plist"))
    await phone.open(app)
    try await world.wait(for: "the connection", atMost: .minutes(1)) { app.log.contains("connected") }
    try await world.pass(.minutes(1))
    await phone.goHome()
    try await world.pass(.minutes(1))

    phone.jetsam(app)
    #expect(app.state == .notRunning)
    strap.notify("2A37", Data([0, 75]))
    try await world.wait(for: "the heart rate", atMost: .minutes(1)) { app.log.contains("pulse 75") }
    #expect(app.log.contains("restored"))
    #expect(app.launches.count == 2)
    #expect(world.findings.isEmpty)
  }
}
