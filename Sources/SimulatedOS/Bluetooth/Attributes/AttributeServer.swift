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

/// A request from one app on a link.
struct AttributeOperation {
  enum Kind: Sendable, Hashable {
    case services([BluetoothUUID]?)
    case includedServices(AttributeHandle, [BluetoothUUID]?)
    case characteristics(AttributeHandle, [BluetoothUUID]?)
    case descriptors(AttributeHandle)
    case read(AttributeHandle)
    case write(AttributeHandle, Data)
    case readDescriptor(AttributeHandle)
    case writeDescriptor(AttributeHandle, Data)
    case subscribe(AttributeHandle, Bool)
    case openChannel(UInt16)
    /// A request for an attribute that the peripheral no longer has. It is never answered (BT20).
    case stale
  }

  let kind: Kind
  let connection: PeripheralConnection

  /// The request that is sent to the attribute server; nil if the operation does not read, write or
  /// subscribe.
  var request: AttributeRequest? {
    switch kind {
    case .services, .includedServices, .characteristics, .descriptors, .openChannel, .stale: nil
    case .read(let handle), .readDescriptor(let handle): .read(handle, offset: 0)
    case .write(let handle, let value), .writeDescriptor(let handle, let value):
      .write(handle, value)
    case .subscribe(let handle, let isOn): .subscribe(handle, isOn: isOn)
    }
  }

  /// Returns the number of exchanges that the operation takes: each carries at most what the MTU
  /// allows.
  func exchanges(maximumTransmissionUnit mtu: Int, in database: GATTDatabase) -> Int {
    switch kind {
    case .services: database.services.count + 1
    case .includedServices: 2
    case .characteristics(let service, _):
      (database.service(service)?.characteristics.count ?? 0) + 1
    case .descriptors, .read, .readDescriptor, .subscribe, .openChannel, .stale: 1
    case .write(_, let value), .writeDescriptor(_, let value):
      // A value too long for one packet is sent in prepared parts, then executed.
      value.count <= mtu - 3 ? 1 : (value.count + mtu - 6) / (mtu - 5) + 1
    }
  }
}

/// The outcome of an operation.
enum AttributeOutcome {
  case services([GATTService])
  case characteristics([GATTCharacteristic])
  case descriptors([GATTDescriptor])
  case value(Data)
  case done
  case channel(L2CAPChannel)
  case failed(BluetoothError)
}
