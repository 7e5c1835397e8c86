import CoreBluetooth
import Testing
import UIKit
import YobanTesting

/// An app that subscribes to its strap as soon as it is restored.
///
/// The peripherals are restored before the state is powered on, and until then every command is
/// dropped. The strap of the faulty app is restored without a subscription, because the last process
/// ended before it had subscribed: the app asks for one too early, and never again.
private final class EagerApp: StrapDelegate {
  override var restoreIdentifier: String? { "strap" }

  override func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
    super.centralManager(central, willRestoreState: dict)
    guard let strap, variant == .faulty else { return }
    // Wrong: the manager accepts no command yet.
    if strap.state == .connected { subscribe(strap) }
  }

  override func start() {
    if variant == .faulty, strap?.state == .connected { return }
    super.start()
  }
}

extension KnownBug {
  static let subscribedBeforePoweredOn = KnownBug(
    name: "SubscribedBeforePoweredOn",
    thread: "https://github.com/ps2/rileylink_ios/issues/22",
    clue: nil,
    property: .eventually(within: .minutes(5), "a strap in reach is used within 5 minutes") {
      !$0.mustUseAccessory || $0.subscription!.isOn
    },
    build: { world, variant in
      let subscription = Subscription()
      let strap = try world.addStrap(subscription)
      let phone = try world.addPhone()
      let app = try phone.install(
        .making {
          EagerApp(variant)
        }, infoPlist: .bluetooth("SubscribedBeforePoweredOn"))
      return Stage(
        world: world, phone: phone, app: app, accessory: strap, subscription: subscription)
    },
    scenario: { stage in
      try await stage.openAndConnect()
      try await stage.world.pass(.minutes(10))
    })
}

/// The simulated system delivers the answers of the last process to the next one, which then goes on, so
/// that a search does not find this bug. The finding shows it.
@Suite struct SubscribedBeforePoweredOnTests {
  @Test func `a command before the restored manager is powered on is a finding (BT25)`()
    async throws
  {
    for (variant, findings) in [
      (Variant.faulty, [Finding.Kind.bleWrongState.by(.bt1)]), (.mended, []),
    ] {
      let verdict = try await play(.subscribedBeforePoweredOn, variant) { stage in
        try await stage.openAndConnect()
        stage.phone.jetsam(stage.app)
        await stage.phone.open(stage.app)
        try await stage.world.pass(.minutes(1))
      }
      #expect(verdict.findings == findings)
    }
  }

  @Test func `both forms are subscribed when nothing goes wrong`() async throws {
    try await expectQuiet(.subscribedBeforePoweredOn, prints: "connected")
  }
}
