import Foundation
import YobanSimulatedDevices

/// The callbacks for pushes of the type complication to a `PKPushRegistry`, on the main queue of the process.
package protocol ComplicationPushReceiver: AnyObject {
  /// Whether it has a delegate.
  var hasDelegate: Bool { get }
  func received(complicationToken token: Data)
  func invalidatedComplicationToken()
  /// A push has arrived.
  ///
  /// - Parameters:
  ///   - payload: JSON text of an object.
  ///   - done: called by the app when it has handled the push.
  func received(complicationPush payload: String, done: @escaping () -> Void)
}

/// The pushes of the type complication that an app receives on this device (WC9).
final class ComplicationPushRecord {
  let app: InstalledApp
  var budget: ComplicationBudget
  /// The same in each launch.
  var token: Data?
  /// Whether the delegate has received the token, and the type was not removed since.
  var isRegistered = false
  /// The token that this launch has received.
  var knownToken: Data?
  weak var registry: (any ComplicationPushReceiver)?
  /// The newest push that was sent while the device was offline or locked since its boot.
  var waiting: String?
  /// The pushes that the registry of the process has not received yet.
  var undelivered: [String] = []
  /// The number of pushes that the process has received and not handled yet.
  var unfinished = 0

  init(_ app: InstalledApp, perDay: Int) {
    self.app = app
    budget = ComplicationBudget(perDay: perDay)
  }

  func processEnded() {
    (registry, knownToken, undelivered, unfinished) = (nil, nil, [], 0)
  }
}
