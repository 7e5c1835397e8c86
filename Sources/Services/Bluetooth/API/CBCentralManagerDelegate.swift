import Foundation

/// Receives the events of a central manager, on the manager's queue.
///
/// At Apple, all methods are optional except `centralManagerDidUpdateState(_:)`.
@preconcurrency public protocol CBCentralManagerDelegate: NSObjectProtocol {
  /// Called when the state changes. Commands have an effect in state `poweredOn` only. When the
  /// state falls below it, scans and connections have ended without a `didDisconnect` (BT1, BT2).
  func centralManagerDidUpdateState(_ central: CBCentralManager)
  /// Called before the first state if the app was relaunched for Bluetooth (BT25, BT26). Keep
  /// strong references to the peripherals in `dict`: the manager keeps none.
  func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any])
  /// Called for each peripheral that a scan discovers. Keep a strong reference to a peripheral that
  /// you want to use: the manager keeps none (BT7).
  ///
  /// - Parameter RSSI: in dBm; 127 if not available.
  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber)
  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral)
  func centralManager(
    _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?)
  /// Called when a connection ends, if the method with `timestamp` is not implemented.
  ///
  /// - Parameter error: nil if the app ended the connection (BT13).
  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    error: (any Error)?)
  /// Called when a connection ends, from iOS 17 on, instead of the method without `timestamp`
  /// (BT13).
  ///
  /// - Parameter timestamp: the time at which the connection was lost, possibly some seconds ago.
  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    timestamp: CFAbsoluteTime, isReconnecting: Bool, error: (any Error)?)
  /// Called for events that match the options of `registerForConnectionEvents`.
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
