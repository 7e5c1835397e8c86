import CoreBluetooth
import Foundation
import Testing
import UIKit
import YobanTesting

/// The scenario of docs/bluetooth.md. Change the page together with this code.
@Suite struct CoreBluetoothScenarioTests {
  private static let plist = InfoPlist([
    "UIBackgroundModes": ["bluetooth-central"],
    "NSBluetoothAlwaysUsageDescription": "Shows your pulse.",
  ])

  @Test(.world()) func `a strap is lost and found while the app is suspended`() async throws {
    let world = try World.current
    let strap = try world.addAccessory(
      "strap", advertising: Advertising(services: ["180D"], localName: "Strap"),
      services: [
        GATTService("180D", [GATTCharacteristic("2A37", [.notify])]),
        GATTService("180F", [GATTCharacteristic("2A19", [.read])]),
      ])
    strap.batteryLifetime = .seconds(40 * 3600)
    strap.onRead("2A19") { .value(Data([UInt8($0.batteryPercent)])) }
    strap.onSubscribe("2A37") { strap, isOn in
      if isOn { strap.notify("2A37", Data([0, 72])) }
    }

    let phone = try world.addPhone()
    let app = try phone.install(.delegate(PulseAppDelegate.self), infoPlist: Self.plist)
    strap.switchOn()
    await phone.open(app)
    await phone.goHome()
    try await world.pass(.seconds(60))
    #expect(app.state == .suspended)

    strap.place = Place(x: 200)  // meters; out of range
    try await world.pass(.seconds(3600))
    strap.place = Place(x: 2)
    try await world.pass(.seconds(60))
    #expect(strap.isConnected)

    phone.jetsam(app)
    strap.notify("2A37", Data([0, 75]))
    try await world.pass(.seconds(1))
    #expect(app.state == .background)  // relaunched by the value
    #expect(world.kinds.isEmpty)
    #expect(app.log.texts == ["pulse 72", "pulse 72", "pulse 75"])
  }
}

/// Shows the heart rate; the app is relaunched for every value.
private final class PulseAppDelegate: UIResponder, UIApplicationDelegate,
  @preconcurrency CBCentralManagerDelegate, @preconcurrency CBPeripheralDelegate
{
  private var central: CBCentralManager!
  private var strap: CBPeripheral?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    central = CBCentralManager(
      delegate: self, queue: nil, options: [CBCentralManagerOptionRestoreIdentifierKey: "pulse"])
    return true
  }

  func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
    let peripherals = dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral]
    strap = peripherals?.first
    strap?.delegate = self
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    guard central.state == .poweredOn, strap == nil else { return }
    central.scanForPeripherals(withServices: [CBUUID(string: "180D")])
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    central.stopScan()
    strap = peripheral
    peripheral.delegate = self
    central.connect(peripheral)
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    peripheral.discoverServices([CBUUID(string: "180D")])
  }

  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    error: (any Error)?
  ) {
    central.connect(peripheral)
  }

  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    for service in peripheral.services ?? [] {
      peripheral.discoverCharacteristics([CBUUID(string: "2A37")], for: service)
    }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
    error: (any Error)?
  ) {
    for characteristic in service.characteristics ?? [] {
      peripheral.setNotifyValue(true, for: characteristic)
    }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    if let value = characteristic.value, value.count == 2 { print("pulse \(value[1])") }
  }
}
