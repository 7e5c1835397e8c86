import Foundation

public let CBErrorDomain = "CBErrorDomain"

/// An error of Core Bluetooth (BT14). `catch CBError.connectionTimeout` matches its code.
public struct CBError: _BridgedStoredNSError, Sendable {
  @nonexhaustive public enum Code: Int, Sendable, _ErrorCodeProtocol {
    public typealias _ErrorType = CBError

    case unknown = 0
    case invalidParameters
    case invalidHandle
    case notConnected
    case outOfSpace
    case operationCancelled
    case connectionTimeout
    case peripheralDisconnected
    case uuidNotAllowed
    case alreadyAdvertising
    case connectionFailed
    case connectionLimitReached
    /// Apple's spelling; `unknownDevice` is the name to use.
    case unkownDevice
    case operationNotSupported
    case peerRemovedPairingInformation
    case encryptionTimedOut
    case tooManyLEPairedDevices
    /// watchOS: the limit of timely alerts is exceeded (WK10).
    case leGattExceededBackgroundNotificationLimit
    /// watchOS: only one timely alert is left (WK10).
    case leGattNearBackgroundNotificationLimit

    public static var unknownDevice: Code { .unkownDevice }
  }

  public let _nsError: NSError

  public init(_nsError error: NSError) {
    precondition(error.domain == CBErrorDomain)
    _nsError = error
  }

  public static var _nsErrorDomain: String { CBErrorDomain }
  public static var errorDomain: String { CBErrorDomain }
}

extension CBError {
  public static var unknown: Code { .unknown }
  public static var invalidParameters: Code { .invalidParameters }
  public static var invalidHandle: Code { .invalidHandle }
  public static var notConnected: Code { .notConnected }
  public static var outOfSpace: Code { .outOfSpace }
  public static var operationCancelled: Code { .operationCancelled }
  public static var connectionTimeout: Code { .connectionTimeout }
  public static var peripheralDisconnected: Code { .peripheralDisconnected }
  public static var uuidNotAllowed: Code { .uuidNotAllowed }
  public static var alreadyAdvertising: Code { .alreadyAdvertising }
  public static var connectionFailed: Code { .connectionFailed }
  public static var connectionLimitReached: Code { .connectionLimitReached }
  public static var unknownDevice: Code { .unknownDevice }
  public static var unkownDevice: Code { .unkownDevice }
  public static var operationNotSupported: Code { .operationNotSupported }
  public static var peerRemovedPairingInformation: Code { .peerRemovedPairingInformation }
  public static var encryptionTimedOut: Code { .encryptionTimedOut }
  public static var tooManyLEPairedDevices: Code { .tooManyLEPairedDevices }
  public static var leGattExceededBackgroundNotificationLimit: Code {
    .leGattExceededBackgroundNotificationLimit
  }
  public static var leGattNearBackgroundNotificationLimit: Code {
    .leGattNearBackgroundNotificationLimit
  }
}
