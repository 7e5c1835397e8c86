import Foundation
import YobanAppleSystem
import YobanNetwork
import YobanSimulatedDevices
import YobanVirtualTime

// The tokens for pushes that update Live Activities, and for those that start them (LA6, LA7).
extension LiveActivityService {
  /// The token that an app has received for pushes that start Live Activities, which it sends to its server.
  ///
  /// - Parameter attributesType: the name of the type of the attributes, as in `attributes-type` of the push.
  /// - Returns: nil if the app has not asked for it with `pushToStartToken` or `pushToStartTokenUpdates`, or has not
  ///   received it yet.
  public func startToken(of app: InstalledApp, for attributesType: String) -> Data? {
    record(of: app).startTokens.first { $0.attributesType == attributesType }?.token
  }

  /// The token for pushes that start Live Activities with attributes of the type; nil until the app has it (LA7).
  package func startToken(of process: AppProcess, for attributesType: String) -> Data? {
    guard policy.startsByPush else { return nil }
    guard isEntitled(process.app) else {
      process.reportOnce(.liveActivityPushesNotEntitled)
      return nil
    }
    if let token = startToken(of: process.app, for: attributesType) { return token }
    let record = record(of: process.app)
    if record.askedStartTokens.insert(attributesType).inserted {
      giveStartToken(for: attributesType, record)
    }
    return nil
  }

  func isEntitled(_ app: InstalledApp) -> Bool {
    app.definition.entitlements.contains(Entitlement.pushes)
  }

  private func giveStartToken(for attributesType: String, _ record: LiveActivityRecord) {
    device.requestFromSystemServer(taking: policy.tokenDelay) { [weak self, weak record] in
      guard let self, let record, records.contains(where: { $0 === record }) else { return }
      record.startTokens.append((attributesType, drawToken()))
      notify(record.app) { $0.startTokenChanged(for: attributesType) }
    }
  }

  func giveToken(to activity: LiveActivity) {
    device.requestFromSystemServer(taking: policy.tokenDelay) { [weak self, weak activity] in
      guard let self, let activity, activity.machine.isOngoing else { return }
      activity.pushToken = drawToken()
      post(.token(activity.name), activity.app)
      notify(activity.app) { $0.tokenChanged(of: activity) }
    }
  }

  /// The app's code has received the token of an activity.
  package func tokenWasReceived(_ activity: LiveActivity) { activity.isTokenOwed = false }
}
