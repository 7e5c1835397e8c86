import Foundation

extension CBManager: KeyValueReadable {
  package static var readableProperties: [String: AnyKeyPath] {
    [
      "state": \CBManager.state, "isScanning": \CBCentralManager.isScanning,
      "isAdvertising": \CBPeripheralManager.isAdvertising,
    ]
  }
}

extension CBPeripheral: KeyValueReadable {
  package static var readableProperties: [String: AnyKeyPath] {
    [
      "identifier": \CBPeripheral.identifier, "name": \CBPeripheral.name,
      "state": \CBPeripheral.state, "services": \CBPeripheral.services,
      "canSendWriteWithoutResponse": \CBPeripheral.canSendWriteWithoutResponse,
    ]
  }
}

extension CBCharacteristic: KeyValueReadable {
  package static var readableProperties: [String: AnyKeyPath] {
    [
      "uuid": \CBCharacteristic.uuid, "value": \CBCharacteristic.value,
      "isNotifying": \CBCharacteristic.isNotifying,
    ]
  }
}
