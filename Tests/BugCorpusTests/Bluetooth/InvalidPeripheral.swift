import CoreBluetooth
import Testing
import UIKit
import YobanTesting

/// An app that keeps its peripheral over a crash of the Bluetooth daemon.
///
/// When the daemon restarts, the manager is reset and every peripheral object is invalid; no
/// delegate of such an object is called again. The faulty app connects the old object when Bluetooth
/// is back, and nothing comes of it. The mended one retrieves a new object for the identifier.
private final class PumpApp: StrapDelegate {
  override func centralManagerDidUpdateState(_ central: CBCentralManager) {
    guard central.state == .poweredOn else { return }
    if let known = strap {
      switch variant {
      case .faulty: break  // Wrong: the object may be one from before the restart of the daemon.
      case .mended:
        strap = central.retrievePeripherals(withIdentifiers: [known.identifier]).first
      }
    }
    start()
  }
}

extension KnownBug {
  static let invalidPeripheral = KnownBug(
    name: "InvalidPeripheral", thread: "https://github.com/LoopKit/OmniBLE/pull/44",
    clue: "a CBPeripheral that is not valid for this manager",
    property: .eventually(within: .minutes(5), "a strap in reach is used within 5 minutes") {
      !$0.mustUseAccessory || $0.app.state == .notRunning || $0.subscription!.isOn
    },
    build: { world, variant in
      let subscription = Subscription()
      let strap = try world.addStrap(subscription)
      let phone = try world.addPhone()
      let app = try phone.install(
        .making { PumpApp(variant) }, infoPlist: .bluetooth("InvalidPeripheral"))
      return Stage(
        world: world, phone: phone, app: app, accessory: strap, subscription: subscription)
    },
    scenario: { stage in
      try await stage.openAndConnect()
      try await stage.world.pass(.minutes(10))
    })
}

@Suite struct InvalidPeripheralTests {
  @Test func `an object from before a restart of the daemon does not connect`() async throws {
    try await expectShown(.invalidPeripheral, findings: [.bleWrongState.by(.bt2)]) { stage in
      try await stage.openAndConnect()
      stage.phone.bluetooth.reset()
      try await stage.world.pass(.minutes(1))
    }
  }

  @Test func `both forms are subscribed when nothing goes wrong`() async throws {
    try await expectQuiet(.invalidPeripheral, prints: "connected")
  }
}
