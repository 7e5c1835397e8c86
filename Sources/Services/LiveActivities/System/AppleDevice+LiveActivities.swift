import Foundation
import YobanAppleSystem
import YobanJobs
import YobanSimulatedDevices

// Live Activities: what the user and the servers do.
extension AppleDevice {
  /// Sends a push for a Live Activity from a server, with `apns-push-type: liveactivity` (LA6, LA7).
  ///
  /// A push that the system does not use is an event of the trace with the reason, as on a phone, which reports
  /// nothing to the server.
  ///
  /// - Parameters:
  ///   - token: that of an activity, which the app reads from `pushTokenUpdates`, or that of
  ///     `pushToStartTokenUpdates`, for a push that starts one.
  ///   - payload: a dictionary of JSON values with `aps`, and there `timestamp`, `event` and `content-state`.
  ///   - priority: 5 or 10, as in the header `apns-priority`.
  /// - Throws: `PushError`, the push service's response to the server.
  public func pushLiveActivity(
    token: Data, payload: [String: any Sendable], priority: Int = 10
  ) throws {
    try liveActivities.push(payload.pushPayload, toToken: token, priority: priority)
  }

  /// Sends a push to all Live Activities that follow a channel (iOS 18, LA6).
  ///
  /// - Throws: `PushError`, the push service's response to the server.
  public func broadcastLiveActivity(
    channel: String, payload: [String: any Sendable], priority: Int = 10
  ) throws {
    try liveActivities.broadcast(payload.pushPayload, onChannel: channel, priority: priority)
  }

  /// The user removes a Live Activity from the Lock Screen (LA8). Without an effect if it is not shown.
  public func dismissLiveActivity(_ activity: LiveActivity) {
    guard liveActivities.shown.contains(where: { $0 === activity }) else { return }
    userComes()
    post(.user("removes the Live Activity \(activity.name) from the Lock Screen"))
    liveActivities.change(activity) { $0.removed() }
  }

  /// Switches the Live Activities of an app on or off, as the user does in Settings. If they are switched off,
  /// those that are shown end and are removed (LA8).
  public func setLiveActivities(_ isOn: Bool, for app: InstalledApp) {
    let record = liveActivities.record(of: app)
    guard record.isAllowed != isOn else { return }
    post(
      .user("switches Live Activities \(isOn ? "on" : "off") for \(app.definition.name)"))
    record.isAllowed = isOn
    if !isOn {
      for activity in liveActivities.all where activity.app === app {
        liveActivities.end(activity, .immediate)
        liveActivities.change(activity) { $0.removed() }
      }
    }
    liveActivities.notify(app) { $0.settingsChanged() }
  }

  /// Switches More Frequent Updates of an app on or off, as the user does in Settings (LA6).
  public func setFrequentLiveActivityUpdates(_ isOn: Bool, for app: InstalledApp) {
    let record = liveActivities.record(of: app)
    guard record.allowsFrequentPushes != isOn else { return }
    post(.user("switches More Frequent Updates \(isOn ? "on" : "off") for \(app.definition.name)"))
    record.allowsFrequentPushes = isOn
    liveActivities.notify(app) { $0.settingsChanged() }
  }
}
