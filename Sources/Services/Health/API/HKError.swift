import Foundation
internal import YobanSimulatedApple

public let HKErrorDomain = "com.apple.healthkit"

/// An error of HealthKit (WK2, HK1 to HK4). `catch HKError.errorAuthorizationDenied` matches its code.
public struct HKError: _BridgedStoredNSError, Sendable {
  @nonexhaustive public enum Code: Int, Sendable, _ErrorCodeProtocol {
    public typealias _ErrorType = HKError

    case unknownError = 0
    case errorHealthDataUnavailable
    case errorHealthDataRestricted
    case errorInvalidArgument
    case errorAuthorizationDenied
    case errorAuthorizationNotDetermined
    case errorDatabaseInaccessible
    case errorUserCanceled
    case errorAnotherWorkoutSessionStarted
    case errorUserExitedWorkoutSession
    case errorRequiredAuthorizationDenied
    case errorNoData
    case errorWorkoutActivityNotAllowed
    case errorDataSizeExceeded
    case errorBackgroundWorkoutSessionNotAllowed
    case errorNotPermissibleForGuestUserMode
  }

  public let _nsError: NSError

  public init(_nsError error: NSError) {
    precondition(error.domain == HKErrorDomain)
    _nsError = error
  }

  public static var _nsErrorDomain: String { HKErrorDomain }
  public static var errorDomain: String { HKErrorDomain }
}

extension HKError {
  public static var unknownError: Code { .unknownError }
  public static var errorHealthDataUnavailable: Code { .errorHealthDataUnavailable }
  public static var errorHealthDataRestricted: Code { .errorHealthDataRestricted }
  public static var errorInvalidArgument: Code { .errorInvalidArgument }
  public static var errorAuthorizationDenied: Code { .errorAuthorizationDenied }
  public static var errorAuthorizationNotDetermined: Code { .errorAuthorizationNotDetermined }
  public static var errorDatabaseInaccessible: Code { .errorDatabaseInaccessible }
  public static var errorUserCanceled: Code { .errorUserCanceled }
  public static var errorAnotherWorkoutSessionStarted: Code { .errorAnotherWorkoutSessionStarted }
  public static var errorUserExitedWorkoutSession: Code { .errorUserExitedWorkoutSession }
  public static var errorRequiredAuthorizationDenied: Code { .errorRequiredAuthorizationDenied }
  public static var errorNoData: Code { .errorNoData }
  public static var errorWorkoutActivityNotAllowed: Code { .errorWorkoutActivityNotAllowed }
  public static var errorDataSizeExceeded: Code { .errorDataSizeExceeded }
  public static var errorBackgroundWorkoutSessionNotAllowed: Code {
    .errorBackgroundWorkoutSessionNotAllowed
  }
  public static var errorNotPermissibleForGuestUserMode: Code {
    .errorNotPermissibleForGuestUserMode
  }

  init(_ error: HealthError, _ text: String) { self.init(code: error.rawValue, text) }

  init(code: Int, _ text: String) {
    self.init(
      _nsError: NSError(
        domain: HKErrorDomain, code: code, userInfo: [NSLocalizedDescriptionKey: text]))
  }
}
