import CoreBluetooth
import UIKit

/// The common part of the apps of the corpus that use a chest strap: the app scans once, connects,
/// and subscribes to the heart rate. Each app with a bug overrides the step that contains it.
class StrapDelegate: UIResponder, UIApplicationDelegate {
  let variant: Variant
  var central: CBCentralManager?
  var strap: CBPeripheral?

  init(_ variant: Variant) { self.variant = variant }

  /// The restore identifier of the manager; nil for an app without state restoration.
  var restoreIdentifier: String? { nil }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    central = CBCentralManager(
      delegate: self, queue: nil,
      options: restoreIdentifier.map { [CBCentralManagerOptionRestoreIdentifierKey: $0] })
    return true
  }

  func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
    strap = (dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral])?.first
    strap?.delegate = self
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    guard central.state == .poweredOn else {
      if central.state != .poweredOff { invalidated() }
      return
    }
    start()
  }

  /// The state is below poweredOff: the peripherals are no longer valid.
  func invalidated() { strap = nil }

  /// Bluetooth is on: scans for the strap, or uses the one that is known.
  func start() {
    guard let strap else { return scan() }
    switch strap.state {
    case .disconnected: connect(strap)
    case .connected: subscribe(strap)
    default: break
    }
  }

  func scan() { central?.scanForPeripherals(withServices: [HeartStrap.service]) }

  func discovered(_ peripheral: CBPeripheral) {
    strap = peripheral
    connect(peripheral)
  }

  func connect(_ peripheral: CBPeripheral) {
    peripheral.delegate = self
    central?.connect(peripheral)
  }

  func connected(_ peripheral: CBPeripheral) { subscribe(peripheral) }

  func subscribe(_ peripheral: CBPeripheral) { peripheral.discoverServices([HeartStrap.service]) }

  /// A connection has ended, or an attempt has failed.
  func disconnected(_ peripheral: CBPeripheral) { connect(peripheral) }

  /// A value of the heart rate has arrived.
  func received(_ value: Data) {}
}

extension StrapDelegate: @preconcurrency CBCentralManagerDelegate {
  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    central.stopScan()
    discovered(peripheral)
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    print("connected")
    connected(peripheral)
  }

  func centralManager(
    _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
  ) {
    print("failed to connect")
    disconnected(peripheral)
  }

  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    error: (any Error)?
  ) {
    print("disconnected")
    disconnected(peripheral)
  }
}

extension StrapDelegate: @preconcurrency CBPeripheralDelegate {
  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    for service in peripheral.services ?? [] {
      peripheral.discoverCharacteristics([HeartStrap.measurement], for: service)
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
    if let value = characteristic.value { received(value) }
  }
}
