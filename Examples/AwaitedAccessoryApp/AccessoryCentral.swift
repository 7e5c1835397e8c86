import CoreBluetooth
import UIKit

/// Finds one accessory, connects, discovers all its attributes, and connects again after a loss.
@MainActor final class AccessoryCentral: NSObject {
  private let settings: Settings
  private var manager: CBCentralManager?
  /// Retained, because the system cancels the connection of a released peripheral.
  private var peripheral: CBPeripheral?

  init(_ settings: Settings) {
    self.settings = settings
    super.init()
    manager = CBCentralManager(
      delegate: self, queue: nil,
      options: settings.restoreIdentifier.map { [CBCentralManagerOptionRestoreIdentifierKey: $0] })
  }

  func scanForPeripherals() {
    log()
    manager?.scanForPeripherals(withServices: settings.service.map { [$0] })
  }

  private func take(_ peripheral: CBPeripheral) {
    self.peripheral = peripheral
    peripheral.delegate = self
  }
}

extension AccessoryCentral: @preconcurrency CBCentralManagerDelegate {
  func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
    let peripherals = dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral] ?? []
    log(#function, "\(peripherals.count)")
    if let first = peripherals.first { take(first) }
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    guard central.state == .poweredOn else {
      log(#function, "\(central.state.rawValue)")
      return
    }
    log(#function, "poweredOn")
    // The peripheral was restored, or Bluetooth was off in the meantime.
    if let peripheral, peripheral.state == .disconnected { central.connect(peripheral) }
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    log()
    print(peripheral)
    central.stopScan()
    take(peripheral)
    central.connect(peripheral)
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    log()
    peripheral.discoverServices(nil)
  }

  func centralManager(
    _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
  ) {
    log()
    central.connect(peripheral)
  }

  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    error: (any Error)?
  ) {
    log()
    if error != nil { central.connect(peripheral) }
  }
}

extension AccessoryCentral: @preconcurrency CBPeripheralDelegate {
  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    log()
    for service in peripheral.services ?? [] {
      peripheral.discoverCharacteristics(nil, for: service)
    }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
    error: (any Error)?
  ) {
    log()
  }
}
