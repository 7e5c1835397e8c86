import CoreBluetooth
import Testing
import UIKit
import YobanTesting

/// An app that notes who was near, and that scans with pauses.
///
/// The faulty app stops its scan, and a timer begins the next one. An app that is suspended in the
/// pause has no scan, so no discovery wakes it, and the timer does not fire: it is silent until its
/// user opens it. The mended app scans without pauses.
private final class NearbyApp: UIResponder, UIApplicationDelegate,
  @preconcurrency CBCentralManagerDelegate
{
  private let variant: Variant
  private var central: CBCentralManager?

  init(_ variant: Variant) { self.variant = variant }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    central = CBCentralManager(
      delegate: self, queue: nil, options: [CBCentralManagerOptionRestoreIdentifierKey: "nearby"])
    return true
  }

  func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {}

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    if central.state == .poweredOn { scan() }
  }

  private func scan() {
    guard central?.state == .poweredOn else { return }
    print("scan")
    central?.scanForPeripherals(withServices: [HeartStrap.service])
    switch variant {
    case .faulty:
      DispatchQueue.main.asyncAfter(deadline: .now() + 20) {
        print("pause")
        self.central?.stopScan()
        // Wrong: during the pause the app has nothing for which the system would wake it.
        DispatchQueue.main.asyncAfter(deadline: .now() + 7) { self.scan() }
      }
    case .mended: break
    }
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    print("met", peripheral.name ?? "somebody")
  }
}

extension KnownBug {
  static let pauseBetweenScans = KnownBug(
    name: "PauseBetweenScans",
    thread: "https://github.com/opentrace-community/opentrace-ios/issues/18",
    clue: "nothing is left with the system",
    property: .eventually(within: .minutes(10), "somebody near is noticed within 10 minutes") {
      !$0.canUseAccessory || !$0.app.log.contains("scan") || $0.app.log.contains("met ")
    },
    build: { world, variant in
      let other = try world.addAccessory(
        "other", advertising: Advertising(services: ["180D"], localName: "Other"))
      let phone = try world.addPhone()
      let app = try phone.install(
        .making { NearbyApp(variant) }, infoPlist: .bluetooth("PauseBetweenScans"))
      return Stage(world: world, phone: phone, app: app, accessory: other)
    },
    scenario: { stage in
      await stage.phone.open(stage.app)
      try await stage.world.pass(.minutes(2))
      try await stage.pass(atMost: .minutes(1)) { stage.app.log.texts.last == "scan" }
      await stage.phone.goHome()
      try await stage.world.pass(.minutes(10))
      stage.accessory!.switchOn()
      // Longer than the patience of the property, so that it is judged before the end.
      try await stage.world.pass(.minutes(12))
    })
}

@Suite struct PauseBetweenScansTests {
  @Test func `an app that is suspended in a pause of its scan meets nobody`() async throws {
    try await expectShown(.pauseBetweenScans, advice: [.wakeNothingOutstanding.by(.l7)]) { stage in
      await stage.phone.open(stage.app)
      // The user goes to the home screen in a pause of the faulty app.
      try await stage.world.pass(.seconds(23))
      await stage.phone.goHome()
      try await stage.world.pass(.minutes(10))
      stage.accessory!.switchOn()
    }
  }

  @Test func `both forms notice the other person when nothing goes wrong`() async throws {
    try await expectQuiet(.pauseBetweenScans, prints: "met Other")
  }
}
