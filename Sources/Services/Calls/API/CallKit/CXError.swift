internal import YobanSimulatedApple

public let CXErrorDomain = "com.apple.CallKit.error"
public let CXErrorDomainIncomingCall = "com.apple.CallKit.error.incomingcall"
public let CXErrorDomainRequestTransaction = "com.apple.CallKit.error.requesttransaction"

/// The reason why the user does not see an incoming call (CK5).
public struct CXErrorCodeIncomingCallError: _BridgedStoredNSError, Sendable {
  @nonexhaustive public enum Code: Int, Sendable, _ErrorCodeProtocol {
    public typealias _ErrorType = CXErrorCodeIncomingCallError

    case unknown = 0
    /// Info.plist has no background mode `voip`.
    case unentitled
    case callUUIDAlreadyExists
    case filteredByDoNotDisturb
    /// The user has blocked the caller.
    case filteredByBlockList
    case filteredDuringRestrictedSharingMode
    case callIsProtected
    case filteredBySensitiveParticipants
  }

  public let _nsError: NSError

  public init(_nsError error: NSError) {
    precondition(error.domain == CXErrorDomainIncomingCall)
    _nsError = error
  }

  init(_ refusal: IncomingCallRefusal) {
    self.init(Code(rawValue: refusal.rawValue)!)
  }

  public static var _nsErrorDomain: String { CXErrorDomainIncomingCall }
  public static var errorDomain: String { CXErrorDomainIncomingCall }
}

extension CXErrorCodeIncomingCallError {
  public static var unknown: Code { .unknown }
  public static var unentitled: Code { .unentitled }
  public static var callUUIDAlreadyExists: Code { .callUUIDAlreadyExists }
  public static var filteredByDoNotDisturb: Code { .filteredByDoNotDisturb }
  public static var filteredByBlockList: Code { .filteredByBlockList }
  public static var filteredDuringRestrictedSharingMode: Code {
    .filteredDuringRestrictedSharingMode
  }
  public static var callIsProtected: Code { .callIsProtected }
  public static var filteredBySensitiveParticipants: Code { .filteredBySensitiveParticipants }
}

/// The reason why the system refuses a request of `CXCallController` (CK5).
public struct CXErrorCodeRequestTransactionError: _BridgedStoredNSError, Sendable {
  @nonexhaustive public enum Code: Int, Sendable, _ErrorCodeProtocol {
    public typealias _ErrorType = CXErrorCodeRequestTransactionError

    case unknown = 0
    /// Info.plist has no background mode `voip`.
    case unentitled
    /// The app has no `CXProvider`.
    case unknownCallProvider
    case emptyTransaction
    case unknownCallUUID
    case callUUIDAlreadyExists
    /// The call cannot do this in its state.
    case invalidAction
    case maximumCallGroupsReached
    case callIsProtected
  }

  public let _nsError: NSError

  public init(_nsError error: NSError) {
    precondition(error.domain == CXErrorDomainRequestTransaction)
    _nsError = error
  }

  init(_ refusal: CallRequestRefusal) {
    self.init(Code(rawValue: refusal.rawValue)!)
  }

  public static var _nsErrorDomain: String { CXErrorDomainRequestTransaction }
  public static var errorDomain: String { CXErrorDomainRequestTransaction }
}

extension CXErrorCodeRequestTransactionError {
  public static var unknown: Code { .unknown }
  public static var unentitled: Code { .unentitled }
  public static var unknownCallProvider: Code { .unknownCallProvider }
  public static var emptyTransaction: Code { .emptyTransaction }
  public static var unknownCallUUID: Code { .unknownCallUUID }
  public static var callUUIDAlreadyExists: Code { .callUUIDAlreadyExists }
  public static var invalidAction: Code { .invalidAction }
  public static var maximumCallGroupsReached: Code { .maximumCallGroupsReached }
  public static var callIsProtected: Code { .callIsProtected }
}
