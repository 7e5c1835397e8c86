import CoreBluetooth
import Foundation

extension AttributeIdentifier {
  init(_ uuid: CBUUID) {
    guard let identifier = Self(uuid.uuidString) else {
      preconditionFailure("every CBUUID is written as 4, 8 or 8-4-4-4-12 digits")
    }
    self = identifier
  }
}

extension CBUUID {
  convenience init(_ identifier: AttributeIdentifier) {
    self.init(string: identifier.description)
  }
}

extension BluetoothFailure {
  init(_ error: any Error) {
    let error = error as NSError
    let domain: Domain =
      switch error.domain {
      case CBErrorDomain: .coreBluetooth
      case CBATTErrorDomain: .attribute
      default: .other(error.domain)
      }
    self.init(domain, code: error.code)
  }
}

extension BluetoothAvailability {
  init(_ state: CBManagerState) {
    switch state {
    case .unknown: self = .unknown
    case .resetting: self = .resetting
    case .unsupported: self = .unsupported
    case .unauthorized: self = .unauthorized
    case .poweredOff: self = .poweredOff
    case .poweredOn: self = .poweredOn
    @unknown default: self = .unknown
    }
  }

  /// Whether existing `CBPeripheral` objects stay valid in this state (BT2).
  var keepsPeripherals: Bool {
    switch self {
    case .unknown, .resetting, .unsupported, .unauthorized: false
    case .poweredOff, .poweredOn: true
    }
  }
}

extension BluetoothSessionMachine.Link {
  init(_ state: CBPeripheralState) {
    switch state {
    case .connected: self = .connected
    case .connecting: self = .connecting
    case .disconnected, .disconnecting: self = .disconnected
    @unknown default: self = .disconnected
    }
  }
}

extension Advertisement {
  /// - Parameters:
  ///   - data: the advertisement data as passed to `didDiscover`.
  ///   - rssi: in dBm; 127 if unknown (BT7).
  init(_ peripheral: CBPeripheral, _ data: [String: Any], rssi: Int) {
    let named = data[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID] ?? []
    let overflow = data[CBAdvertisementDataOverflowServiceUUIDsKey] as? [CBUUID] ?? []
    let serviceData = data[CBAdvertisementDataServiceDataKey] as? [CBUUID: Data] ?? [:]
    self.init(
      accessory: peripheral.identifier, cachedName: peripheral.name,
      localName: data[CBAdvertisementDataLocalNameKey] as? String,
      services: Set((named + overflow).map { AttributeIdentifier($0) }),
      manufacturerData: data[CBAdvertisementDataManufacturerDataKey] as? Data,
      serviceData: Dictionary(
        serviceData.map { (AttributeIdentifier($0.key), $0.value) },
        uniquingKeysWith: { first, _ in first }),
      txPower: (data[CBAdvertisementDataTxPowerLevelKey] as? NSNumber)?.intValue,
      isConnectable: (data[CBAdvertisementDataIsConnectable] as? NSNumber)?.boolValue ?? true,
      rssi: rssi == 127 ? nil : rssi)
  }
}
