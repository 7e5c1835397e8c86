import Foundation

/// Receives the events of a peripheral, on its manager's queue. At Apple, all methods are optional.
@preconcurrency public protocol CBPeripheralDelegate: NSObjectProtocol {
  func peripheralDidUpdateName(_ peripheral: CBPeripheral)
  /// Called when the given services became invalid with everything in them. Discover them again.
  func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService])
  /// Never called, as from iOS 8 on.
  @available(*, deprecated, message: "use peripheral(_:didReadRSSI:error:)")
  func peripheralDidUpdateRSSI(_ peripheral: CBPeripheral, error: (any Error)?)
  /// - Parameter RSSI: The signal strength in dBm.
  func peripheral(_ peripheral: CBPeripheral, didReadRSSI RSSI: NSNumber, error: (any Error)?)
  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?)
  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverIncludedServicesFor service: CBService,
    error: (any Error)?)
  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
    error: (any Error)?)
  /// Called for the response to a read and for a notification, which cannot be distinguished
  /// (BT20).
  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
    error: (any Error)?)
  /// Called for the response to a write with response.
  func peripheral(
    _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic,
    error: (any Error)?)
  func peripheral(
    _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
    error: (any Error)?)
  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic,
    error: (any Error)?)
  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor descriptor: CBDescriptor, error: (any Error)?)
  func peripheral(
    _ peripheral: CBPeripheral, didWriteValueFor descriptor: CBDescriptor, error: (any Error)?)
  /// Called when writes without response are accepted again (BT22).
  func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral)
  func peripheral(
    _ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: (any Error)?)
}

extension CBPeripheralDelegate {
  public func peripheralDidUpdateName(_ peripheral: CBPeripheral) {}
  public func peripheral(
    _ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]
  ) {}
  @available(*, deprecated, message: "use peripheral(_:didReadRSSI:error:)")
  public func peripheralDidUpdateRSSI(_ peripheral: CBPeripheral, error: (any Error)?) {}
  public func peripheral(
    _ peripheral: CBPeripheral, didReadRSSI RSSI: NSNumber, error: (any Error)?
  ) {}
  public func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {}
  public func peripheral(
    _ peripheral: CBPeripheral, didDiscoverIncludedServicesFor service: CBService,
    error: (any Error)?
  ) {}
  public func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
    error: (any Error)?
  ) {}
  public func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {}
  public func peripheral(
    _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {}
  public func peripheral(
    _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {}
  public func peripheral(
    _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {}
  public func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor descriptor: CBDescriptor, error: (any Error)?
  ) {}
  public func peripheral(
    _ peripheral: CBPeripheral, didWriteValueFor descriptor: CBDescriptor, error: (any Error)?
  ) {}
  public func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) {}
  public func peripheral(
    _ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: (any Error)?
  ) {}
}
