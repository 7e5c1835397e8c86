import Foundation

/// The checks that every attribute server makes before it passes a request to the app or the
/// accessory. They have no side effects.
enum AttributeServer {
  /// Returns the error with which a request is refused; nil if it is not refused.
  static func refusal(
    _ request: AttributeRequest, in database: GATTDatabase, isEncrypted: Bool
  ) -> AttributeErrorCode? {
    switch request {
    case .read(let handle, _):
      if database.descriptor(handle) != nil { return nil }
      guard let characteristic = database.characteristic(handle) else { return .invalidHandle }
      let permissions = characteristic.permissions
      guard !permissions.isDisjoint(with: [.readable, .readEncryptionRequired]) else {
        return .readNotPermitted
      }
      let needsEncryption = permissions.contains(.readEncryptionRequired)
      return needsEncryption && !isEncrypted ? .insufficientEncryption : nil
    case .write(let handle, let value), .writeCommand(let handle, let value):
      if let descriptor = database.descriptor(handle) {
        return descriptor.isWriteable ? nil : .writeNotPermitted
      }
      guard let characteristic = database.characteristic(handle) else { return .invalidHandle }
      guard value.count <= 512 else { return .invalidAttributeValueLength }
      let permissions = characteristic.permissions
      guard !permissions.isDisjoint(with: [.writeable, .writeEncryptionRequired]) else {
        return .writeNotPermitted
      }
      let needsEncryption = permissions.contains(.writeEncryptionRequired)
      return needsEncryption && !isEncrypted ? .insufficientEncryption : nil
    case .subscribe(let handle, _):
      guard let characteristic = database.characteristic(handle) else { return .invalidHandle }
      guard characteristic.properties.canNotify else { return .requestNotSupported }
      let needsEncryption = characteristic.properties.needsEncryptionToSubscribe
      return needsEncryption && !isEncrypted ? .insufficientEncryption : nil
    }
  }
}

extension AttributeServer {
  /// Returns the results of a discovery. Traps if the operation is not a discovery.
  static func find(
    _ kind: AttributeOperation.Kind, in database: GATTDatabase
  ) -> AttributeOutcome {
    func isWanted(_ uuid: BluetoothUUID, _ wanted: [BluetoothUUID]?) -> Bool {
      wanted.map { $0.contains(uuid) } ?? true
    }
    let stale = AttributeOutcome.failed(.attribute(.invalidHandle))
    switch kind {
    case .services(let uuids):
      return .services(database.services.filter { $0.isPrimary && isWanted($0.uuid, uuids) })
    case .includedServices(let handle, let uuids):
      guard let service = database.service(handle) else { return stale }
      return .services(
        database.services.filter { service.includes.contains($0.uuid) && isWanted($0.uuid, uuids) })
    case .characteristics(let handle, let uuids):
      guard let service = database.service(handle) else { return stale }
      return .characteristics(service.characteristics.filter { isWanted($0.uuid, uuids) })
    case .descriptors(let handle):
      guard let characteristic = database.characteristic(handle) else { return stale }
      return .descriptors(characteristic.descriptors)
    case .read, .write, .readDescriptor, .writeDescriptor, .subscribe, .openChannel, .stale:
      preconditionFailure("\(kind) is no discovery")
    }
  }
}
