import CoreBluetooth
import Testing
import UIKit
import YobanTesting

/// An app that remembers the identifier of its accessory.
///
/// A peripheral that a scan has found is kept in a table. In a new process the table is empty, so
/// the app retrieves the peripheral by its identifier; the faulty app does not put it into the
/// table. Nobody holds the object, and the system cancels its pending connect.
private final class RememberingApp: StrapDelegate {
  private var known: [UUID: CBPeripheral] = [:]

  override func start() {
    guard let stored = UserDefaults.standard.string(forKey: "strap"),
      let identifier = UUID(uuidString: stored)
    else { return scan() }
    if let peripheral = find(identifier), peripheral.state == .disconnected { connect(peripheral) }
  }

  override func invalidated() { known = [:] }

  private func find(_ identifier: UUID) -> CBPeripheral? {
    if let peripheral = known[identifier] { return peripheral }
    let found = central?.retrievePeripherals(withIdentifiers: [identifier]).first
    switch variant {
    case .faulty: break  // Wrong: only the caller holds the object, until the caller returns.
    case .mended: known[identifier] = found
    }
    return found
  }

  override func discovered(_ peripheral: CBPeripheral) {
    known[peripheral.identifier] = peripheral
    UserDefaults.standard.set(peripheral.identifier.uuidString, forKey: "strap")
    connect(peripheral)
  }
}

extension KnownBug {
  static let peripheralNotHeld = KnownBug(
    name: "PeripheralNotHeld", thread: "https://github.com/Navideck/universal_ble/pull/235",
    clue: "the CBPeripheral of strap was released by the app",
    property: .eventually(within: .minutes(5), "a strap in reach is connected within 5 minutes") {
      !$0.mustUseAccessory || $0.app.state == .notRunning || $0.accessory!.isConnected
    },
    build: { world, variant in
      let strap = try world.addStrap()
      let phone = try world.addPhone()
      let app = try phone.install(
        .making {
          RememberingApp(variant)
        }, infoPlist: .bluetooth("PeripheralNotHeld"))
      return Stage(world: world, phone: phone, app: app, accessory: strap)
    },
    scenario: { stage in
      try await stage.openAndConnect()
      try await stage.world.pass(.minutes(10))
    })
}

@Suite struct PeripheralNotHeldTests {
  @Test func `a retrieved peripheral that nobody holds is not connected after a relaunch`()
    async throws
  {
    try await expectShown(.peripheralNotHeld, findings: [.bleObjectReleased.by(.bt7)]) { stage in
      try await stage.openAndConnect()
      stage.phone.jetsam(stage.app)
      await stage.phone.open(stage.app)
      try await stage.world.pass(.minutes(1))
    }
  }

  @Test func `both forms stay connected when nothing goes wrong`() async throws {
    try await expectQuiet(.peripheralNotHeld, prints: "connected")
  }
}
