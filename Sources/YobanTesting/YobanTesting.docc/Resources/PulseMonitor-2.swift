import CoreBluetooth
import Foundation

/// Connects to the first chest strap that it finds.
///
/// Isolated to the main actor: its central manager uses the main queue.
@MainActor
final class PulseMonitor: NSObject, @preconcurrency CBCentralManagerDelegate {
  private static let service = CBUUID(string: "180D")

  private var central: CBCentralManager!
  /// Retained, because Core Bluetooth ends the connection of a peripheral that the app releases.
  private var strap: CBPeripheral?

  override init() {
    super.init()
    central = CBCentralManager(delegate: self, queue: nil)
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    guard central.state == .poweredOn else { return }
    central.scanForPeripherals(withServices: [Self.service])
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    strap = peripheral
    central.stopScan()
    central.connect(peripheral)
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    print("connected")
  }

  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
  ) {
    print("disconnected")
    // A pending connection does not time out: the system connects when the strap is back.
    central.connect(peripheral)
  }
}
