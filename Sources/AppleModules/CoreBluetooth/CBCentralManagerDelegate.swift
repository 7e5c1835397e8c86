import Foundation

/// Seconds since the beginning of 2001; Core Foundation's name, which Foundation lacks on Linux.
public typealias CFAbsoluteTime = Double

/// What a central manager tells, on its queue. All but the state is optional at Apple.
@preconcurrency public protocol CBCentralManagerDelegate: NSObjectProtocol {
  /// Commands are taken from `poweredOn` on; below it scans and connections have ended, without a
  /// `didDisconnect` (BT1, BT2).
  func centralManagerDidUpdateState(_ central: CBCentralManager)
  /// Called before the first state if the app was relaunched for Bluetooth (BT25, BT26). Keep the
  /// peripherals in it: nobody else does.
  func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any])
  /// Keep the peripheral if it is to be used: the manager does not (BT7).
  ///
  /// - Parameter RSSI: in dBm; 127 if it is not available.
  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber)
  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral)
  func centralManager(
    _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?)
  /// Called if the method with a time is not implemented.
  ///
  /// - Parameter error: nil if the app asked for it (BT13).
  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    error: (any Error)?)
  /// From iOS 17 on, instead of the one above (BT13).
  ///
  /// - Parameter timestamp: when the connection was lost, which may be some seconds ago.
  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    timestamp: CFAbsoluteTime, isReconnecting: Bool, error: (any Error)?)
  /// Called for what `registerForConnectionEvents` asked for.
  func centralManager(
    _ central: CBCentralManager, connectionEventDidOccur event: CBConnectionEvent,
    for peripheral: CBPeripheral)
  func centralManager(
    _ central: CBCentralManager, didUpdateANCSAuthorizationFor peripheral: CBPeripheral)
}

extension CBCentralManagerDelegate {
  public func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
    central.restorationWasIgnored()
  }
  public func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {}
  public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {}
  public func centralManager(
    _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
  ) {}
  public func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    error: (any Error)?
  ) {}
  public func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    timestamp: CFAbsoluteTime, isReconnecting: Bool, error: (any Error)?
  ) {
    centralManager(central, didDisconnectPeripheral: peripheral, error: error)
  }
  public func centralManager(
    _ central: CBCentralManager, connectionEventDidOccur event: CBConnectionEvent,
    for peripheral: CBPeripheral
  ) {}
  public func centralManager(
    _ central: CBCentralManager, didUpdateANCSAuthorizationFor peripheral: CBPeripheral
  ) {}
}
