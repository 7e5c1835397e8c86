import Foundation

public let CLLocationPushServiceErrorDomain = "CLLocationPushServiceErrorDomain"

/// The reason why location pushes are not available.
public struct CLLocationPushServiceError: _BridgedStoredNSError, Sendable {
  @nonexhaustive public enum Code: Int, Sendable, _ErrorCodeProtocol {
    public typealias _ErrorType = CLLocationPushServiceError

    case unknown = 0
    case missingPushExtension
    case missingPushServerEnvironment
    case missingEntitlement
    case unsupportedPlatform
  }

  public let _nsError: NSError

  public init(_nsError error: NSError) {
    precondition(error.domain == CLLocationPushServiceErrorDomain)
    _nsError = error
  }

  public static var _nsErrorDomain: String { CLLocationPushServiceErrorDomain }
  public static var errorDomain: String { CLLocationPushServiceErrorDomain }
}

extension CLLocationPushServiceError {
  public static var unknown: Code { .unknown }
  public static var missingPushExtension: Code { .missingPushExtension }
  public static var missingPushServerEnvironment: Code { .missingPushServerEnvironment }
  public static var missingEntitlement: Code { .missingEntitlement }
  public static var unsupportedPlatform: Code { .unsupportedPlatform }
}

/// The main class of an app extension for location pushes. A push launches it (LOC12); a test installs it with
/// `phone.install(.locationPush(PushService.self), in: app)`.
///
/// The methods are called on the main queue. A process has one object of the class, also for several pushes.
@preconcurrency public protocol CLLocationPushServiceExtension: NSObjectProtocol {
  func didReceiveLocationPushPayload(
    _ payload: [String: Any], completion: @escaping @Sendable () -> Void)
  /// Optional at Apple.
  func serviceExtensionWillTerminate()
}

extension CLLocationPushServiceExtension {
  public func serviceExtensionWillTerminate() {}

  /// The asynchronous form of `didReceiveLocationPushPayload(_:completion:)`.
  public func didReceiveLocationPushPayload(_ payload: [String: Any]) async {
    await withCheckedContinuation { continuation in
      didReceiveLocationPushPayload(payload) { continuation.resume() }
    }
  }
}
