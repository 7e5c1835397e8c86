import ActivityKit
import CoreBluetooth
import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// Scans of an app in background, with a Live Activity and without one (BT30).
@Suite struct LiveActivityScanTests {
  /// A central that scans for everything, with duplicates.
  private final class Scanner: NSObject, CBCentralManagerDelegate {
    private var central: CBCentralManager!

    override init() {
      super.init()
      central = CBCentralManager(delegate: self, queue: nil)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
      guard central.state == .poweredOn else { return }
      central.scanForPeripherals(
        withServices: nil, options: [CBCentralManagerScanOptionAllowDuplicatesKey: true])
    }

    func centralManager(
      _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
      advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
      print("discovered")
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var iOS: SystemVersion = 26
    var modes = ["bluetooth-central"]
    var hasActivity = true
    /// Whether the activity is scheduled, and begins in background.
    var isScheduled = false
    /// Whether the user removes the activity before the accessory comes.
    var isRemoved = false
    let finds: Bool
    var findings: [Finding.Kind] = []
    var testDescription: String {
      "iOS \(iOS.short), \(modes), activity: \(hasActivity), removed: \(isRemoved), scheduled: \(isScheduled)"
    }
  }

  private static let limits: [Finding.Kind] = [
    .bleScanBackgroundNilServices.by(.bt5), .bleScanDuplicatesIgnored.by(.bt5),
  ]

  @Test(arguments: [
    Row(finds: true),
    Row(hasActivity: false, finds: false, findings: limits),
    Row(iOS: 18, finds: false, findings: limits),
    Row(isRemoved: true, finds: false, findings: limits),
    Row(isScheduled: true, finds: false, findings: limits),
    Row(modes: [], finds: false, findings: limits + [.bleScanBackgroundWithoutMode.by(.bt8)]),
  ])
  func `a Live Activity lets a scan without services go on in background, with duplicates (BT30)`(
    _ row: Row
  ) async throws {
    let fixture = RecordingApp.app(plist: [
      "NSBluetoothAlwaysUsageDescription": "To test.", "UIBackgroundModes": row.modes,
    ]) { Kept.of("scanner", Scanner()) }
    let world = try await withPhone(iOS: row.iOS) { phone in
      let app = try phone.install(fixture)
      phone.bluetooth.setAuthorization(.allowedAlways, for: app)
      await phone.open(app)
      if row.hasActivity {
        await phone.touch(app, "start") {
          RecordingApp.start(after: row.isScheduled ? 30 : nil)
        }
      }
      await phone.goHome()
      try await sleep(60)
      if row.isRemoved { phone.dismissLiveActivity(phone.liveActivities.shown[0]) }
      let strap = try phone.world.addAccessory(
        "strap", advertising: Advertising(services: ["180D"]))
      strap.switchOn()
      try await sleep(600)
    }
    #expect(row.finds ? world.output.count >= 2 : world.output.isEmpty)
    #expect(world.kinds == row.findings)
  }
}
