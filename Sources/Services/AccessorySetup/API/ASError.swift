public let ASErrorDomain = "ASErrorDomain"

/// An error of AccessorySetupKit (AS5). `catch ASError.pickerRestricted` matches its code.
public struct ASError: _BridgedStoredNSError, Sendable {
  @nonexhaustive public enum Code: Int, Sendable, _ErrorCodeProtocol {
    public typealias _ErrorType = ASError

    case success = 0
    case unknown = 1
    case activationFailed = 100
    case connectionFailed = 150
    case discoveryTimeout = 200
    case extensionNotFound = 300
    case invalidated = 400
    case invalidRequest = 450
    case pickerAlreadyActive = 500
    /// The app is in the background, or a central manager uses its permission for all accessories.
    case pickerRestricted = 550
    case userCancelled = 700
    case userRestricted = 750
  }

  public let _nsError: NSError

  public init(_nsError error: NSError) {
    precondition(error.domain == ASErrorDomain)
    _nsError = error
  }

  public static var _nsErrorDomain: String { ASErrorDomain }
  public static var errorDomain: String { ASErrorDomain }
}

extension ASError {
  public static var success: Code { .success }
  public static var unknown: Code { .unknown }
  public static var activationFailed: Code { .activationFailed }
  public static var connectionFailed: Code { .connectionFailed }
  public static var discoveryTimeout: Code { .discoveryTimeout }
  public static var extensionNotFound: Code { .extensionNotFound }
  public static var invalidated: Code { .invalidated }
  public static var invalidRequest: Code { .invalidRequest }
  public static var pickerAlreadyActive: Code { .pickerAlreadyActive }
  public static var pickerRestricted: Code { .pickerRestricted }
  public static var userCancelled: Code { .userCancelled }
  public static var userRestricted: Code { .userRestricted }
}
