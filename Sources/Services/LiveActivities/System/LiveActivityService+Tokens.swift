import Foundation
import YobanAppleSystem
import YobanNetwork
import YobanSimulatedDevices
import YobanVirtualTime

// The tokens for pushes that update Live Activities, and for those that start them (LA6, LA7).
extension LiveActivityService {
  /// The token for pushes that start Live Activities with attributes of the type; nil until the app has it (LA7).
  package func startToken(of process: AppProcess, for attributesType: String) -> Data? {
    guard policy.startsByPush else { return nil }
    guard isEntitled(process.app) else {
      process.reportOnce(.liveActivityPushesNotEntitled)
      return nil
    }
    let record = record(of: process.app)
    if let known = record.startTokens.first(where: { $0.attributesType == attributesType }) {
      return known.token
    }
    if record.askedStartTokens.insert(attributesType).inserted {
      giveStartToken(for: attributesType, record)
    }
    return nil
  }

  func isEntitled(_ app: InstalledApp) -> Bool {
    app.definition.entitlements.contains(Entitlement.pushes)
  }

  private func giveStartToken(for attributesType: String, _ record: LiveActivityRecord) {
    simulation.schedule(at: now + policy.tokenDelay) { [weak self, weak record] in
      guard let self, let record, records.contains(where: { $0 === record }) else { return }
      guard isOnline else { return giveStartToken(for: attributesType, record) }
      record.startTokens.append((attributesType, drawToken()))
      notify(record.app) { $0.startTokenChanged(for: attributesType) }
    }
  }

  func giveToken(to activity: LiveActivity) {
    simulation.schedule(at: now + policy.tokenDelay) { [weak self, weak activity] in
      guard let self, let activity, activity.machine.isOngoing else { return }
      guard isOnline else { return giveToken(to: activity) }
      activity.pushToken = drawToken()
      post(.token(activity.name), activity.app)
      notify(activity.app) { $0.tokenChanged(of: activity) }
    }
  }

  /// The app's code has received the token of an activity.
  package func tokenWasReceived(_ activity: LiveActivity) { activity.isTokenOwed = false }

  var isOnline: Bool { device.isUp && device.network.path != .offline }
}
