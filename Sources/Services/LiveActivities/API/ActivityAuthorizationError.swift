internal import YobanSimulatedApple

/// The reason why a Live Activity cannot be started (LA1).
@nonexhaustive public enum ActivityAuthorizationError: CustomNSError, LocalizedError, Hashable {
  /// The attributes and the state have more than 4 KB.
  case attributesTooLarge
  /// The system has no Live Activities.
  case unsupported
  /// The user has switched Live Activities off for the app.
  case denied
  /// Does not occur here.
  case globalMaximumExceeded
  /// The app has as many Live Activities as it can have.
  case targetMaximumExceeded
  /// Info.plist does not have `NSSupportsLiveActivities`.
  case unsupportedTarget
  /// The app is in the background.
  case visibility
  /// Does not occur here.
  case persistenceFailure
  /// The process has ended: an object of an ended launch has asked.
  case missingProcessIdentifier
  /// Does not occur here.
  case unentitled
  /// Does not occur here.
  case malformedActivityIdentifier
  /// Does not occur here.
  case reconnectNotPermitted

  /// The error that the app receives.
  static func error(for refusal: LiveActivityRefusal) -> any Error {
    switch refusal {
    case .attributesTooLarge: Self.attributesTooLarge
    case .unsupported: Self.unsupported
    case .denied: Self.denied
    case .targetMaximumExceeded: Self.targetMaximumExceeded
    case .unsupportedTarget: Self.unsupportedTarget
    case .visibility: Self.visibility
    case .noPushEntitlement: NSError(domain: "com.apple.ActivityKit.ActivityInput", code: 0)
    }
  }

  public static var errorDomain: String { "com.apple.ActivityKit.ActivityAuthorization" }

  /// The place of the case in the declaration, beginning with 1. Apple does not document it; apps log 5 for
  /// `targetMaximumExceeded`.
  public var errorCode: Int {
    switch self {
    case .attributesTooLarge: 1
    case .unsupported: 2
    case .denied: 3
    case .globalMaximumExceeded: 4
    case .targetMaximumExceeded: 5
    case .unsupportedTarget: 6
    case .visibility: 7
    case .persistenceFailure: 8
    case .missingProcessIdentifier: 9
    case .unentitled: 10
    case .malformedActivityIdentifier: 11
    case .reconnectNotPermitted: 12
    }
  }

  public var failureReason: String? {
    switch self {
    case .attributesTooLarge: "The attributes of the Live Activity have more than 4 KB"
    case .unsupported: "The device does not support Live Activities"
    case .denied: "The user has switched Live Activities off"
    case .globalMaximumExceeded: "The device has reached its number of Live Activities"
    case .targetMaximumExceeded: "The app has reached its number of Live Activities"
    case .unsupportedTarget: "Target does not include NSSupportsLiveActivities plist key"
    case .visibility: "Target is not foreground"
    case .persistenceFailure: "The Live Activity could not be stored"
    case .missingProcessIdentifier: "The process has no identifier"
    case .unentitled: "The app does not have the entitlement"
    case .malformedActivityIdentifier: "The identifier is malformed"
    case .reconnectNotPermitted: "Another process has started the Live Activity"
    }
  }

  public var errorDescription: String? { failureReason }
  public var recoverySuggestion: String? { nil }
}
