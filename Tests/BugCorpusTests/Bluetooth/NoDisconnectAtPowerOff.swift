import CoreBluetooth
import Testing
import UIKit
import YobanTesting

/// An app that knows from its delegate's calls whether it is connected.
///
/// When Bluetooth is switched off, the connections end and didDisconnectPeripheral is not called. The
/// faulty app believes that it is still connected, and asks for nothing when Bluetooth is on again.
private final class CountingApp: StrapDelegate {
  private var isConnected = false

  override func connected(_ peripheral: CBPeripheral) {
    isConnected = true
    super.connected(peripheral)
  }

  override func disconnected(_ peripheral: CBPeripheral) {
    isConnected = false
    super.disconnected(peripheral)
  }

  override func centralManagerDidUpdateState(_ central: CBCentralManager) {
    switch variant {
    case .faulty: break  // Wrong: a connection also ends without a call, with the state.
    case .mended: if central.state != .poweredOn { isConnected = false }
    }
    super.centralManagerDidUpdateState(central)
  }

  override func start() { if !isConnected { super.start() } }
}

extension KnownBug {
  static let noDisconnectAtPowerOff = KnownBug(
    name: "NoDisconnectAtPowerOff", thread: "https://github.com/steamclock/bluejay/issues/211",
    clue: "centralManagerDidUpdateState, poweredOn",
    property: .eventually(within: .minutes(5), "a strap in reach is connected within 5 minutes") {
      !$0.mustUseAccessory || $0.app.state == .notRunning || $0.accessory!.isConnected
    },
    build: { world, variant in
      let strap = try world.addStrap()
      let phone = try world.addPhone()
      let app = try phone.install(
        .making {
          CountingApp(variant)
        }, infoPlist: .bluetooth("NoDisconnectAtPowerOff"))
      return Stage(world: world, phone: phone, app: app, accessory: strap)
    },
    scenario: { stage in
      try await stage.openAndConnect()
      try await stage.world.pass(.minutes(10))
    })
}

@Suite struct NoDisconnectAtPowerOffTests {
  @Test func `after Bluetooth was off only the mended app connects again`() async throws {
    try await expectShown(.noDisconnectAtPowerOff) { stage in
      try await stage.openAndConnect()
      stage.phone.bluetooth.switchOff(by: .settings)
      try await stage.world.pass(.minutes(1))
      stage.phone.bluetooth.switchOn()
      try await stage.world.pass(.minutes(1))
    }
  }

  @Test func `both forms stay connected when nothing goes wrong`() async throws {
    try await expectQuiet(.noDisconnectAtPowerOff, prints: "connected")
  }
}
