import CoreBluetooth
import Foundation
import Testing
import UIKit
import YobanTesting

/// A delegate that prints its callbacks, and proceeds with the first peripheral up to a given step.
final class CentralListener: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
  enum Goal: Int { case state, discovery, connection, attributes }

  private let goal: Goal
  private let services: [CBUUID]?
  private(set) var manager: CBCentralManager!
  var peripheral: CBPeripheral?
  var scanOptions: [String: Any]?
  var connectOptions: [String: Any]?
  /// Called when the characteristics of a service were discovered.
  var ready: @Sendable (CBPeripheral) -> Void = { _ in }
  var valueCame: @Sendable (CBCharacteristic) -> Void = { _ in }

  init(
    _ goal: Goal, _ services: [String]? = nil, queue: DispatchQueue? = nil,
    options: [String: Any]? = nil
  ) {
    self.goal = goal
    self.services = services?.map(CBUUID.init)
    super.init()
    manager = CBCentralManager(delegate: self, queue: queue, options: options)
  }

  func characteristic(_ uuid: String) -> CBCharacteristic? {
    peripheral?.services?.flatMap { $0.characteristics ?? [] }
      .first { $0.uuid == CBUUID(string: uuid) }
  }

  private func reaches(_ step: Goal) -> Bool { goal.rawValue >= step.rawValue }

  // MARK: Callbacks of the manager

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    print("state \(central.state.rawValue)")
    if central.state == .poweredOn, peripheral == nil, reaches(.discovery) {
      central.scanForPeripherals(withServices: services, options: scanOptions)
    }
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    print("found \(advertisementData[CBAdvertisementDataLocalNameKey] ?? "-")")
    guard self.peripheral == nil, reaches(.connection) else { return }
    self.peripheral = peripheral
    peripheral.delegate = self
    central.stopScan()
    central.connect(peripheral, options: connectOptions)
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    print("connected \(peripheral.name ?? "-")")
    if reaches(.attributes) { peripheral.discoverServices(nil) }
  }

  func centralManager(
    _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
  ) {
    print("failed \(words(error))")
  }

  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    error: (any Error)?
  ) {
    print("disconnected \(words(error)) in state \(peripheral.state.rawValue)")
  }

  func centralManager(
    _ central: CBCentralManager, connectionEventDidOccur event: CBConnectionEvent,
    for peripheral: CBPeripheral
  ) {
    print("event \(event.rawValue)")
  }

  // MARK: Callbacks of the peripheral

  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    print("services \(uuids(peripheral.services)) \(words(error))")
    for service in peripheral.services ?? [] {
      peripheral.discoverCharacteristics(nil, for: service)
    }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
    error: (any Error)?
  ) {
    print("characteristics of \(service.uuid): \(uuids(service.characteristics)) \(words(error))")
    ready(peripheral)
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverIncludedServicesFor service: CBService,
    error: (any Error)?
  ) {
    print("included in \(service.uuid): \(uuids(service.includedServices)) \(words(error))")
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    print("descriptors of \(characteristic.uuid): \(uuids(characteristic.descriptors))")
    for descriptor in characteristic.descriptors ?? [] { peripheral.readValue(for: descriptor) }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    print("value \(characteristic.uuid) \(hex(characteristic.value)) \(words(error))")
    valueCame(characteristic)
  }

  func peripheral(
    _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    print("wrote \(characteristic.uuid) \(words(error))")
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    print("notifying \(characteristic.uuid) \(characteristic.isNotifying) \(words(error))")
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor descriptor: CBDescriptor, error: (any Error)?
  ) {
    let value = descriptor.value
    let kind =
      switch value {
      case is String: "String"
      case is Data: "Data"
      case is NSNumber: "NSNumber"
      default: "?"
      }
    print(
      "descriptor \(descriptor.uuid) \(kind) \((value as? Data).map { hex($0) } ?? "\(value!)")")
  }

  func peripheral(
    _ peripheral: CBPeripheral, didWriteValueFor descriptor: CBDescriptor, error: (any Error)?
  ) {
    print("wrote descriptor \(descriptor.uuid) \(words(error))")
  }

  func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]) {
    print("modified \(uuids(invalidatedServices)), left \(uuids(peripheral.services))")
  }

  func peripheral(_ peripheral: CBPeripheral, didReadRSSI RSSI: NSNumber, error: (any Error)?) {
    print("rssi is negative: \(RSSI.intValue < 0) \(words(error))")
  }

  func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) { print("ready") }
}

/// Returns the domain and code of an error; `-` for nil.
func words(_ error: (any Error)?) -> String {
  (error as NSError?).map { "\($0.domain) \($0.code)" } ?? "-"
}

func hex(_ data: Data?) -> String {
  data.map { $0.map { String(format: "%02x", $0) }.joined() } ?? "nil"
}

func uuids(_ attributes: [CBAttribute]?) -> String {
  attributes.map { $0.map(\.uuid.uuidString).joined(separator: ",") } ?? "nil"
}

/// The services that most tests need: a characteristic to read and write, and one that notifies.
///
/// Handles: the service is 1; FFF1 is 3; FFF2 is 5, its Client Characteristic Configuration 6.
let plainServices = [
  GATTService(
    "FFF0",
    [
      GATTCharacteristic("FFF1", [.read, .write, .writeWithoutResponse], value: Data([1])),
      GATTCharacteristic("FFF2", [.read, .notify], value: Data([2])),
    ])
]

let bluetoothPlist = InfoPlist([
  "NSBluetoothAlwaysUsageDescription": "test",
  "UIBackgroundModes": ["bluetooth-central", "bluetooth-peripheral"],
])

extension WorldFixture {
  @MainActor static var listener: CentralListener { Kept.get("listener")! }

  /// The findings, each with its name and rule.
  var findingKinds: [Finding.Kind] { world.trace.findings.map { $0.kind.by($0.rule) } }

  /// Runs the closure with the listener, in the app's process.
  func use(_ body: @escaping @MainActor @Sendable (CentralListener) -> Void) async {
    await touch { body(WorldFixture.listener) }
  }
}

/// Starts an app that is allowed to use Bluetooth, near an accessory that advertises the service FFF0.
func startCentral(
  _ goal: CentralListener.Goal, _ services: [GATTService] = plainServices,
  iOS version: SystemVersion = 17,
  make: @escaping @MainActor @Sendable () -> CentralListener? = { nil }
) async throws -> (WorldFixture, Accessory) {
  var appFixture = AppFixture { _ in
    Kept.of("listener", make() ?? CentralListener(goal, ["FFF0"]))
  }
  appFixture.plist = bluetoothPlist
  let fixture = try await startApp(appFixture, iOS: version, opened: false)
  let accessory = try fixture.world.addAccessory(
    "lamp", advertising: Advertising(services: ["FFF0"], localName: "Lamp"), services: services)
  accessory.switchOn()
  fixture.phone.bluetooth.setAuthorization(.allowedAlways, for: fixture.app)
  await fixture.phone.open(fixture.app)
  try await fixture.world.pass(.seconds(5))
  return (fixture, accessory)
}
