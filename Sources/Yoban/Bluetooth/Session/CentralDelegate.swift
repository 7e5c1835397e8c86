import CoreBluetooth
import Foundation

#if !os(watchOS)
  import UIKit
#endif

/// Receives the callbacks of the Bluetooth central, on the main queue.
@MainActor
final class CentralDelegate: NSObject {
  weak var session: BluetoothSession?
}

extension CentralDelegate: @preconcurrency CBCentralManagerDelegate {
  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    session?.stateChanged()
  }

  #if !os(watchOS)
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
      let peripherals = dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral]
      session?.restored(peripherals ?? [])
    }
  #endif

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    session?.found(
      peripheral, Advertisement(peripheral, advertisementData, rssi: RSSI.intValue))
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    session?.connected(peripheral)
  }

  func centralManager(
    _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
  ) {
    session?.failedToConnect(peripheral, error)
  }

  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    error: (any Error)?
  ) {
    session?.disconnected(peripheral, error)
  }
}

extension BluetoothSession {
  /// Whether the user may see the app.
  var isInForeground: Bool {
    #if os(watchOS)
      true
    #else
      UIApplication.shared.applicationState != .background
    #endif
  }
}
