import CoreBluetooth
import Foundation
import Testing
import TutorialsSwift5
import TutorialsSwift6
import UIKit
import YobanTesting

/// Runs code in the style of Core Bluetooth tutorials, in both language modes. It compiles
/// unchanged.
@Suite struct CoreBluetoothTutorialTests {
  /// Installs the app of a tutorial.
  private typealias Tutorial = @Sendable (Phone) throws -> InstalledApp

  private static func delegate<Delegate: UIApplicationDelegate & SendableMetatype>(
    _ delegate: Delegate.Type
  ) -> Tutorial {
    { phone in
      try phone.install(
        .delegate(delegate), infoPlist: bluetoothPlist, bundleIdentifier: "example.tutorial")
    }
  }

  /// An app that creates one object at launch and retains it.
  private static func object(_ make: @escaping @MainActor @Sendable () -> Any) -> Tutorial {
    { phone in
      var appFixture = AppFixture { _ in Kept.of("object", make()) }
      appFixture.plist = bluetoothPlist
      return try phone.install(appFixture)
    }
  }

  /// Starts an app on a phone next to an accessory.
  private func start(
    _ app: Tutorial, _ accessory: (World) throws -> Accessory
  ) async throws -> (Phone, InstalledApp, Accessory) {
    let world = try World.current
    let accessory = try accessory(world)
    accessory.switchOn()
    let phone = try world.addPhone()
    let app = try app(phone)
    await phone.open(app)
    try await world.pass(.seconds(10))
    return (phone, app, accessory)
  }

  @Test(.world()) func `a heart-rate monitor in a view controller works (Swift 5)`() async throws {
    let (phone, _, strap) = try await start(
      Self.delegate(HeartRateAppDelegate.self),
      { world in
        try world.addAccessory(
          "strap", advertising: Advertising(services: ["180D"], localName: "Strap"),
          services: [
            GATTService(
              "180D",
              [
                GATTCharacteristic("2A37", [.notify]),
                GATTCharacteristic("2A38", [.read], value: Data([1])),
              ])
          ])
      })
    strap.notify("2A37", Data([0, 72]))
    strap.notify("2A37", Data([1, 0x2C, 0x01]))
    try await Task.sleep(for: .seconds(1))
    strap.switchOff()
    try await Task.sleep(for: .seconds(5))
    strap.switchOn()
    try await Task.sleep(for: .seconds(5))
    let world = phone.world
    #expect(
      world.output(of: "phone") == [
        "central.state is .poweredOn", "found Strap, RSSI below zero: true", "Connected!",
        "<CBService: isPrimary = YES, UUID = 180D>", "2A37: properties contains .notify",
        "2A38: properties contains .read", "location: Chest", "BPM: 72", "BPM: 300",
        "Disconnected: The connection has timed out unexpectedly.", "Connected!",
        "<CBService: isPrimary = YES, UUID = 180D>", "2A37: properties contains .notify",
        "2A38: properties contains .read", "location: Chest",
      ])
    #expect(world.trace.findings.isEmpty)
  }

  @Test(.world()) func `a single class that switches an LED works (Swift 5)`() async throws {
    let service = "19B10000-E8F2-537E-4F6C-D104768A1214"
    let (phone, _, led) = try await start(
      Self.object { LEDSwitch() },
      { world in
        try world.addAccessory(
          "LED", advertising: Advertising(services: [BluetoothUUID(service)!]),
          services: [
            GATTService(
              BluetoothUUID(service)!,
              [GATTCharacteristic("19B10001-E8F2-537E-4F6C-D104768A1214", [.read, .write])])
          ])
      })
    #expect(led.value(of: "19B10001-E8F2-537E-4F6C-D104768A1214") == Data([0]))
    let world = phone.world
    let seen = world.output(of: "phone")
    #expect(seen.first == "services: \(service)")
    #expect(seen.filter { $0.hasPrefix("LED") } == ["LED on", "LED off"])
    #expect(seen.filter { $0 == "label updated: true" }.count == 2)
    #expect(world.trace.findings.isEmpty)
  }

  @Test(.world()) func `a sensor with its own queue, used by the main actor, works (Swift 6)`()
    async throws
  {
    let (phone, _, thermometer) = try await start(
      Self.object { SensorModel() },
      { world in
        try world.addAccessory(
          "thermometer", advertising: Advertising(services: ["1809"]),
          services: [GATTService("1809", [GATTCharacteristic("2A1C", [.notify])])])
      })
    thermometer.notify("2A1C", Data([0, 0x6D, 0x01, 0, 0xFF]))  // 365, exponent -1
    try await Task.sleep(for: .seconds(1))
    thermometer.disconnect()
    try await Task.sleep(for: .seconds(1))
    let world = phone.world
    #expect(
      world.output(of: "phone") == [
        "temperature 36.5 on the main thread: true", "lost just now, reconnecting: true",
        "disconnected 7",
      ])
    #expect(world.trace.findings.isEmpty)
  }

  @Test(.world()) func `a logger that its button relaunches works (Swift 6)`() async throws {
    let (phone, app, button) = try await start(
      Self.delegate(RestoringAppDelegate.self),
      { world in
        try world.addAccessory(
          "button", advertising: Advertising(services: ["FFE0"]),
          services: [GATTService("FFE0", [GATTCharacteristic("FFE1", [.notify])])])
      })
    await phone.goHome()
    try await Task.sleep(for: .seconds(60))
    phone.jetsam(app)
    try await Task.sleep(for: .seconds(3600))
    button.notify("FFE1", Data([2]))
    try await Task.sleep(for: .seconds(10))
    button.notify("FFE1", Data([3]))
    try await Task.sleep(for: .seconds(10))
    let world = phone.world
    #expect(
      world.output(of: "phone").prefix(4)
        == ["launched", "connected", "launched", "restored 1, connected: true"])
    #expect(world.output(of: "phone").contains("click 3"))
    #expect(world.trace.findings.isEmpty)
  }

  private func startPair(_ server: @escaping Tutorial, _ client: @escaping Tutorial) async throws {
    let world = try World.current
    for (name, app) in [("server", server), ("client", client)] {
      let phone = try world.addPhone(name)
      await phone.open(try app(phone))
    }
    try await world.pass(.seconds(60))
  }

  @Test(.world()) func `a text is sent from phone to phone in parts (Swift 5)`() async throws {
    let text = String(repeating: "Lorem ipsum dolor sit amet. ", count: 200)
    let world = try World.current
    try await startPair(
      Self.object { TransferPeripheral(text: text) },
      Self.object {
        let central = TransferCentral()
        central.received = { print("received all: \($0 == text)") }
        return central
      })
    #expect(world.output(of: "client") == ["received all: true", "Perhipheral Disconnected"])
    #expect(
      world.output(of: "server") == [
        "Central subscribed to characteristic", "Sent: EOM, after a full queue: true",
        "Received write request of 6 bytes: thanks", "Central unsubscribed from characteristic",
      ])
    #expect(world.trace.findings.isEmpty)
  }

  @Test(.world()) func `an L2CAP channel echoes bytes between two phones (Swift 6)`() async throws {
    let text = String(repeating: "echo ", count: 10_000)
    let world = try World.current
    try await startPair(
      Self.object { EchoServer() },
      Self.object { EchoClient(text: text) })
    #expect(world.output(of: "client") == ["echo of 50000 bytes, the same: true"])
    #expect(world.trace.findings.isEmpty)
  }
}
