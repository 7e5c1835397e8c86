import CoreBluetooth
import Foundation
import Testing
import UIKit
import YobanTesting

/// Tests what the phone learns about an accessory after the connection.
@Suite(.world()) struct CoreBluetoothPeerNewsTests {
  private func start(
    options: [String: Any]? = nil
  ) async throws -> (WorldFixture, Accessory) {
    nonisolated(unsafe) let options = options  // immutable values
    var appFixture = AppFixture { _ in Kept.of("watcher", Watcher(options)) }
    appFixture.plist = bluetoothPlist
    let fixture = try await startApp(appFixture, opened: false)
    let lamp = try fixture.world.addAccessory(
      "lamp", advertising: Advertising(services: ["FFF0"], localName: "Lamp"))
    lamp.switchOn()
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(5))
    return (fixture, lamp)
  }

  @Test func `a new device name is reported, and the phone remembers it (BT11)`() async throws {
    let (fixture, lamp) = try await start()
    lamp.gapName = "Reading lamp"
    try await fixture.world.pass(.seconds(1))
    lamp.disconnect()
    try await fixture.world.pass(.seconds(1))
    lamp.gapName = "unheard"  // the phone is not connected
    try await fixture.world.pass(.seconds(1))
    #expect(
      fixture.app.log.texts == ["connected Lamp", "name Reading lamp", "disconnected Reading lamp"])
  }

  @Test
  func `the user's decision about notifications is reported to the app that requested it (ANCS)`()
    async throws
  {
    let options = [CBConnectPeripheralOptionRequiresANCS: NSNumber(value: true)]
    let (fixture, lamp) = try await start(options: options)
    for isAuthorized in [true, false] {
      fixture.phone.bluetooth.setANCSAuthorization(isAuthorized, for: lamp)
      try await fixture.world.pass(.seconds(1))
    }
    #expect(fixture.app.log.texts == ["connected Lamp", "ancs false", "ancs true", "ancs false"])
  }
}

/// A delegate that connects to the first lamp.
private final class Watcher: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
  private var manager: CBCentralManager!
  private var lamp: CBPeripheral?
  private let options: [String: Any]?

  init(_ options: [String: Any]?) {
    self.options = options
    super.init()
    manager = CBCentralManager(delegate: self, queue: nil)
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    guard central.state == .poweredOn else { return }
    central.scanForPeripherals(withServices: [CBUUID(string: "FFF0")])
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    guard lamp == nil else { return }
    central.stopScan()
    lamp = peripheral
    peripheral.delegate = self
    central.connect(peripheral, options: options)
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    print("connected \(peripheral.name ?? "-")")
  }

  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    error: (any Error)?
  ) {
    print("disconnected \(peripheral.name ?? "-")")
  }

  func centralManager(
    _ central: CBCentralManager, didUpdateANCSAuthorizationFor peripheral: CBPeripheral
  ) {
    print("ancs \(peripheral.ancsAuthorized)")
  }

  func peripheralDidUpdateName(_ peripheral: CBPeripheral) {
    print("name \(peripheral.name ?? "-")")
  }
}
