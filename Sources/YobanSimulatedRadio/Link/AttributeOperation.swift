import Foundation

/// A request from one app on a link.
package struct AttributeOperation {
  package enum Kind: Sendable, Hashable {
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
  let connection: PeerConnection

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
package enum AttributeOutcome {
  case services([GATTService])
  case characteristics([GATTCharacteristic])
  case descriptors([GATTDescriptor])
  case value(Data)
  case done
  case channel(L2CAPChannel)
  case failed(BluetoothError)

  /// The error of a failed operation; nil if it succeeded.
  package var error: BluetoothError? {
    if case .failed(let error) = self { error } else { nil }
  }
}

extension AttributeOperation.Kind {
  /// Returns a description of the operation with the UUID of its attribute, for the trace.
  package func description(in database: GATTDatabase) -> String {
    func name(_ handle: AttributeHandle) -> String {
      (database.service(handle)?.uuid ?? database.characteristic(handle)?.uuid
        ?? database.descriptor(handle)?.uuid)?.description ?? "handle \(handle)"
    }
    return switch self {
    case .services: "discover services"
    case .includedServices(let handle, _): "discover included services of \(name(handle))"
    case .characteristics(let handle, _): "discover characteristics of \(name(handle))"
    case .descriptors(let handle): "discover descriptors of \(name(handle))"
    case .read(let handle), .readDescriptor(let handle): "read \(name(handle))"
    case .write(let handle, let value), .writeDescriptor(let handle, let value):
      "write \(value.count) bytes to \(name(handle))"
    case .subscribe(let handle, let isOn):
      "\(isOn ? "subscribe to" : "unsubscribe from") \(name(handle))"
    case .openChannel(let psm): "open L2CAP channel \(psm)"
    case .stale: "request for a stale attribute"
    }
  }
}
