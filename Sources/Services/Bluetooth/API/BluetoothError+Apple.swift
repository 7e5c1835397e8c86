import Foundation
internal import YobanSimulatedApple

extension BluetoothError {
  /// The error that the app's delegate receives: `CBError` or `CBATTError`, with Apple's English
  /// text where it is known (BT13; other texts come from developers' reports).
  var appleError: any Error {
    switch self {
    case .core(let code):
      CBError(CBError.Code(rawValue: code.rawValue)!, userInfo: Self.userInfo(code.text))
    case .attribute(let code):
      CBATTError(CBATTError.Code(rawValue: code.rawValue)!, userInfo: Self.userInfo(code.text))
    }
  }

  private static func userInfo(_ text: String?) -> [String: Any] {
    text.map { [NSLocalizedDescriptionKey: $0] } ?? [:]
  }
}

extension CoreBluetoothCode {
  fileprivate var text: String? {
    switch self {
    case .unknown: "Unknown error."
    case .connectionTimeout: "The connection has timed out unexpectedly."
    case .peripheralDisconnected: "The specified device has disconnected from us."
    case .uuidNotAllowed: "The specified UUID is not allowed for this operation."
    case .alreadyAdvertising: "Advertising has already started."
    case .connectionFailed: "The connection has failed unexpectedly."
    case .peerRemovedPairingInformation: "Peer removed pairing information"
    case .invalidParameters, .invalidHandle, .notConnected, .outOfSpace, .operationCancelled,
      .connectionLimitReached, .unknownDevice, .operationNotSupported, .encryptionTimedOut,
      .tooManyLEPairedDevices, .leGattExceededBackgroundNotificationLimit,
      .leGattNearBackgroundNotificationLimit:
      nil
    }
  }
}

extension AttributeErrorCode {
  fileprivate var text: String {
    switch self {
    case .invalidHandle: "The handle is invalid."
    case .readNotPermitted: "Reading is not permitted."
    case .writeNotPermitted: "Writing is not permitted."
    case .invalidPdu: "The command is invalid."
    case .insufficientAuthentication: "Authentication is insufficient."
    case .requestNotSupported: "The request is not supported."
    case .invalidOffset: "The offset is invalid."
    case .insufficientAuthorization: "Authorization is insufficient."
    case .prepareQueueFull: "The prepare queue is full."
    case .attributeNotFound: "The attribute could not be found."
    case .attributeNotLong: "The attribute is not long."
    case .insufficientEncryptionKeySize: "The encryption key size is insufficient."
    case .invalidAttributeValueLength: "The value's length is invalid."
    case .unlikelyError: "Unlikely error."
    case .insufficientEncryption: "Encryption is insufficient."
    case .unsupportedGroupType: "The group type is unsupported."
    case .insufficientResources: "Resources are insufficient."
    }
  }
}
