import CoreBluetooth
import UIKit

/// Finds one accessory, connects, discovers all its attributes, and connects again after a loss.
@MainActor final class AccessoryCentral: NSObject {
  private let settings: Settings
  private var manager: CBCentralManager?
  /// Retained, because the system cancels the connection of a released peripheral.
  private var peripheral: CBPeripheral?
  /// The accessory whose object became invalid because the system restarted Bluetooth.
  private var invalidated: UUID?
  /// Whether the user wants the accessory, from the scan until the stop. It is stored, because the system
  /// forgets the request of an app that the user swipes away.
  private(set) var isBusy = UserDefaults.standard.bool(forKey: "isBusy") {
    didSet {
      if isBusy != oldValue { UserDefaults.standard.set(isBusy, forKey: "isBusy") }
    }
  }
  /// The last problem, in words.
  private(set) var problem: String?
  /// Called after every change of the state.
  var onChange: (() -> Void)?

  init(_ settings: Settings) {
    self.settings = settings
    super.init()
    manager = CBCentralManager(
      delegate: self, queue: nil,
      options: settings.restoreIdentifier.map { [CBCentralManagerOptionRestoreIdentifierKey: $0] })
  }

  /// Scans for the accessory. It is found and connected also while the app is suspended.
  func scanForPeripherals() {
    log()
    isBusy = true
    if manager?.state == .poweredOn { scan() }
    changed(nil)
  }

  private func scan() {
    manager?.scanForPeripherals(withServices: settings.service.map { [$0] })
  }

  /// Ends the scan and the connection.
  func stop() {
    isBusy = false
    if manager?.state == .poweredOn {
      manager?.stopScan()
      if let peripheral { manager?.cancelPeripheralConnection(peripheral) }
    }
    (peripheral, invalidated) = (nil, nil)
    changed(nil)
  }

  /// The state of the accessory, in words for the user.
  var stateInWords: String {
    guard let manager else { return "" }
    switch manager.state {
    case .unauthorized: return "Bluetooth is not allowed. Allow it in Settings."
    case .unsupported: return "This device has no Bluetooth Low Energy."
    case .poweredOff: return "Bluetooth is off. Turn it on."
    case .poweredOn, .unknown, .resetting: break
    @unknown default: break
    }
    guard isBusy else { return "Not scanning" }
    guard let peripheral else { return "Scanning" }
    let name = peripheral.name ?? "the accessory"
    switch peripheral.state {
    case .connected: return "Connected to \(name)"
    default: return "Waiting for \(name)"
    }
  }

  private func take(_ peripheral: CBPeripheral) {
    self.peripheral = peripheral
    peripheral.delegate = self
    isBusy = true
  }

  private func changed(_ problem: String?) {
    self.problem = problem
    onChange?()
  }
}

extension AccessoryCentral: @preconcurrency CBCentralManagerDelegate {
  func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
    let peripherals = dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral] ?? []
    log(#function, "\(peripherals.count)")
    if let first = peripherals.first { take(first) }
    if dict[CBCentralManagerRestoredStateScanServicesKey] != nil { isBusy = true }
    changed(nil)
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    defer { changed(nil) }
    guard central.state == .poweredOn else {
      log(#function, "\(central.state.rawValue)")
      // Below poweredOff, all CBPeripheral objects are invalid (BT2).
      if central.state.rawValue < CBManagerState.poweredOff.rawValue, let peripheral {
        invalidated = peripheral.identifier
        self.peripheral = nil
      }
      return
    }
    log(#function, "poweredOn")
    if let invalidated, peripheral == nil,
      let valid = central.retrievePeripherals(withIdentifiers: [invalidated]).first
    {
      take(valid)
    }
    invalidated = nil
    // The peripheral was restored, or Bluetooth was off or restarted in the meantime.
    if let peripheral, peripheral.state == .disconnected { central.connect(peripheral) }
    // The user has asked for a scan while Bluetooth was off, or in an earlier launch. A restored scan begins
    // again, because it does not report an accessory twice, and an earlier process may have ended just after
    // the report.
    if isBusy, peripheral == nil { scan() }
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
    changed(nil)
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    log()
    peripheral.discoverServices(nil)
    changed(nil)
  }

  func centralManager(
    _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
  ) {
    log()
    central.connect(peripheral)
    changed(error?.localizedDescription)
  }

  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    error: (any Error)?
  ) {
    log()
    if error != nil { central.connect(peripheral) }
    changed(error?.localizedDescription)
  }
}

extension AccessoryCentral: @preconcurrency CBPeripheralDelegate {
  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    log()
    if let error { changed(error.localizedDescription) }
    for service in peripheral.services ?? [] {
      peripheral.discoverCharacteristics(nil, for: service)
    }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
    error: (any Error)?
  ) {
    log()
    if let error { changed(error.localizedDescription) }
  }
}
