import CoreBluetooth
import Testing
import UIKit
import YobanTesting

/// An app whose transport releases the manager's delegate when the accessory disconnects.
///
/// The faulty transport sets the delegate to nil in didDisconnectPeripheral and connects again, but
/// never sets the delegate back. The new connection is there, and not reported: no service
/// is discovered, and no value arrives.
private final class TransportApp: StrapDelegate {
  override func disconnected(_ peripheral: CBPeripheral) {
    switch variant {
    case .faulty: central?.delegate = nil  // Wrong: the connection below is not reported.
    case .mended: break
    }
    connect(peripheral)
  }
}

extension KnownBug {
  static let delegateSetToNil = KnownBug(
    name: "DelegateSetToNil", thread: "https://github.com/JuulLabs-OSS/mcumgr-ios/pull/29",
    clue: "has no delegate, because the app has set it to nil",
    property: .eventually(within: .minutes(5), "a strap in reach is used within 5 minutes") {
      !$0.mustUseAccessory || $0.app.state == .notRunning || $0.subscription!.isOn
    },
    build: { world, variant in
      let subscription = Subscription()
      let strap = try world.addStrap(subscription)
      let phone = try world.addPhone()
      let app = try phone.install(
        .making {
          TransportApp(variant)
        }, infoPlist: .bluetooth("DelegateSetToNil"))
      return Stage(
        world: world, phone: phone, app: app, accessory: strap, subscription: subscription)
    },
    scenario: { stage in
      try await stage.openAndConnect()
      try await stage.world.pass(.minutes(10))
    })
}

@Suite struct DelegateSetToNilTests {
  @Test func `a manager without a delegate does not report that the strap is back`() async throws {
    try await expectShown(
      .delegateSetToNil, findings: [.bleNoDelegate.by(.bt4)],
      advice: [.bleNotSubscribedAgain.by(.bt20)]
    ) { stage in
      try await stage.openAndConnect()
      stage.accessory!.disconnect()
      try await stage.world.pass(.minutes(1))
    }
  }

  @Test func `both forms are subscribed when nothing goes wrong`() async throws {
    try await expectQuiet(.delegateSetToNil, prints: "connected")
  }
}
