import Foundation

/// The callbacks from the system to a `CXProvider`, on the main queue of the process.
package protocol CallProviderReceiver: AnyObject {
  /// `CXProviderConfiguration.maximumCallGroups`
  var maximumCallGroups: Int { get }
  func perform(_ transaction: CallTransaction)
  func timedOut(_ action: CallAction)
  /// The system has activated or deactivated the audio session of the app (CK6).
  func audioSessionChanged(isActive: Bool)
}

/// The callbacks from the system to a `CXCallObserver`, on the main queue of the process.
package protocol CallObserverReceiver: AnyObject {
  func changed(_ call: CallSnapshot)
}

/// The callbacks from the system to a `PKPushRegistry`, on the main queue of the process.
package protocol PushRegistryReceiver: AnyObject {
  /// Whether it has a delegate.
  var hasDelegate: Bool { get }
  func received(_ token: Data)
  func invalidatedToken()
  /// A push has arrived. The registry calls `CallService.handled(_:)` on the queue of the app as soon as the method of
  /// the delegate has returned.
  func received(_ delivery: VoIPPushDelivery)
}

/// `CXCall`: the state of a call at one time.
package struct CallSnapshot: Sendable, Hashable {
  package let id: UUID
  package let isOutgoing: Bool
  package let isOnHold: Bool
  package let hasConnected: Bool
  package let hasEnded: Bool

  init(_ call: Call) {
    id = call.id
    isOutgoing = call.isOutgoing
    isOnHold = call.isOnHold
    hasConnected = call.machine.hasConnected
    hasEnded = !call.machine.isOngoing
  }
}
