import Foundation
import Testing
import YobanTesting

@testable import PulseApp

/// The app's behavior while the user does not look at it. Each test has a simulated world of its own, in
/// which hours pass in milliseconds.
@Suite(.world()) struct PulseTests {
  /// A phone whose app is in front and connected to a chest strap.
  private struct Scene {
    let world: World
    let strap: Accessory
    let phone: Phone
    let app: InstalledApp

    init() async throws {
      world = try World.current
      strap = try world.addAccessory(
        "strap", advertising: Advertising(services: ["180D"], localName: "Strap"),
        services: [GATTService("180D", [GATTCharacteristic("2A37", [.notify])])])
      strap.switchOn()
      phone = try world.addPhone(iOS: 17)
      app = try phone.install(
        .delegate(AppDelegate.self), infoPlist: .file("Sources/PulseApp/Info.plist"))
      await phone.open(app)
      try await wait(for: "connected")
    }

    /// Lets at most a minute of virtual time pass until the app has printed a text.
    func wait(for text: String) async throws {
      try await world.wait(for: "the line \(text)", atMost: .minutes(1)) { app.log.contains(text) }
    }

    /// The strap measures a heart rate.
    func beat(_ perMinute: UInt8) { strap.notify("2A37", Data([0, perMinute])) }
  }

  @Test func `the app receives heart rates while it is suspended`() async throws {
    let scene = try await Scene()
    await scene.phone.lock()
    try await scene.world.wait(for: "suspension", atMost: .minutes(1)) {
      scene.app.state == .suspended
    }
    try await scene.world.pass(.hours(3))
    scene.beat(72)
    try await scene.wait(for: "pulse 72")
    #expect(scene.world.findings.isEmpty)
  }

  @Test func `the app reconnects after the strap was out of reach`() async throws {
    let scene = try await Scene()
    await scene.phone.goHome()
    scene.strap.place = Place(x: 200)  // meters
    try await scene.wait(for: "disconnected")
    try await scene.world.pass(.hours(8))
    scene.strap.place = Place(x: 1)
    try await scene.world.wait(for: "a new connection", atMost: .minutes(1)) {
      scene.strap.isConnected
    }
    #expect(scene.world.findings.isEmpty)
  }
}
