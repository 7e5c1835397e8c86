/// An error that Core Bluetooth reports: a code of `CBErrorDomain` or of `CBATTErrorDomain`.
public enum BluetoothError: Error, Sendable, Hashable {
  case core(CoreBluetoothCode)
  case attribute(AttributeErrorCode)
}

/// The codes of `CBErrorDomain` (BT14; the last two only on a watch, WK10).
public enum CoreBluetoothCode: Int, Sendable, Hashable, CaseIterable {
  case unknown, invalidParameters, invalidHandle, notConnected, outOfSpace, operationCancelled
  case connectionTimeout, peripheralDisconnected, uuidNotAllowed, alreadyAdvertising
  case connectionFailed, connectionLimitReached, unknownDevice, operationNotSupported
  case peerRemovedPairingInformation, encryptionTimedOut, tooManyLEPairedDevices
  case leGattExceededBackgroundNotificationLimit, leGattNearBackgroundNotificationLimit
}

/// The error codes of the Attribute Protocol: `CBATTErrorDomain` (BT15).
public enum AttributeErrorCode: Int, Sendable, Hashable, CaseIterable {
  case invalidHandle = 1
  case readNotPermitted, writeNotPermitted, invalidPdu, insufficientAuthentication
  case requestNotSupported, invalidOffset, insufficientAuthorization, prepareQueueFull
  case attributeNotFound, attributeNotLong, insufficientEncryptionKeySize
  case invalidAttributeValueLength, unlikelyError, insufficientEncryption
  case unsupportedGroupType, insufficientResources
}

extension BluetoothError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .core(let code): "CBError.\(code) (\(code.rawValue))"
    case .attribute(let code): "CBATTError.\(code) (\(code.rawValue))"
    }
  }
}
