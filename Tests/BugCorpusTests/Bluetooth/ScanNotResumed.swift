import CoreBluetooth
import Testing
import UIKit
import YobanTesting

/// An app that notes who is near, and that begins its scan once.
///
/// A scan ends when Bluetooth goes off. The faulty app remembers that it has begun to scan, and does
/// not begin again when Bluetooth is back.
private final class MeetingApp: StrapDelegate {
  private var hasBegun = false

  override func start() {
    switch variant {
    case .faulty: if hasBegun { return }  // Wrong: the scan has ended with Bluetooth.
    case .mended: break
    }
    hasBegun = true
    print("scan")
    scan()
  }

  override func discovered(_ peripheral: CBPeripheral) {
    print("met", peripheral.name ?? "somebody")
  }
}

extension KnownBug {
  static let scanNotResumed = KnownBug(
    name: "ScanNotResumed", thread: "https://github.com/kryptco/krypton-ios/pull/83",
    clue: "was called while the manager's state was",
    property: .eventually(within: .minutes(10), "somebody near is noticed within 10 minutes") {
      !$0.canUseAccessory || $0.app.state == .notRunning || !$0.app.log.contains("scan")
        || $0.app.log.contains("met ")
    },
    build: { world, variant in
      let other = try world.addAccessory(
        "other", advertising: Advertising(services: ["180D"], localName: "Other"))
      let phone = try world.addPhone()
      let app = try phone.install(
        .making { MeetingApp(variant) }, infoPlist: .bluetooth("ScanNotResumed"))
      return Stage(world: world, phone: phone, app: app, accessory: other)
    },
    scenario: { stage in
      await stage.phone.open(stage.app)
      try await stage.world.pass(.minutes(1))
      await stage.phone.goHome()
      try await stage.world.pass(.minutes(5))
      stage.accessory!.switchOn()
      try await stage.world.pass(.minutes(12))
    })
}

@Suite struct ScanNotResumedTests {
  @Test func `after Bluetooth was off only the mended app scans again`() async throws {
    try await expectShown(.scanNotResumed) { stage in
      await stage.phone.open(stage.app)
      try await stage.world.pass(.minutes(1))
      await stage.phone.goHome()
      stage.phone.bluetooth.switchOff(by: .settings)
      try await stage.world.pass(.minutes(1))
      stage.phone.bluetooth.switchOn()
      stage.accessory!.switchOn()
    }
  }

  @Test func `both forms notice the other person when nothing goes wrong`() async throws {
    try await expectQuiet(.scanNotResumed, prints: "met Other")
  }
}
