import CoreBluetooth
import Foundation

/// The central role: connects to every phone that it finds, and reads the signal strength whenever
/// the other phone answers.
@MainActor final class ProximityScanner: NSObject {
  private var manager: CBCentralManager?
  /// Retained, because their connections would end otherwise.
  private var phones: [CBPeripheral] = []
  private var names: [UUID: String] = [:]
  /// The last half minute in which a reading of a phone was printed.
  private var windows: [UUID: Int] = [:]

  func start() {
    manager = CBCentralManager(
      delegate: self, queue: nil,
      options: [CBCentralManagerOptionRestoreIdentifierKey: "proximity-scanner"])
  }

  /// Connects to a phone that has connected to this one. Two phones in the background cannot both
  /// discover each other, but the system knows the other phone by the same identifier.
  func connectBack(_ identifier: UUID) {
    guard let manager, manager.state == .poweredOn,
      let phone = manager.retrievePeripherals(withIdentifiers: [identifier]).first
    else { return }
    keep(phone)
    if phone.state == .disconnected { manager.connect(phone) }
  }

  private func keep(_ phone: CBPeripheral) {
    phone.delegate = self
    if !phones.contains(phone) { phones.append(phone) }
  }

  private func discover(_ phone: CBPeripheral) {
    phone.discoverServices([ProximityService.service])
  }

  /// Requests the next answer.
  private func signal(_ phone: CBPeripheral) {
    guard let characteristic = phone.characteristic(ProximityService.signal) else { return }
    phone.writeValue(Data([1]), for: characteristic, type: .withResponse)
  }

  /// Prints one line for each half minute with a reading.
  private func read(_ phone: CBPeripheral) {
    let window = Int(Date().timeIntervalSinceReferenceDate / 30)
    guard let name = names[phone.identifier], windows[phone.identifier] != window else { return }
    windows[phone.identifier] = window
    print("reading of \(name)")
  }
}

extension ProximityScanner: @preconcurrency CBCentralManagerDelegate {
  func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
    let restored = dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral] ?? []
    for phone in restored { keep(phone) }
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    guard central.state == .poweredOn else { return }
    for phone in phones {
      switch phone.state {
      case .connected: discover(phone)
      case .disconnected: central.connect(phone)
      case .connecting, .disconnecting: break
      @unknown default: break
      }
    }
    central.scanForPeripherals(withServices: [ProximityService.service])
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    keep(peripheral)
    if peripheral.state == .disconnected { central.connect(peripheral) }
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    discover(peripheral)
  }

  func centralManager(
    _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
  ) {
    central.connect(peripheral)
  }

  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    error: (any Error)?
  ) {
    central.connect(peripheral)
  }
}

extension ProximityScanner: @preconcurrency CBPeripheralDelegate {
  func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]) {
    discover(peripheral)
  }

  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    for service in peripheral.services ?? [] {
      peripheral.discoverCharacteristics(
        [ProximityService.payload, ProximityService.signal], for: service)
    }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
    error: (any Error)?
  ) {
    if let payload = peripheral.characteristic(ProximityService.payload) {
      peripheral.readValue(for: payload)
    }
    if let signal = peripheral.characteristic(ProximityService.signal) {
      peripheral.setNotifyValue(true, for: signal)
    }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    if characteristic.isNotifying { signal(peripheral) }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    guard error == nil else { return }
    if characteristic.uuid == ProximityService.payload {
      names[peripheral.identifier] = characteristic.value.map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    peripheral.readRSSI()
    if characteristic.uuid == ProximityService.signal { signal(peripheral) }
  }

  func peripheral(_ peripheral: CBPeripheral, didReadRSSI RSSI: NSNumber, error: (any Error)?) {
    if error == nil { read(peripheral) }
  }
}

extension CBPeripheral {
  /// A discovered characteristic of the service.
  fileprivate func characteristic(_ uuid: CBUUID) -> CBCharacteristic? {
    services?.flatMap { $0.characteristics ?? [] }.first { $0.uuid == uuid }
  }
}
