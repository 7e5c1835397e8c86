@preconcurrency import CoreBluetooth
import UIKit

/// A logger that the system relaunches when its button is pressed: the manager is created in
/// `didFinishLaunching`, always with the same identifier.
public final class RestoringAppDelegate: UIResponder, UIApplicationDelegate {
  private var buttons: ButtonLogger?

  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    print("launched")
    buttons = ButtonLogger(restoreIdentifier: "buttons")
    return true
  }
}

/// Stores the identifier of its button and stays subscribed to it.
@MainActor
final class ButtonLogger: NSObject {
  private static let service = CBUUID(string: "FFE0")
  private static let click = CBUUID(string: "FFE1")

  private var manager: CBCentralManager!
  private var button: CBPeripheral?

  init(restoreIdentifier: String) {
    super.init()
    manager = CBCentralManager(
      delegate: self, queue: nil,
      options: [CBCentralManagerOptionRestoreIdentifierKey: restoreIdentifier])
  }

  private func adopt(_ peripheral: CBPeripheral) {
    button = peripheral
    peripheral.delegate = self
    UserDefaults.standard.set(peripheral.identifier.uuidString, forKey: "button")
  }

  private func proceed() {
    if let button {
      switch button.state {
      case .connected: button.discoverServices([Self.service])
      case .connecting: break
      case .disconnected, .disconnecting: manager.connect(button)
      @unknown default: break
      }
    } else if let known = UserDefaults.standard.string(forKey: "button"),
      let identifier = UUID(uuidString: known),
      let peripheral = manager.retrievePeripherals(withIdentifiers: [identifier]).first
    {
      adopt(peripheral)
      manager.connect(peripheral)
    } else {
      manager.scanForPeripherals(withServices: [Self.service])
    }
  }
}

extension ButtonLogger: @preconcurrency CBCentralManagerDelegate {
  func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
    let peripherals = dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral] ?? []
    print("restored \(peripherals.count), connected: \(peripherals.first?.state == .connected)")
    if let first = peripherals.first { adopt(first) }
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    guard central.state == .poweredOn else { return }
    proceed()
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    central.stopScan()
    adopt(peripheral)
    central.connect(peripheral)
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    print("connected")
    peripheral.discoverServices([Self.service])
  }

  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    error: (any Error)?
  ) {
    central.connect(peripheral)
  }
}

extension ButtonLogger: @preconcurrency CBPeripheralDelegate {
  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    guard let service = peripheral.services?.first else { return }
    peripheral.discoverCharacteristics([Self.click], for: service)
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
    error: (any Error)?
  ) {
    guard let click = service.characteristics?.first, !click.isNotifying else { return }
    peripheral.setNotifyValue(true, for: click)
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    print("click \(characteristic.value?.first ?? 0)")
  }
}
