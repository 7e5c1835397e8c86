import Foundation

extension WCSession: KeyValueReadable {
  package static var readableProperties: [String: AnyKeyPath] {
    [
      "activationState": \WCSession.activationState, "isReachable": \WCSession.isReachable,
      "isPaired": \WCSession.isPaired, "isWatchAppInstalled": \WCSession.isWatchAppInstalled,
    ]
  }
}
