import AccessorySetupKit
import CoreBluetooth
import UIKit
import YobanTesting

/// An app that lets the user set up heart rate straps. Each line that it prints is compared by a test.
@MainActor enum SetupApp {
  nonisolated static var plist: [String: Any] {
    [
      "NSAccessorySetupKitSupports": ["Bluetooth"],
      "NSAccessorySetupBluetoothServices": ["180D"],
      "NSAccessorySetupBluetoothNames": ["Strap", "New"],
      "NSAccessorySetupBluetoothCompanyIdentifiers": ["006B"],
    ]
  }

  /// - Parameter launched: called at launch, after the session was activated.
  nonisolated static func app(
    _ changes: [String: Any?] = [:], _ launched: @escaping @MainActor @Sendable () -> Void = {}
  ) -> AppFixture {
    var app = AppFixture { _ in
      activate()
      launched()
    }
    var values = plist
    for (key, value) in changes { values[key] = value }
    app.plist = InfoPlist(values)
    return app
  }

  static var session: ASAccessorySession { Kept.get("session")! }
  static var central: Listener? { Kept.get("central") }

  static func activate() {
    let session = ASAccessorySession()
    Kept.of("session", session)
    session.activate(on: .main) { event in MainActor.assumeIsolated { print(words(event)) } }
  }

  static func words(_ event: ASAccessoryEvent) -> String {
    let accessory = event.accessory.map { " \($0.displayName) \($0.state.rawValue)" } ?? ""
    let error = event.error.map { " \(outcome($0))" } ?? ""
    return "\(event.eventType)\(accessory)\(error)"
  }

  static func item(
    _ change: (ASDiscoveryDescriptor) -> Void = { _ in }
  ) -> ASPickerDisplayItem {
    let descriptor = ASDiscoveryDescriptor()
    descriptor.bluetoothServiceUUID = CBUUID(string: "180D")
    change(descriptor)
    return ASPickerDisplayItem(
      name: "Chest strap", productImage: UIImage(), descriptor: descriptor)
  }

  static func migration(_ name: String, _ identifier: UUID?) -> ASMigrationDisplayItem {
    let item = ASMigrationDisplayItem(
      name: name, productImage: UIImage(), descriptor: ASDiscoveryDescriptor())
    item.peripheralIdentifier = identifier
    return item
  }

  static func showPicker(_ items: [ASPickerDisplayItem]? = nil) {
    session.showPicker(for: items ?? [item()]) { print("picker \($0.map(outcome) ?? "done")") }
  }

  nonisolated static func outcome(_ error: any Error) -> String {
    "\((error as NSError).domain) \((error as NSError).code)"
  }

  static func startCentral() { Kept.of("central", Listener()) }
}

/// Prints what a central manager says, and connects to the accessory that is set up.
@MainActor final class Listener: NSObject, @preconcurrency CBCentralManagerDelegate {
  private(set) var manager: CBCentralManager!
  private var peripherals: [CBPeripheral] = []

  override init() {
    super.init()
    manager = CBCentralManager(delegate: self, queue: nil)
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    print("state \(central.state.rawValue)")
    let known = SetupApp.session.accessories.compactMap(\.bluetoothIdentifier)
    guard central.state == .poweredOn, peripherals.isEmpty else { return }
    peripherals = central.retrievePeripherals(withIdentifiers: known)
    for peripheral in peripherals { central.connect(peripheral) }
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    Kept.of("found", peripheral.identifier)
    print("found \(advertisementData[CBAdvertisementDataLocalNameKey] ?? "-")")
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    print("connected \(peripheral.name ?? "-")")
  }

  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    error: (any Error)?
  ) {
    print("disconnected \(error.map(SetupApp.outcome) ?? "-")")
    peripherals = []
  }
}

/// Waits, in seconds.
func sleep(_ seconds: Double) async throws { try await Task.sleep(for: .seconds(seconds)) }

extension World {
  /// A heart rate strap that is switched on.
  @discardableResult
  func strap(
    _ name: String = "strap", _ localName: String = "Strap",
    _ change: (inout Advertising) -> Void = { _ in }
  ) throws -> Accessory {
    var advertising = Advertising(services: ["180D"], localName: localName)
    change(&advertising)
    let strap = try addAccessory(
      name, advertising: advertising,
      services: [GATTService("180D", [GATTCharacteristic("2A37", [.notify])])])
    strap.switchOn()
    return strap
  }
}
