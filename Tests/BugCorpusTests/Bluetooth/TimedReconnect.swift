import CoreBluetooth
import Testing
import UIKit
import YobanTesting

/// An app that stays connected with a chest strap.
///
/// After a loss or a failed connect, the faulty app waits a growing time on the main queue before it
/// connects again. A suspended app does not get to the end of that time, and nothing else is
/// outstanding for which the system would wake it: in the thread the strap was connected again 10 h
/// and 46 min too late.
private final class NightApp: StrapDelegate {
  private var failures = 0

  override var restoreIdentifier: String? { "strap" }

  override func connected(_ peripheral: CBPeripheral) {
    failures = 0
    super.connected(peripheral)
  }

  override func disconnected(_ peripheral: CBPeripheral) {
    failures += 1
    switch variant {
    case .faulty:
      // Wrong: until this block runs, the system has no request of this app.
      DispatchQueue.main.asyncAfter(deadline: .now() + 3 * pow(2, Double(failures - 1))) {
        self.connect(peripheral)
      }
    case .mended: connect(peripheral)
    }
  }
}

extension KnownBug {
  static let timedReconnect = KnownBug(
    name: "TimedReconnect", thread: "https://github.com/ryanbr/noop/issues/1413",
    clue: "only a delay of its own was outstanding",
    property: .eventually(within: .minutes(5), "a strap in reach is connected within 5 minutes") {
      !$0.mustUseAccessory || $0.accessory!.isConnected
    },
    build: { world, variant in
      let strap = try world.addStrap()
      let phone = try world.addPhone()
      let app = try phone.install(
        .making { NightApp(variant) }, infoPlist: .bluetooth("TimedReconnect"))
      return Stage(world: world, phone: phone, app: app, accessory: strap)
    },
    scenario: { stage in
      try await stage.openAndConnect()
      try await stage.world.pass(.minutes(10))
    })
}

extension Stage {
  /// The user opens the app, waits for the accessory, and goes to the home screen.
  func openAndConnect() async throws {
    await phone.open(app)
    try await pass(atMost: .minutes(1)) { accessory!.isConnected }
    try await world.pass(.seconds(2))
    await phone.goHome()
    try await pass(atMost: .minutes(1)) { app.state == .suspended }
  }
}

@Suite struct TimedReconnectTests {
  @Test func `a suspended app does not reach the end of a delay, and loses its strap`() async throws
  {
    try await expectShown(.timedReconnect, advice: [.wakeNothingOutstanding.by(.l7)]) { stage in
      try await stage.openAndConnect()
      stage.accessory!.refuseConnections(3)
      stage.accessory!.disconnect()
      try await stage.world.pass(.minutes(1))
    }
  }

  @Test func `both forms stay connected when nothing goes wrong`() async throws {
    try await expectQuiet(.timedReconnect, prints: "connected")
  }
}
