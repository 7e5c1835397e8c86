import Foundation
internal import YobanSimulatedApple

public let WCErrorDomain = "WCErrorDomain"

/// An error of WatchConnectivity (WC8). `catch WCError.notReachable` matches its code.
public struct WCError: _BridgedStoredNSError, Sendable {
  @nonexhaustive public enum Code: Int, Sendable, _ErrorCodeProtocol {
    public typealias _ErrorType = WCError

    case genericError = 7001
    case sessionNotSupported = 7002
    case sessionMissingDelegate = 7003
    case sessionNotActivated = 7004
    case deviceNotPaired = 7005
    case watchAppNotInstalled = 7006
    case notReachable = 7007
    case invalidParameter = 7008
    case payloadTooLarge = 7009
    case payloadUnsupportedTypes = 7010
    case messageReplyFailed = 7011
    case messageReplyTimedOut = 7012
    case fileAccessDenied = 7013
    case deliveryFailed = 7014
    case insufficientSpace = 7015
    case sessionInactive = 7016
    case transferTimedOut = 7017
    case companionAppNotInstalled = 7018
    case watchOnlyApp = 7019
  }

  public let _nsError: NSError

  public init(_nsError error: NSError) {
    precondition(error.domain == WCErrorDomain)
    _nsError = error
  }

  public static var _nsErrorDomain: String { WCErrorDomain }
  public static var errorDomain: String { WCErrorDomain }
}

extension WCError {
  public static var genericError: Code { .genericError }
  public static var sessionNotSupported: Code { .sessionNotSupported }
  public static var sessionMissingDelegate: Code { .sessionMissingDelegate }
  public static var sessionNotActivated: Code { .sessionNotActivated }
  public static var deviceNotPaired: Code { .deviceNotPaired }
  public static var watchAppNotInstalled: Code { .watchAppNotInstalled }
  public static var notReachable: Code { .notReachable }
  public static var invalidParameter: Code { .invalidParameter }
  public static var payloadTooLarge: Code { .payloadTooLarge }
  public static var payloadUnsupportedTypes: Code { .payloadUnsupportedTypes }
  public static var messageReplyFailed: Code { .messageReplyFailed }
  public static var messageReplyTimedOut: Code { .messageReplyTimedOut }
  public static var fileAccessDenied: Code { .fileAccessDenied }
  public static var deliveryFailed: Code { .deliveryFailed }
  public static var insufficientSpace: Code { .insufficientSpace }
  public static var sessionInactive: Code { .sessionInactive }
  public static var transferTimedOut: Code { .transferTimedOut }
  public static var companionAppNotInstalled: Code { .companionAppNotInstalled }
  public static var watchOnlyApp: Code { .watchOnlyApp }

  init(_ error: WatchLinkError) { self.init(Code(error)) }
}

extension WCError.Code {
  fileprivate init(_ error: WatchLinkError) {
    self =
      switch error {
      case .generic: .genericError
      case .sessionNotSupported: .sessionNotSupported
      case .sessionMissingDelegate: .sessionMissingDelegate
      case .sessionNotActivated: .sessionNotActivated
      case .deviceNotPaired: .deviceNotPaired
      case .watchAppNotInstalled: .watchAppNotInstalled
      case .notReachable: .notReachable
      case .invalidParameter: .invalidParameter
      case .payloadTooLarge: .payloadTooLarge
      case .payloadUnsupportedTypes: .payloadUnsupportedTypes
      case .messageReplyFailed: .messageReplyFailed
      case .messageReplyTimedOut: .messageReplyTimedOut
      case .fileAccessDenied: .fileAccessDenied
      case .deliveryFailed: .deliveryFailed
      case .insufficientSpace: .insufficientSpace
      case .sessionInactive: .sessionInactive
      case .transferTimedOut: .transferTimedOut
      case .companionAppNotInstalled: .companionAppNotInstalled
      case .watchOnlyApp: .watchOnlyApp
      }
  }
}
