import Foundation
internal import YobanSimulatedAndroid

/// `android.bluetooth.BluetoothGattService`.
public final class BluetoothGattService {
  private let uuid: UUID
  let characteristics: [BluetoothGattCharacteristic]

  init(_ service: GATTService) {
    uuid = service.uuid.uuid
    characteristics = service.characteristics.map { BluetoothGattCharacteristic($0) }
  }

  public func getUuid() -> UUID { uuid }
  public func getCharacteristics() -> [BluetoothGattCharacteristic] { characteristics }
  public func getCharacteristic(_ uuid: UUID) -> BluetoothGattCharacteristic? {
    characteristics.first { $0.getUuid() == uuid }
  }
}

/// `android.bluetooth.BluetoothGattCharacteristic`.
public final class BluetoothGattCharacteristic {
  public static let PROPERTY_READ: Int32 = 0x02
  public static let PROPERTY_WRITE_NO_RESPONSE: Int32 = 0x04
  public static let PROPERTY_WRITE: Int32 = 0x08
  public static let PROPERTY_NOTIFY: Int32 = 0x10
  public static let PROPERTY_INDICATE: Int32 = 0x20

  let handle: AttributeHandle
  private let uuid: UUID
  private let properties: Int32
  private(set) var descriptors: [BluetoothGattDescriptor] = []
  var value: [UInt8] = []

  init(_ characteristic: GATTCharacteristic) {
    handle = characteristic.handle
    uuid = characteristic.uuid.uuid
    properties = Int32(characteristic.properties.rawValue & 0xFF)
    descriptors = characteristic.descriptors.map { BluetoothGattDescriptor($0, self) }
  }

  public func getUuid() -> UUID { uuid }
  /// Returns the sum of the `PROPERTY_…` constants.
  public func getProperties() -> Int32 { properties }
  public func getDescriptor(_ uuid: UUID) -> BluetoothGattDescriptor? {
    descriptors.first { $0.getUuid() == uuid }
  }
  public func getValue() -> [UInt8] { value }
  @discardableResult public func setValue(_ value: [UInt8]) -> Bool {
    self.value = value
    return true
  }
}

/// `android.bluetooth.BluetoothGattDescriptor`.
public final class BluetoothGattDescriptor {
  public static let ENABLE_NOTIFICATION_VALUE: [UInt8] = [1, 0]
  public static let ENABLE_INDICATION_VALUE: [UInt8] = [2, 0]
  public static let DISABLE_NOTIFICATION_VALUE: [UInt8] = [0, 0]

  let handle: AttributeHandle
  private let uuid: UUID
  private(set) weak var characteristic: BluetoothGattCharacteristic?
  /// Whether this is the descriptor 2902.
  let isConfiguration: Bool
  private(set) var value: [UInt8] = []

  init(_ descriptor: GATTDescriptor, _ characteristic: BluetoothGattCharacteristic) {
    handle = descriptor.handle
    uuid = descriptor.uuid.uuid
    isConfiguration = descriptor.uuid == BluetoothUUID(assigned: 0x2902)
    self.characteristic = characteristic
  }

  public func getUuid() -> UUID { uuid }
  public func getCharacteristic() -> BluetoothGattCharacteristic? { characteristic }
  public func getValue() -> [UInt8] { value }
  @discardableResult public func setValue(_ value: [UInt8]) -> Bool {
    self.value = value
    return true
  }
}
