import CoreBluetooth
import Testing
import UIKit
import YobanTesting

/// An app that is restored with the connection that it was waiting for.
///
/// The system restores a peripheral in the state in which it is. The faulty app accepts one that is
/// connected or disconnected, and drops one that is still connecting: the pending connect ends with
/// the object, and the app never scans again because it believes that it has restored its
/// accessory.
private final class RestoredApp: StrapDelegate {
  private var hasRestored = false

  override var restoreIdentifier: String? { "strap" }

  override func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
    let restored = dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral] ?? []
    hasRestored = !restored.isEmpty
    for peripheral in restored {
      print("restored", peripheral.state.rawValue)
      switch variant {
      case .faulty:
        // Wrong: connecting is a third state, in which the request of the last process goes on.
        guard peripheral.state == .connected || peripheral.state == .disconnected else { continue }
      case .mended: break
      }
      strap = peripheral
      peripheral.delegate = self
    }
  }

  override func start() {
    if strap == nil && hasRestored { return }
    super.start()
  }
}

extension KnownBug {
  static let restoredWhileConnecting = KnownBug(
    name: "RestoredWhileConnecting", thread: "https://github.com/LoopKit/CGMBLEKit/issues/75",
    clue: "prints: restored 1",
    property: .eventually(within: .minutes(5), "a strap in reach is connected within 5 minutes") {
      !$0.mustUseAccessory || $0.accessory!.isConnected
    },
    build: { world, variant in
      let strap = try world.addStrap()
      let phone = try world.addPhone()
      let app = try phone.install(
        .making {
          RestoredApp(variant)
        }, infoPlist: .bluetooth("RestoredWhileConnecting"))
      return Stage(world: world, phone: phone, app: app, accessory: strap)
    },
    scenario: { stage in
      try await stage.openAndConnect()
      try await stage.world.pass(.minutes(10))
    })
}

@Suite struct RestoredWhileConnectingTests {
  @Test func `a peripheral that is restored while it connects is kept by the mended app only`()
    async throws
  {
    try await expectShown(.restoredWhileConnecting, findings: [.bleObjectReleased.by(.bt7)]) {
      stage in
      try await stage.openAndConnect()
      stage.accessory!.place = Place(x: 200)
      try await stage.world.wait(for: "the loss", atMost: .minutes(1)) {
        stage.app.log.contains("disconnected")
      }
      try await stage.world.pass(.minutes(1))
      stage.phone.jetsam(stage.app)
      await stage.phone.open(stage.app)
      try await stage.world.pass(.minutes(1))
      stage.accessory!.place = Place(x: 1)
    }
  }

  @Test func `both forms stay connected when nothing goes wrong`() async throws {
    try await expectQuiet(.restoredWhileConnecting, prints: "connected")
  }
}
