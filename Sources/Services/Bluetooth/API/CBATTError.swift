import Foundation

public let CBATTErrorDomain = "CBATTErrorDomain"

/// An error of the Attribute Protocol (BT15). `catch CBATTError.readNotPermitted` matches its code.
public struct CBATTError: _BridgedStoredNSError, Sendable {
  @nonexhaustive public enum Code: Int, Sendable, _ErrorCodeProtocol {
    public typealias _ErrorType = CBATTError

    case success = 0
    case invalidHandle
    case readNotPermitted
    case writeNotPermitted
    case invalidPdu
    case insufficientAuthentication
    case requestNotSupported
    case invalidOffset
    case insufficientAuthorization
    case prepareQueueFull
    case attributeNotFound
    case attributeNotLong
    case insufficientEncryptionKeySize
    case invalidAttributeValueLength
    case unlikelyError
    case insufficientEncryption
    case unsupportedGroupType
    case insufficientResources
  }

  public let _nsError: NSError

  public init(_nsError error: NSError) {
    precondition(error.domain == CBATTErrorDomain)
    _nsError = error
  }

  public static var _nsErrorDomain: String { CBATTErrorDomain }
  public static var errorDomain: String { CBATTErrorDomain }
}

extension CBATTError {
  public static var success: Code { .success }
  public static var invalidHandle: Code { .invalidHandle }
  public static var readNotPermitted: Code { .readNotPermitted }
  public static var writeNotPermitted: Code { .writeNotPermitted }
  public static var invalidPdu: Code { .invalidPdu }
  public static var insufficientAuthentication: Code { .insufficientAuthentication }
  public static var requestNotSupported: Code { .requestNotSupported }
  public static var invalidOffset: Code { .invalidOffset }
  public static var insufficientAuthorization: Code { .insufficientAuthorization }
  public static var prepareQueueFull: Code { .prepareQueueFull }
  public static var attributeNotFound: Code { .attributeNotFound }
  public static var attributeNotLong: Code { .attributeNotLong }
  public static var insufficientEncryptionKeySize: Code { .insufficientEncryptionKeySize }
  public static var invalidAttributeValueLength: Code { .invalidAttributeValueLength }
  public static var unlikelyError: Code { .unlikelyError }
  public static var insufficientEncryption: Code { .insufficientEncryption }
  public static var unsupportedGroupType: Code { .unsupportedGroupType }
  public static var insufficientResources: Code { .insufficientResources }
}
