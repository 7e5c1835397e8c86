import CoreBluetooth
import Testing
import UIKit
import YobanTesting

/// An app that subscribes to the values of its accessory once.
///
/// A subscription ends with the connection. The faulty app keeps the connection up for ever and
/// believes that a subscription lasts as long: after the accessory was switched off and on, the app
/// is connected and receives nothing.
private final class ObservingApp: StrapDelegate {
  private var isObserving = false

  override func connected(_ peripheral: CBPeripheral) {
    switch variant {
    case .faulty:
      // Wrong: the subscription has ended with the last connection.
      if isObserving { return }
    case .mended: break
    }
    isObserving = true
    subscribe(peripheral)
  }
}

extension KnownBug {
  static let notSubscribedAgain = KnownBug(
    name: "NotSubscribedAgain", thread: "https://github.com/Rightpoint/RZBluetooth/issues/42",
    clue: "phone: didConnect, strap",
    property: .eventually(within: .minutes(5), "a strap in reach is used within 5 minutes") {
      !$0.mustUseAccessory || $0.app.state == .notRunning || $0.subscription!.isOn
    },
    build: { world, variant in
      let subscription = Subscription()
      let strap = try world.addStrap(subscription)
      let phone = try world.addPhone()
      let app = try phone.install(
        .making {
          ObservingApp(variant)
        }, infoPlist: .bluetooth("NotSubscribedAgain"))
      return Stage(
        world: world, phone: phone, app: app, accessory: strap, subscription: subscription)
    },
    scenario: { stage in
      try await stage.openAndConnect()
      try await stage.world.pass(.minutes(10))
    })
}

@Suite struct NotSubscribedAgainTests {
  @Test func `a strap that was switched off and on is subscribed by the mended app only`()
    async throws
  {
    try await expectShown(.notSubscribedAgain, advice: [.bleNotSubscribedAgain.by(.bt20)]) {
      stage in
      try await stage.openAndConnect()
      stage.accessory!.switchOff()
      try await stage.world.pass(.minutes(1))
      stage.accessory!.switchOn()
      try await stage.world.pass(.minutes(1))
    }
  }

  @Test func `both forms are subscribed when nothing goes wrong`() async throws {
    try await expectQuiet(.notSubscribedAgain, prints: "connected")
  }
}
