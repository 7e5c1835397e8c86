import Foundation
import YobanAppleSystem
import YobanSimulatedDevices

extension AppleDevice {
  /// Sends a push of the type `location` from a server to an app, whose Location Push Service Extension the system
  /// launches for it (LOC12).
  ///
  /// ```swift
  /// try phone.install(.locationPush(PushService.self), in: app)
  /// try phone.pushLocation(["from": "Anna"], to: app)
  /// ```
  ///
  /// The app must have the token of `startMonitoringLocationPushes(completion:)`, from this launch or an earlier one.
  /// A push that the extension does not get, for example without Always authorization, is an event of the trace.
  ///
  /// - Parameter payload: JSON values, which the extension receives.
  /// - Throws: `LocationPushError`, the push service's response to the server.
  public func pushLocation(
    _ payload: [String: any Sendable] = [:], to app: InstalledApp
  ) throws {
    guard JSONSerialization.isValidJSONObject(payload) else { throw LocationPushError.noObject }
    let text = try JSONSerialization.data(withJSONObject: payload, options: [.sortedKeys])
    try location.push(String(decoding: text, as: UTF8.self), to: app)
  }
}

/// The reason why the push service refuses a location push.
public enum LocationPushError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The app has no token, or has stopped monitoring pushes.
  case notRegistered
  case noObject

  public var description: String {
    switch self {
    case .notRegistered:
      "the app has no token: let it call startMonitoringLocationPushes and wait for the token"
    case .noObject: "the payload has a value that is none of JSON"
    }
  }
}
